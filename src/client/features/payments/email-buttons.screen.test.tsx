import { expect, it } from 'vitest';
import { deliverAll } from '../../../server/payments/testing/money.ts';
import {
  monthMs,
  passTime,
  renewalFailsCard,
  setRealTime,
  subscribe,
  subscriptionOf,
} from '../../../server/payments/testing/subscriptions.ts';
import { dayMs } from '../../../shared/durations.ts';
import { emailsTo } from '../../../testing/rows.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp({ stripe: 'sandbox' });
let screen: Screen;

/** The name of the button that the student's email of this kind quotes. */
async function quotedButton(student: TestUser, kind: string): Promise<string> {
  const [email] = await emailsTo(academy, student, kind);
  return /“([^”]+)”/.exec(email?.body_text ?? '')?.[1] ?? '';
}

it('the email about a cancellation names the button on the billing page that undoes the cancellation', async () => {
  const student = await academy.createUser({ password: testPassword });
  await subscribe(academy, student, 'gold');
  await academy.caller(student).payments.cancelSubscription();
  screen = await openScreen(academy, '/billing', { as: student });
  const name = await quotedButton(student, 'subscription_cancelled');
  expect(await screen.findByRole('button', { name })).toBeVisible();
});

it('the email and the notice about a failed renewal name the link with which the student pays the renewal', async () => {
  const student = await academy.createUser({ password: testPassword });
  await subscribe(academy, student, 'gold', renewalFailsCard);
  passTime(academy, monthMs);
  await deliverAll(academy);
  setRealTime(academy);
  screen = await openScreen(academy, '/billing', { as: student });
  const name = await quotedButton(student, 'subscription_payment_failed');
  expect(await screen.findByRole('link', { name })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(
    `Update your card or choose “${name}”, and your membership continues`,
  );
});

it('after access has ended, the billing page says how to stop further charges, even if a cancellation is scheduled', async () => {
  const student = await academy.createUser({ password: testPassword });
  await subscribe(academy, student, 'gold', renewalFailsCard);
  const { id } = await subscriptionOf(academy, student);
  passTime(academy, monthMs);
  await deliverAll(academy);
  // What a cancellation in the customer portal does. Stripe continues to collect the open invoice.
  await academy.deps.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await deliverAll(academy);
  const ended = new Date(Date.now() - 8 * dayMs);
  await academy.deps.db
    .updateTable('subscriptions')
    .set({ past_due_since: ended })
    .where('id', '=', id)
    .execute();
  setRealTime(academy);
  screen = await openScreen(academy, '/billing', { as: student });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'We may charge your card again, which also restores your membership. To stop this, cancel the membership below.',
  );
  expect(screen.getByRole('main')).not.toHaveTextContent('You will not be charged again');
  await screen.user.click(screen.getByRole('button', { name: 'Cancel membership' }));
  await screen.user.click(await screen.findByRole('button', { name: 'Cancel Gold' }));
  await screen.readMessage('Membership canceled');
  expect((await subscriptionOf(academy, student)).status).toBe('canceled');
});
