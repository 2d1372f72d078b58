import { afterEach, expect, it, vi } from 'vitest';
import { render } from '../../../testing/screen/render.tsx';

afterEach(() => {
  vi.doUnmock('./confirm-identity-dialog.tsx');
  vi.resetModules();
});

it('a page with typed text stays open if the password prompt cannot be loaded, for example after a deployment', async () => {
  vi.resetModules();
  vi.doMock('./confirm-identity-dialog.tsx', () => {
    throw new Error('Failed to fetch dynamically imported module');
  });
  const { StepUpDialog } = await import('./step-up-dialog.tsx');
  const { askForStepUp } = await import('../../lib/step-up.ts');
  render(
    <>
      <StepUpDialog />
      <textarea defaultValue="Typed text" />
    </>,
  );
  await expect.poll(() => document.querySelector('textarea')).toBeVisible();
  expect(await askForStepUp('confirm')).toBe(false);
  expect(document.querySelector('textarea')).toHaveValue('Typed text');
});
