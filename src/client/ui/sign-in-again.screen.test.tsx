import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { openScreen, type Screen } from '../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../testing/test-app.ts';

const academy = setUpTestApp();
let screen: Screen;

it('if content cannot be loaded because the session has ended, the error links to the login', async () => {
  const student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/profile', { as: student });
  const links = await screen.findByRole('navigation', { name: 'Main' });
  await screen.settle();
  await academy.deps.db.deleteFrom('sessions').execute();
  await screen.user.click(within(links).getByRole('link', { name: 'Hands' }));
  await screen.findByText('Your hands could not be loaded');
  await screen.settle();
  // The page has two failed lists: the student's hands and the academy's hands.
  expect(screen.getAllByRole('link', { name: 'Log in again' })).toHaveLength(2);
  await screen.user.click(within(links).getByRole('link', { name: 'Library' }));
  await screen.findByText('Your library could not be loaded');
  await screen.user.click(screen.getByRole('link', { name: 'Log in again' }));
  await screen.findByRole('button', { name: 'Login' });
  expect(screen.url()).toBe('/auth?next=%2Fcoaching');
});

it.each([
  ['/read/product/5#page-42', 'learning.openReading', '%2Fread%2Fproduct%2F5%23page-42'],
  ['/kyc', 'kyc.myApplications', '%2Fkyc'],
])(
  'on the page %s, the link to the login leads a student whose session has ended back to the same place',
  async (path, call, next) => {
    const student = await academy.createUser({ password: testPassword });
    screen = await openScreen(academy, '/profile', { as: student });
    screen.network.fail(call, { status: 401, code: 'not_signed_in', message: 'Unauthorized' });
    await screen.goTo(path);
    expect(await screen.findByRole('link', { name: 'Log in again' })).toHaveAttribute(
      'href',
      `/auth?next=${next}`,
    );
  },
);

it.each(['/read/plan/1#page-3', '/profile#security', '/admin?tab=users&q=sam'])(
  'a visitor who logs in on the page %s returns to the requested place of the page',
  async (path) => {
    screen = await openScreen(academy, path);
    expect(await screen.findByRole('link', { name: 'Go to Login' })).toHaveAttribute(
      'href',
      `/auth?next=${encodeURIComponent(path)}`,
    );
  },
);

it('a student who is logged out before a day is saved can log in on the page, and the day is saved', async () => {
  const student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/goals', { as: student });
  await screen.user.click(await screen.findByRole('button', { name: 'Edit today' }));
  const day = within(await screen.findByRole('dialog', { name: 'How was today?' }));
  screen.fill(day.getByLabelText('Studied, minutes'), '25');
  await academy.deps.db.deleteFrom('sessions').where('user_id', '=', student.userId).execute();
  await screen.user.click(day.getByRole('button', { name: 'Save today' }));
  const logIn = within(await screen.findByRole('dialog', { name: 'You were logged out' }));
  screen.fill(logIn.getByLabelText('Your password'), testPassword);
  await screen.user.click(logIn.getByRole('button', { name: 'Log in and continue' }));
  await screen.findByText('Day saved');
});
