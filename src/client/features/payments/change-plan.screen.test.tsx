import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { deliverAll } from '../../../server/payments/testing/money.ts';
import {
  monthMs,
  passTime,
  renewalFailsCard,
  setRealTime,
  subscribe,
} from '../../../server/payments/testing/subscriptions.ts';
import { hourMs } from '../../../shared/durations.ts';
import { formatCents } from '../../../shared/money.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp({ stripe: 'sandbox' });
let screen: Screen;

it('after an upgrade, the dialog that requests a refund of the first payment says that the payment for the upgrade is not refunded', async () => {
  const student = await academy.createUser({ password: testPassword });
  await subscribe(academy, student, 'silver');
  const { payments } = academy.caller(student);
  const { todayCents } = await payments.previewPlanChange({ plan: 'gold' });
  await payments.changePlan({ plan: 'gold', expectedTodayCents: todayCents });
  await deliverAll(academy);
  setRealTime(academy);
  screen = await openScreen(academy, '/billing', { as: student });
  const request = await screen.findByRole('button', { name: 'Request refund of Silver membership, monthly' });
  await screen.user.click(request);
  const dialog = await screen.findByRole('dialog', { name: 'Request a refund?' });
  expect(within(dialog).getByRole('button', { name: 'Request refund of $1.00' })).toBeVisible();
  expect(dialog).toHaveTextContent(
    `Not refunded:Change to the Gold membership, ${formatCents(todayCents)}, paid on`,
  );
  await screen.user.click(within(dialog).getByRole('button', { name: 'Request refund of $1.00' }));
  await within(dialog).findByText('Tell us in a few words why');
  expect(screen.network.sent.join()).not.toContain('requestRefund');
  await screen.user.click(within(dialog).getByRole('button', { name: 'Keep it' }));
  const table = await screen.findByRole('table', { name: /^Your payments/ });
  expect(table).toHaveTextContent('Not refundable: this was not the first payment for a membership');
  await screen.goTo('/subscription-plans');
  const cancel = await screen.findByRole('link', { name: 'Cancel your membership' });
  expect(cancel).toHaveAttribute('href', '/billing');
});

it('if an upgrade costs too little to be charged, the dialog says that nothing is paid today and that the new membership starts immediately', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { current_period_end: end } = await subscribe(academy, student, 'silver');
  passTime(academy, Date.parse(end ?? '') - academy.deps.now().getTime() - 2 * hourMs);
  screen = await openScreen(academy, '/subscription-plans', { as: student });
  await screen.user.click(await screen.findByRole('button', { name: 'Upgrade to Gold' }));
  const dialog = await screen.findByRole('dialog', { name: 'Upgrade to Gold?' });
  await within(dialog).findByText(
    /^Today \$0\.00, then \$5\.00 on .* until you cancel\. Gold opens immediately\. 3 more questions to a coach each month come with the payment on .*\.$/,
  );
});

it('if the price of a lower membership changes while the dialog is open, nothing is scheduled, and the dialog shows the new price', async () => {
  const student = await academy.createUser({ password: testPassword });
  await subscribe(academy, student, 'gold');
  setRealTime(academy);
  screen = await openScreen(academy, '/subscription-plans', { as: student });
  await screen.user.click(await screen.findByRole('button', { name: 'Change to Silver' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change to Silver?' }));
  const confirm = await dialog.findByRole('button', { name: /^Change on / });
  const { savePlanAmounts } = academy.caller(await academy.createUser({ role: 'admin' })).admin.subscriptions;
  await savePlanAmounts([{ plan: 'silver', priceCents: 400, listPriceCents: 2999 }]);
  await screen.user.click(confirm);
  await dialog.findByText('The price of Silver has changed to $4.00 a month. Please look at it again first.');
  await dialog.findByText(/From then on you have Silver for \$4\.00 a month\./);
  const { pendingPlan } = await academy.caller(student).payments.mySubscription();
  expect(pendingPlan).toBeNull();
  await savePlanAmounts([{ plan: 'silver', priceCents: 100, listPriceCents: 2999 }]);
});

it('if memberships require an approved identity, the errors of an upgrade and of a first membership link to the identity page', async () => {
  const { settings } = academy.caller(await academy.createUser({ role: 'admin' })).admin;
  const subscriber = await academy.createUser({ password: testPassword });
  await subscribe(academy, subscriber, 'silver');
  await settings.update([{ key: 'kycGate', value: 'purchases' }]);
  setRealTime(academy);
  screen = await openScreen(academy, '/subscription-plans', { as: subscriber });
  await screen.user.click(await screen.findByRole('button', { name: 'Upgrade to Gold' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Upgrade to Gold?' }));
  await screen.user.click(await dialog.findByRole('button', { name: /^Pay \$/ }));
  await dialog.findByText(/^Your identity has to be approved before you buy\./);
  const identityPage = { name: 'Go to the identity page' };
  expect(dialog.getByRole('link', identityPage)).toHaveAttribute('href', '/kyc');
  await screen.close();

  screen = await openScreen(academy, '/subscription-plans', {
    as: await academy.createUser({ password: testPassword }),
  });
  await screen.user.click(await screen.findByRole('button', { name: 'Choose Gold' }));
  await screen.findByText(/^Your identity has to be approved before you buy\./);
  expect(await screen.findByRole('link', identityPage)).toHaveAttribute('href', '/kyc');
  await settings.update([{ key: 'kycGate', value: 'off' }]);
});

it.each([
  ['Stripe gives no clear response', { status: 503, code: 'payments_unavailable' }],
  ['the academy fails', { status: 500, code: 'internal' }],
])(
  'if %s during a paid upgrade, the dialog says that the membership may have been changed, and the page then shows the new membership',
  async (_what, error) => {
    const student = await academy.createUser({ password: testPassword });
    await subscribe(academy, student, 'silver');
    setRealTime(academy);
    screen = await openScreen(academy, '/subscription-plans', { as: student });
    await screen.user.click(await screen.findByRole('button', { name: 'Upgrade to Gold' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Upgrade to Gold?' }));
    const pay = await dialog.findByRole('button', { name: /^Pay \$/ });
    screen.network.fail('payments.changePlan', error);
    const { payments } = academy.caller(student);
    const { todayCents } = await payments.previewPlanChange({ plan: 'gold' });
    await payments.changePlan({ plan: 'gold', expectedTodayCents: todayCents });
    await screen.user.click(pay);
    expect(await dialog.findByText('Your membership may have been changed')).toBeVisible();
    expect(dialog.queryByText(/Nothing was charged/)).toBeNull();
    expect(dialog.getByRole('link', { name: 'Go to billing' })).toHaveAttribute('href', '/billing');
    expect(await dialog.findByText('You have this membership already.')).toBeVisible();
    expect(await screen.findByText('Manage your membership')).toBeInTheDocument();
  },
);

it('if the response to a cancellation is lost, the dialog says that the membership may have been canceled, and the page then shows the canceled membership', async () => {
  const student = await academy.createUser({ password: testPassword });
  await subscribe(academy, student, 'silver');
  setRealTime(academy);
  screen = await openScreen(academy, '/billing', { as: student });
  await screen.user.click(await screen.findByRole('button', { name: 'Cancel membership' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Silver?' }));
  screen.network.drop('payments.cancelSubscription');
  await academy.caller(student).payments.cancelSubscription();
  await screen.user.click(dialog.getByRole('button', { name: 'Cancel Silver' }));
  expect(await dialog.findByText('Your membership may have been canceled')).toBeVisible();
  await screen.user.click(dialog.getByRole('button', { name: 'Keep my plan' }));
  expect(await screen.findByRole('button', { name: 'Keep Silver' })).toBeVisible();
});

it('a student with a Free membership sees that there are no payments, and that Free is the current membership', async () => {
  screen = await openScreen(academy, '/billing', {
    as: await academy.createUser({ password: testPassword }),
  });
  await screen.findByRole('heading', { name: 'No payments yet' });
  await screen.findByRole('heading', { name: 'Free membership' });
  await screen.goTo('/subscription-plans');
  await screen.findByText('This is your membership');
});

it('when a student returns from the payment page with the back button, the list of memberships shows the new membership', async () => {
  const student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/subscription-plans', { as: student });
  await screen.findByRole('button', { name: 'Choose Silver' });
  await subscribe(academy, student, 'silver');
  setRealTime(academy);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(await screen.findByRole('link', { name: 'Manage your membership' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Choose Silver' })).toBeNull();
});

it('a visitor who chooses a membership must log in, and then returns to the list of memberships', async () => {
  screen = await openScreen(academy, '/subscription-plans');
  expect(await screen.findByRole('link', { name: 'Choose Silver' })).toHaveAttribute(
    'href',
    '/auth?next=%2Fsubscription-plans',
  );
});

it('if a renewal was not paid, the upgrade dialog links to the page where the student can pay', async () => {
  const student = await academy.createUser({ password: testPassword });
  await subscribe(academy, student, 'gold', renewalFailsCard);
  passTime(academy, monthMs);
  await deliverAll(academy);
  setRealTime(academy);
  screen = await openScreen(academy, '/subscription-plans', { as: student });
  await screen.user.click(await screen.findByRole('button', { name: 'Upgrade to Diamond' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Upgrade to Diamond?' }));
  expect(await dialog.findByText(/^A payment for your membership was not received/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull();
  await screen.user.click(dialog.getByRole('link', { name: 'Go to billing' }));
  expect(await screen.findByRole('link', { name: 'Pay now' })).toBeVisible();
});

it('a student whose session has ended can log in again from the upgrade dialog', async () => {
  const student = await academy.createUser({ password: testPassword });
  await subscribe(academy, student, 'silver');
  setRealTime(academy);
  screen = await openScreen(academy, '/subscription-plans', { as: student });
  screen.network.fail('payments.previewPlanChange', {
    status: 401,
    code: 'not_signed_in',
    message: 'Unauthorized',
  });
  await screen.user.click(await screen.findByRole('button', { name: 'Upgrade to Gold' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Upgrade to Gold?' }));
  expect(await dialog.findByRole('link', { name: 'Log in again' })).toBeVisible();
});
