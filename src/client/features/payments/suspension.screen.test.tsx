import { waitFor } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import type { AdminActor } from '../../../server/actor.ts';
import { getMySubscription } from '../../../server/payments/subscriptions/my-subscription.operations.ts';
import { deliverAll } from '../../../server/payments/testing/money.ts';
import {
  buy,
  createAdmin,
  createTestProduct,
  purchaseOf,
} from '../../../server/payments/testing/purchases.ts';
import { subscribe, subscriptionOf } from '../../../server/payments/testing/subscriptions.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';
import { cancellationEffects } from './cancel-plan-dialog.tsx';

const academy = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let screen: Screen;

beforeAll(async () => {
  admin = await createAdmin(academy);
});

const createStudent = () => academy.createUser({ password: testPassword });
const pageText = () => screen.getByRole('main').textContent?.replaceAll(/\s+/g, ' ') ?? '';

async function upgradeToGold(user: TestUser): Promise<void> {
  const { payments } = academy.caller(user);
  const { todayCents } = await payments.previewPlanChange({ plan: 'gold' });
  await payments.changePlan({ plan: 'gold', expectedTodayCents: todayCents });
}

it('the billing page says which membership is suspended, why, and until when', async () => {
  const student = await createStudent();
  await subscribe(academy, student, 'silver');
  await upgradeToGold(student);
  const { customer_id: customer } = await subscriptionOf(academy, student);
  const upgrade = academy.sandbox.charges().findLast((charge) => charge.customer === customer);
  const dispute = academy.sandbox.dispute(upgrade?.id ?? '');
  await deliverAll(academy);
  screen = await openScreen(academy, '/billing', { as: student });
  await screen.findByText('Gold is suspended while your bank decides');
  expect(pageText()).toMatch(
    /Your bank disputes the payment of \$\d\.\d\d on \d+ \w+ \d{4} \(Change to the Gold membership\)\. Meanwhile you have Silver\. Gold comes back when your bank decides that the payment stands, or with your next payment on \d+ \w+ \d{4}\. If your bank gives you the money back, your membership is canceled\./,
  );
  expect(screen.getByText('Suspended')).toBeVisible();
  expect(screen.getByText('Membership now').nextElementSibling).toHaveTextContent('Silver');
  expect(
    cancellationEffects(await getMySubscription(academy.deps, { userId: student.userId, role: 'user' })),
  ).toMatch(
    /^You are not charged again\. While Gold is suspended you have Silver\. Until \d+ \w+ \d{4} you can change/,
  );

  await screen.goTo('/coaching');
  await screen.findByText('Your Gold membership is suspended');
  expect(screen.getByRole('link', { name: 'See why, and until when' })).toHaveAttribute('href', '/billing');

  academy.sandbox.closeDispute(dispute.id, 'lost');
  await deliverAll(academy);
  // Delivers the events of the membership's cancellation, which the lost dispute has caused.
  await deliverAll(academy);
  await screen.goTo('/billing');
  await screen.findByText('Gold is suspended');
  expect(pageText()).toMatch(
    /Your bank returned the payment of .*It stays suspended until your membership ends on \d+ \w+ \d{4}\./,
  );
});

it('if the renewal of a suspended plan failed, the page says that the plan comes back with the next payment, and names no past date', async () => {
  const student = await createStudent();
  await subscribe(academy, student, 'silver');
  await upgradeToGold(student);
  const { id, customer_id: customer } = await subscriptionOf(academy, student);
  const upgrade = academy.sandbox.charges().findLast((charge) => charge.customer === customer);
  const dispute = academy.sandbox.dispute(upgrade?.id ?? '');
  await deliverAll(academy);
  const isPastDue = { status: 'past_due', past_due_since: academy.deps.now() };
  const failRenewal = () =>
    academy.deps.db.updateTable('subscriptions').set(isPastDue).where('id', '=', id).execute();
  await failRenewal();
  screen = await openScreen(academy, '/billing', { as: student });
  await screen.findByText('Gold is suspended while your bank decides');
  expect(pageText()).toContain('that the payment stands, or with your next payment.');
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Update your card and your membership continues. Nothing of yours is deleted.',
  );
  expect(screen.getByRole('alert')).not.toHaveTextContent(/until|after/);

  academy.sandbox.closeDispute(dispute.id, 'lost');
  await deliverAll(academy);
  await failRenewal();
  await screen.reload();
  await screen.findByText('Gold is suspended');
  expect(pageText()).toContain('It stays suspended until your next payment.');
});

it('if the next payment is for a lower plan, the page does not say that this payment restores the suspended plan', async () => {
  const student = await createStudent();
  await subscribe(academy, student, 'silver');
  await upgradeToGold(student);
  await academy.caller(student).payments.changePlan({ plan: 'silver', expectedTodayCents: 0 });
  const { customer_id: customer } = await subscriptionOf(academy, student);
  const upgrade = academy.sandbox.charges().findLast((charge) => charge.customer === customer);
  academy.sandbox.dispute(upgrade?.id ?? '');
  await deliverAll(academy);
  screen = await openScreen(academy, '/billing', { as: student });
  await screen.findByText('Gold is suspended while your bank decides');
  expect(pageText()).toContain(
    'Gold comes back when your bank decides that the payment stands. If your bank gives you the money back, your membership is canceled.',
  );
});

it('a product whose payment is disputed is shown as suspended until the bank decides in favor of the academy', async () => {
  const student = await createStudent();
  const product = await createTestProduct(academy, admin, { title: 'River Bluffs' });
  const { payment_intent_id: intent } = await purchaseOf(academy, await buy(academy, student, product));
  const charge = academy.sandbox.charges().find((one) => one.payment_intent === intent);
  const dispute = academy.sandbox.dispute(charge?.id ?? '');
  await deliverAll(academy);
  screen = await openScreen(academy, '/billing', { as: student });
  await screen.findByText('River Bluffs is suspended while your bank decides');
  expect(pageText()).toMatch(
    /On \d+ \w+ \d{4}, your bank disputed the payment of \$19\.99 made on \d+ \w+ \d{4}\. You can open it again as soon as your bank decides that the payment stands\./,
  );
  academy.sandbox.closeDispute(dispute.id, 'won');
  await deliverAll(academy);
  await screen.reload();
  await screen.findByText('River Bluffs');
  expect(pageText()).not.toContain('suspended');
});

it('if a payment gave no access, its dispute is not shown as a suspension', async () => {
  const student = await createStudent();
  const product = await createTestProduct(academy, admin, { title: 'Paid Twice' });
  const sessionId = await buy(academy, student, product);
  const { payment_intent_id: intent } = await purchaseOf(academy, sessionId);
  await academy.deps.db
    .updateTable('purchases')
    .set({ status: 'failed', held_reason: 'duplicate_payment_refund_due' })
    .where('checkout_session_id', '=', sessionId)
    .execute();
  const charge = academy.sandbox.charges().find((one) => one.payment_intent === intent);
  academy.sandbox.dispute(charge?.id ?? '');
  await deliverAll(academy);
  screen = await openScreen(academy, '/billing', { as: student });
  await screen.findByText('Your bank disputes a payment: Paid Twice');
  expect(pageText()).not.toMatch(/suspended|open it again/);
});

it('an admin sees a user’s payment, its dispute, and the history of both', async () => {
  const viewer = await academy.createUser({ role: 'admin', password: testPassword });
  const student = await createStudent();
  await subscribe(academy, student, 'gold');
  const { customer_id: customer } = await subscriptionOf(academy, student);
  const charge = academy.sandbox.charges().findLast((one) => one.customer === customer);
  await deliverAll(academy);
  academy.sandbox.dispute(charge?.id ?? '', 'fraudulent');
  await deliverAll(academy);
  screen = await openScreen(academy, `/admin/users/${student.userId}`, { as: viewer });
  const payments = await screen.findByRole('table', { name: 'Payments and products' });
  expect(payments).toHaveTextContent('Gold membership, monthly');
  expect(payments).toHaveTextContent('Disputed');
  const history = await screen.findByRole('list', { name: 'History' });
  expect(history).toHaveTextContent(/The bank opened a dispute.*Paid \$5\.00/);
  expect(screen.getByText('Suspended')).toBeVisible();
});

it('keeping a canceled membership removes the pressed button, so the heading of the card takes the focus', async () => {
  const student = await createStudent();
  await subscribe(academy, student, 'silver');
  await academy.caller(student).payments.cancelSubscription();
  screen = await openScreen(academy, '/billing', { as: student });
  await screen.user.click(await screen.findByRole('button', { name: 'Keep Silver' }));
  await screen.findByRole('button', { name: 'Cancel membership' });
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Silver membership' })).toHaveFocus());
});
