import { within } from '@testing-library/dom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openScreen, type Screen } from '../../testing/screen/open-screen.ts';
import { createTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';

let academy: TestApp;
let screen: Screen;

beforeAll(async () => {
  academy = await createTestApp();
});
afterAll(() => academy.close());

const offers = () =>
  within(screen.getByRole('main'))
    .getAllByRole('link', { name: /^(?:Create account|Register|Log in|My Learning Library)$/ })
    .filter((link) => !link.closest('[data-texts=footer]'))
    .map(({ textContent }) => textContent);

it('visitors are offered an account and the login', async () => {
  screen = await openScreen(academy, '/');
  await screen.findByRole('link', { name: 'Register' });
  expect(offers()).toEqual(['Create account', 'Register', 'Log in']);
});

it('students are led to their library instead', async () => {
  screen = await openScreen(academy, '/', { as: await academy.createUser({ password: testPassword }) });
  await screen.findByText('You have an account.');
  expect(offers()).toEqual(['My Learning Library']);
  expect(screen.queryByRole('heading', { name: 'New here?' })).toBeNull();
});

it('admins see both account cards, whose texts they can edit, but are not invited to sign up or log in', async () => {
  const admin = await academy.createUser({ role: 'admin', password: testPassword });
  screen = await openScreen(academy, '/', { as: admin });
  await screen.findByText('You have an account.');
  expect(screen.getByRole('heading', { name: 'New here?' })).toBeVisible();
  expect(offers()).toEqual(['My Learning Library']);
});
