import { waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import { deliverAll } from '../../../../server/payments/testing/money.ts';
import {
  monthMs,
  openPlan,
  passTime,
  renewalFailsCard,
  setRealTime,
  subscribe,
  subscriptionOf,
} from '../../../../server/payments/testing/subscriptions.ts';
import { changeUser } from '../../../../testing/rows.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';
import { formatDate } from '../../../lib/format.ts';

const academy = setUpTestApp({ stripe: 'sandbox' });
let admin: TestUser;
let screen: Screen;

beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword, firstName: 'Olga' });
});

/** Opens the user page and the dialog. */
async function openDialog(student: TestUser) {
  setRealTime(academy);
  screen = await openScreen(academy, `/admin/users/${student.userId}`, { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'End renewals of Gold' }));
  return within(await screen.findByRole('dialog', { name: 'End the renewals of Gold for Nora?' }));
}

const createStudent = () => academy.createUser({ firstName: 'Nora', lastName: 'Lind' });
const noButton = () =>
  waitFor(() => expect(screen.queryByRole('button', { name: 'End renewals of Gold' })).toBeNull());

it('the dialog says until when access lasts and who can resume it; afterwards the button is gone', async () => {
  const student = await createStudent();
  const { current_period_end: until } = await subscribe(academy, student, 'gold');
  const dialog = await openDialog(student);
  expect(
    dialog.getByText(
      `Gold ends on ${formatDate(until)}. Access stays as it is until then, and nothing more is charged. They get an email. Until that day, they can resume it on their billing page.`,
    ),
  ).toBeVisible();
  await screen.user.click(dialog.getByRole('button', { name: 'End renewals' }));
  await dialog.findByText('Say why, in a few words');
  screen.fill(dialog.getByLabelText('Reason'), 'Wrote to us');
  await screen.user.dblClick(dialog.getByRole('button', { name: 'End renewals' }));
  await screen.readMessage('Gold does not renew');
  await noButton();
  await screen.findByText('Ending the renewals of Gold: Wrote to us');
  const history = within(await screen.findByRole('list', { name: 'History' }));
  expect(history.getAllByText('Stripe was asked to end the renewals')).toHaveLength(1);
});

it('the dialog says that a suspended student cannot resume the membership, and keeps the reason if another admin was faster', async () => {
  const student = await createStudent();
  const { id } = await subscribe(academy, student, 'gold');
  await academy.caller(student).payments.changePlan({ plan: 'silver', expectedTodayCents: 0 });
  await changeUser(academy, student, { suspended_at: academy.deps.now() });
  const dialog = await openDialog(student);
  expect(
    dialog.getByText(
      /The change to Silver is canceled.* cannot resume it while their account is suspended\.$/,
    ),
  ).toBeVisible();
  screen.fill(dialog.getByLabelText('Reason'), 'Asked by email');
  await academy
    .caller(admin)
    .admin.subscriptions.endRenewals({ subscriptionId: id, reason: 'Asked on the phone' });
  await screen.user.click(dialog.getByRole('button', { name: 'End renewals' }));
  await dialog.findByText('This membership does not renew, so nothing more is charged.');
  expect(dialog.getByLabelText('Reason')).toHaveValue('Asked by email');
  await noButton();
});

it('the dialog says that an unpaid membership ends immediately', async () => {
  const student = await createStudent();
  await subscribe(academy, student, 'gold', renewalFailsCard);
  passTime(academy, monthMs);
  await deliverAll(academy);
  const dialog = await openDialog(student);
  expect(
    dialog.getByText(
      'A payment is missing, so Gold ends immediately. The payment is no longer collected. They get an email.',
    ),
  ).toBeVisible();
  screen.fill(dialog.getByLabelText('Reason'), 'Wrote to us');
  await screen.user.click(dialog.getByRole('button', { name: 'End renewals' }));
  await screen.readMessage('Gold has ended');
  expect((await subscriptionOf(academy, student)).status).toBe('canceled');
});

it('the renewals of a canceled membership whose payment stayed unpaid can be ended', async () => {
  const student = await createStudent();
  const { id } = await subscribe(academy, student, 'gold');
  await academy.deps.db
    .updateTable('subscriptions')
    .set({ status: 'unpaid', cancel_at_period_end: true })
    .where('id', '=', id)
    .execute();
  const dialog = await openDialog(student);
  expect(dialog.getByText(/^A payment is missing, so Gold ends immediately\./)).toBeVisible();
});

it('the dialog says what happens to a first payment that the bank is processing. An account that is being deleted has no button', async () => {
  const student = await createStudent();
  const sessionId = await openPlan(academy, student, 'gold');
  await academy.sandbox.pay(sessionId, 'delayed');
  await academy.caller(student).payments.verifySubscription({ sessionId });
  const { current_period_end: until } = await subscriptionOf(academy, student);
  const dialog = await openDialog(student);
  expect(
    dialog.getByText(
      `If the bank is processing the first payment and it arrives, Gold lasts until ${formatDate(until)} and does not renew. Otherwise, Gold ends immediately.`,
    ),
  ).toBeVisible();
  await changeUser(academy, student, { deletion_due_at: academy.deps.now() });
  screen = await openScreen(academy, `/admin/users/${student.userId}`, { as: admin });
  await screen.findByText(/^Gold, subscribed/);
  await noButton();
});
