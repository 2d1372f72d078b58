import { expect, it } from 'vitest';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';

const academy = setUpTestApp();
let screen: Screen;

it('the page does not say who requested the deletion, because it may have been the academy', async () => {
  screen = await openScreen(academy, '/undo-deletion?token=unknown');
  expect(await screen.findByRole('button', { name: 'Keep my account' })).toBeVisible();
  expect(screen.getByText(/^Your account is about to be deleted\./)).toBeVisible();
  expect(screen.queryByText(/You asked us/)).toBeNull();
});
