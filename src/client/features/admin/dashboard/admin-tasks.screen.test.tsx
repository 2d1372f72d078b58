import { waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import { createAdmin } from '../../../../server/payments/testing/purchases.ts';
import { createDelivery, planOf, subscribe } from '../../../../server/payments/testing/subscriptions.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp({ stripe: 'sandbox' });
let admin: TestUser;
let screen: Screen;

beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword });
});

/** A student who subscribed and was then refunded in Stripe's dashboard. */
async function refundedStudent(): Promise<TestUser> {
  const delivery = createDelivery(academy);
  delivery.skip();
  const student = await academy.createUser();
  await subscribe(academy, student, 'gold');
  await delivery.deliverNew();
  const charge = academy.sandbox.charges().at(-1);
  await academy.deps.stripe.refunds.create({ charge: charge?.id ?? '' });
  await delivery.deliverNew();
  // After the refund, the academy ends the renewal at Stripe, which sends further events.
  await delivery.deliverNew();
  return student;
}

/**
 * Waits until the page has settled, because elements may be replaced before that. @returns the section with the tasks
 */
async function openTasks() {
  await screen.findByRole('region', { name: 'To decide' });
  await screen.settle();
  return screen.getByRole('region', { name: 'To decide' });
}

it('the dashboard lists a refund made at Stripe until an admin has decided on the membership', async () => {
  const [undecided, ended] = [await refundedStudent(), await refundedStudent()];
  screen = await openScreen(academy, '/admin', { as: admin });
  const section = within(await openTasks());
  expect(section.getByText('2 payments')).toBeVisible();
  expect(section.getAllByRole('button', { name: /^End the membership now/ })).toHaveLength(2);
  for (const task of section.getAllByText(/refunded in full at Stripe/)) {
    expect(task).toHaveTextContent(
      /^\$5\.00 paid on .*, refunded in full at Stripe\. The Gold membership does not renew\. The student keeps it until .* unless you end it now\.$/,
    );
  }
  // Another admin decides one of the tasks. The open page still lists that task.
  const other = academy.caller(await createAdmin(academy)).admin;
  const tasks = await other.payments.tasks();
  const index = tasks.findIndex(({ payment }) => payment.userId === ended.userId);
  await other.payments.decideTask({ taskId: tasks[index]?.id ?? '', decision: 'end_plan' });
  expect(await planOf(academy, ended)).toBe('free');
  await screen.user.click(section.getAllByRole('button', { name: /^Leave as it is/ })[index] as HTMLElement);
  await screen.readMessage('The decision was not saved', 'This has already been decided');
  await screen.findByText('1 payment');
  await screen.user.click(within(await openTasks()).getByRole('button', { name: /^Leave as it is/ }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'To decide' })).toBeNull());
  await waitFor(() => expect(screen.getByRole('tabpanel')).toHaveFocus());
  expect(await planOf(academy, undecided)).toBe('gold');
});

it('if the response to ending a membership is lost, the error stays visible although the task is no longer listed', async () => {
  const student = await refundedStudent();
  screen = await openScreen(academy, '/admin', { as: admin });
  const tasks = within(await openTasks());
  screen.network.changeResponse('admin.payments.decideTask', () => {
    throw new TypeError('Failed to fetch');
  });
  await screen.user.click(tasks.getByRole('button', { name: /^End the membership now/ }));
  await screen.user.click(await screen.findByRole('button', { name: 'End the membership' }));
  await screen.readMessage('No clear answer. Check whether it was done', /^We could not reach the academy/);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'To decide' })).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await planOf(academy, student)).toBe('free');
});

it('an internal server error stays visible until the dialog is closed, even if the membership has already ended', async () => {
  await refundedStudent();
  screen = await openScreen(academy, '/admin', { as: admin });
  const section = within(await openTasks());
  await screen.user.click(section.getByRole('button', { name: /^End the membership now/ }));
  const payments = academy.caller(admin).admin.payments;
  for (const { id } of await payments.tasks()) {
    await payments.decideTask({ taskId: id, decision: 'end_plan' });
  }
  screen.network.fail('admin.payments.decideTask', { status: 500, code: 'internal' });
  await screen.user.click(await screen.findByRole('button', { name: 'End the membership' }));
  const dialog = within(screen.getByRole('dialog'));
  await dialog.findByText('No clear answer. Check whether it was done');
  await screen.settle();
  expect(dialog.getByText(/request-of-a-test/)).toBeVisible();
  await screen.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'To decide' })).toBeNull());
});

it('the dashboard reports that it could not load the tasks or save a decision, and the next attempts succeed', async () => {
  await refundedStudent();
  screen = await openScreen(academy, '/profile', { as: admin });
  const restoreTasks = screen.network.fail('admin.payments.tasks', { status: 500, code: 'internal' });
  await screen.goTo('/admin');
  await screen.findByText('The payments to decide could not be loaded');
  restoreTasks();
  await screen.goTo('/admin');
  const section = within(await openTasks());
  const restoreDecision = screen.network.fail('admin.payments.decideTask', { status: 500, code: 'internal' });
  const restoreReload = screen.network.fail('admin.payments.tasks', { status: 500, code: 'internal' });
  await screen.user.click(section.getByRole('button', { name: /^Leave as it is/ }));
  await screen.readMessage('The decision may have been saved');
  // After a decision, the tasks are loaded again.
  await screen.findByText('The payments to decide could not be loaded');
  expect(await openTasks()).toBeVisible();
  restoreReload();
  restoreDecision();
  await screen.user.click(section.getByRole('button', { name: /^Leave as it is/ }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'To decide' })).toBeNull());
});
