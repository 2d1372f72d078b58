import { within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import { createAdmin } from '../../../../server/payments/testing/purchases.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let student: TestUser;
let screen: Screen;

beforeAll(async () => {
  student = await academy.createUser({ password: testPassword });
});

/** Starts on another page, so that failures can be set up before the visit. */
async function openBefore(arrange: (network: Screen['network']) => void): Promise<void> {
  screen = await openScreen(academy, '/terms-of-service', { as: student });
  arrange(screen.network);
  await screen.goTo('/coaching-pdfs');
}

const main = () => within(screen.getByRole('main'));

it('six gray cards are shown while the coaching plans load', async () => {
  await openBefore((network) => network.hold('learning.listPlans'));
  await screen.findByText('Loading the coaching plans...');
  const cards = [...document.querySelectorAll('main .grid > [aria-hidden="true"]')];
  expect(cards.filter((card) => card.querySelector('.animate-pulse'))).toHaveLength(6);
});

it('a failed load of the coaching plans is reported and can be retried', async () => {
  let restore = () => {};
  await openBefore((network) => {
    restore = network.drop('learning.listPlans');
  });
  await screen.findByText('Failed to load coaching PDFs. Please try again later.');
  restore();
  await screen.user.click(screen.getByRole('button', { name: /again/i }));
  await screen.findByRole('heading', { name: 'Coaching Plan 1' });
  expect(main().getAllByRole('listitem')).toHaveLength(10);
});

it('a visitor is asked to log in, and the link leads back to the coaching plans after the login', async () => {
  screen = await openScreen(academy, '/coaching-pdfs');
  await screen.findByText('Please log in to access coaching PDFs');
  expect(main().getByRole('link', { name: 'Go to Login' })).toHaveAttribute(
    'href',
    '/auth?next=%2Fcoaching-pdfs',
  );
});

it('coaching plans that no admin has saved are shown with placeholder titles', async () => {
  screen = await openScreen(academy, '/coaching-pdfs', { as: student });
  await screen.findByRole('heading', { name: 'Coaching Plan 1' });
  const cards = main().getAllByRole('listitem');
  expect(cards).toHaveLength(10);
  const card = (number: number) => within(cards[number - 1] as HTMLElement);
  for (const [number, plan, level] of [
    [2, 'Free', 'Beginner'],
    [4, 'Silver', 'Beginner'],
    [7, 'Gold', 'Intermediate'],
    [10, 'Diamond', 'Advanced'],
  ] as const) {
    expect(card(number).getByRole('heading', { name: `Coaching Plan ${number}` })).toBeVisible();
    expect(card(number).getByText(`Requires ${plan}`)).toBeVisible();
    expect(card(number).getByText(level)).toBeVisible();
    expect(card(number).queryAllByRole('link', { name: /^Upgrade/ })).toHaveLength(plan === 'Free' ? 0 : 1);
  }
  // Included in Free, but without a file.
  expect(card(2).getByRole('button', { name: /^Coming soon/ })).toBeDisabled();
  expect(card(10).getByRole('link', { name: /^Upgrade/ })).toHaveAttribute('href', '/subscription-plans');
});

it('a student with a membership sees no Unlock card', async () => {
  screen = await openScreen(academy, '/coaching-pdfs', { as: student });
  await screen.findByRole('heading', { name: 'Coaching Plan 1' });
  expect(screen.getByRole('region', { name: 'Unlock Advanced Coaching' })).toBeVisible();

  const admin = await createAdmin(academy);
  await academy
    .caller(admin)
    .admin.subscriptions.grantPlan({ userId: student.userId, plan: 'gold', reason: 'Guest coach' });
  await screen.reload();
  await screen.findByText(/Current plan:\s+Gold/);
  await screen.findByRole('heading', { name: 'Coaching Plan 1' });
  expect(main().getAllByRole('listitem')).toHaveLength(10);
  expect(screen.queryByRole('region', { name: 'Unlock Advanced Coaching' })).toBeNull();
  // Coaching plans 8 to 10 require Diamond.
  expect(main().getAllByRole('link', { name: /^Upgrade/ })).toHaveLength(3);
});
