import { focusManager } from '@tanstack/react-query';
import { waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import type { PlanAmounts } from '../../../../shared/payments/plan-amounts.ts';
import { openScreen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let admin: TestUser;
let others: ReturnType<typeof academy.caller>['admin'];

beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword });
  others = academy.caller(await academy.createUser({ role: 'admin', firstName: 'Otto' })).admin;
});

const meanwhile = (text: string) =>
  `“${text}” was saved in the meantime. Save again to use what you entered.`;
const members = async () => (await others.settings.list()).find(({ key }) => key === 'claimMembers')?.value;
const gold = async () => (await others.subscriptions.planAmounts()).find(({ plan }) => plan === 'gold');

async function saveGold(changes: Partial<Pick<PlanAmounts, 'priceCents' | 'listPriceCents'>>): Promise<void> {
  const { priceCents = 0, listPriceCents = 0 } = (await gold()) ?? {};
  await others.subscriptions.savePlanAmounts([{ plan: 'gold', priceCents, listPriceCents, ...changes }]);
}

it('after a conflict, the message names the value that another admin saves while the settings are being loaded again', async () => {
  const screen = await openScreen(academy, '/admin?tab=settings&view=claims', { as: admin });
  const field = await screen.findByLabelText('Community members');
  const save = () => screen.user.click(screen.getByRole('button', { name: 'Save Claims' }));
  screen.fill(field, '300');
  await others.settings.update([{ key: 'claimMembers', value: '100' }]);
  const loads = () => screen.network.sent.filter((request) => request.includes('admin.settings.list')).length;
  const before = loads();
  const release = screen.network.hold('admin.settings.list');
  await save();
  await waitFor(() => expect(loads()).toBeGreaterThan(before));
  await others.settings.update([{ key: 'claimMembers', value: '200' }]);
  release();
  await screen.findByText(meanwhile('200'));
  expect(field).toHaveValue('300');
  await screen.settle();

  // The admin has not seen a value that is saved after this message, so the next save is a conflict again.
  await others.settings.update([{ key: 'claimMembers', value: '250' }]);
  await save();
  await screen.findByText(meanwhile('250'));
  expect(await members()).toBe('250');
  await screen.settle();
  await save();
  await screen.readMessage('Saved');
  expect(await members()).toBe('300');
  await screen.settle();

  // After the value of the field is saved, the field shows values that other admins save later.
  await others.settings.update([{ key: 'claimMembers', value: '400' }]);
  focusManager.onFocus();
  await waitFor(() => expect(field).toHaveValue('400'));
});

it('if the settings cannot be loaded after a conflict and another admin saves a second value, the next save is a conflict, too', async () => {
  const screen = await openScreen(academy, '/admin?tab=settings&view=claims', { as: admin });
  const save = () => screen.user.click(screen.getByRole('button', { name: 'Save Claims' }));
  screen.fill(await screen.findByLabelText('Community members'), '600');
  await others.settings.update([{ key: 'claimMembers', value: '500' }]);
  screen.network.fail('admin.settings.list', { status: 500, code: 'internal' });
  await save();
  await screen.findByText(meanwhile('500'));
  await screen.settle();
  await others.settings.update([{ key: 'claimMembers', value: '550' }]);
  await save();
  await screen.findByText(meanwhile('550'));
  expect(await members()).toBe('550');
});

it('saving a price that another admin has changed is a conflict, even if the page loaded the change while the admin typed', async () => {
  const screen = await openScreen(academy, '/admin?tab=settings&view=prices', { as: admin });
  const group = within(await screen.findByRole('group', { name: 'Prices of Gold' }));
  const price = group.getByLabelText('Charged each month ($)');
  const list = group.getByLabelText('List price ($)');
  screen.fill(price, '60');
  await saveGold({ priceCents: 7_000, listPriceCents: 8_000 });
  focusManager.onFocus();
  await waitFor(() => expect(list).toHaveValue('80.00'));
  expect(price).toHaveValue('60');
  const save = () => screen.user.click(screen.getByRole('button', { name: 'Save Membership prices' }));
  await save();
  await group.findByText(meanwhile('$70.00'));
  expect(await gold()).toMatchObject({ priceCents: 7_000 });
  await screen.settle();
  await save();
  await screen.readMessage('Saved');
  expect(await gold()).toMatchObject({ priceCents: 6_000, listPriceCents: 8_000 });
});
