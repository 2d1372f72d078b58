import { within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import { expectFieldError } from '../../../../testing/screen/forms.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp({ stripe: 'sandbox' });
let admin: TestUser;
let screen: Screen;

beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword });
});

it('if an admin completes the setup of a code that another admin has ended, the message says that nobody can use the code', async () => {
  const { promotions } = academy.caller(admin).admin;
  const id = crypto.randomUUID();
  const now = academy.deps.now();
  await academy.deps.db
    .insertInto('promotion_codes')
    .values({ id, code: 'WINTER10', percent_off: 10, scope: 'everything', created_at: now })
    .execute();
  screen = await openScreen(academy, '/admin?tab=purchases&view=codes', { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Complete setup of WINTER10' }));
  await promotions.end({ id });
  const dialog = await screen.findByRole('dialog');
  await screen.user.click(within(dialog).getByRole('button', { name: 'Complete setup of WINTER10' }));
  await screen.readMessage('WINTER10 has ended, so nobody can use it');
  expect(await screen.findByText('Ended')).toBeVisible();
});

it('a code with an incomplete last day is rejected instead of being created without an end', async () => {
  screen = await openScreen(academy, '/admin?tab=purchases&view=codes', { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'New code' }));
  const form = await screen.findByRole('form', { name: 'Create a promotion code' });
  screen.fill(within(form).getByLabelText('Code'), 'SPRING20');
  screen.fill(within(form).getByLabelText('Percent'), '20');
  screen.fill(within(form).getByLabelText('Uses in total (optional)'), '5000');
  const lastDay = within(form).getByLabelText(/^Last day/);
  // Browsers report a date without a year as an empty value with `badInput`.
  Object.defineProperty(lastDay, 'validity', { value: { badInput: true }, configurable: true });
  const create = screen.getByRole('button', { name: 'Create code' });
  await screen.user.click(create);
  await expectFieldError(form, 'Last day (optional)', 'Complete the date, or clear it');
  await screen.settle();
  expect(screen.network.sent.join()).not.toContain('admin.promotions.create');

  Reflect.deleteProperty(lastDay, 'validity');
  await screen.user.click(create);
  await screen.readMessage('SPRING20 can be used now');
  expect(await screen.findByText('0 of 5,000')).toBeVisible();
  expect(screen.getByText('For prices from $0.62')).toBeVisible();
});
