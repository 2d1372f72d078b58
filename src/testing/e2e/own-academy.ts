import { test } from '@playwright/test';
import { type Academy, startAcademy } from './academy.ts';

/** Starts an academy before the tests and hooks that follow in the file, and removes it after all tests of the file. */
export function ownAcademy(...options: Parameters<typeof startAcademy>): Academy {
  const academy = {} as Academy;
  test.beforeAll(async () => {
    Object.assign(academy, await startAcademy(...options));
  });
  test.afterAll(() => academy.remove?.());
  return academy;
}
