import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { createTestApp, type TestApp, testPassword } from '../../../testing/test-app.ts';

let academy: TestApp;
let screen: Screen;

beforeAll(async () => {
  academy = await createTestApp();
});
afterAll(() => academy.close());
afterEach(() => screen.close());

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

it('the text of a user whose session ended is not shown while the server is asked for the user', async () => {
  const student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/', { as: student });
  await screen.settle();
  sessionStorage.setItem('draft:contact', JSON.stringify({ message: 'My case' }));
  await academy.deps.db.deleteFrom('sessions').execute();
  const release = screen.network.hold('auth.me');
  await screen.reload();
  await screen.findByRole('heading', { name: 'Ask us anything' });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(screen.queryByDisplayValue('My case')).toBeNull();
  release();
  expect(await screen.findByRole('textbox', { name: 'Message' })).toHaveValue('');
});
