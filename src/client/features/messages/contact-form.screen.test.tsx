import { afterAll, beforeAll, expect, it } from 'vitest';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let academy: TestApp;
let screen: Screen;

beforeAll(async () => {
  academy = await createTestApp();
});
afterAll(() => academy.close());

it('a visitor’s message survives a reload, and that of a user whose session ended is not shown', async () => {
  screen = await openScreen(academy, '/');
  sessionStorage.setItem('draft:contact', JSON.stringify({ name: 'Riley Chen', message: 'My case' }));
  await screen.reload();
  const message = await screen.findByRole('textbox', { name: 'Message' });
  expect(message).toHaveValue('');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('');
  screen.fill(message, 'A question');
  await screen.reload();
  expect(await screen.findByDisplayValue('A question')).toBe(
    screen.getByRole('textbox', { name: 'Message' }),
  );
});
