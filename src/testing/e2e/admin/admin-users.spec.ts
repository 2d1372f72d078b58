import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type Academy, admin, startAcademy } from '../academy.ts';
import { expectPassesAudit } from '../accessibility-audit.ts';
import { joinAcademy } from '../join-academy.ts';
import { overflowOf } from '../overflow.ts';
import { demoStudent, signIn } from '../sign-in.ts';

test.describe.configure({ mode: 'serial' });

let academy: Academy;
let adminContext: BrowserContext;
let page: Page;
let studentContext: BrowserContext;

test.beforeAll(async ({ browser }) => {
  academy = await startAcademy();
  adminContext = await browser.newContext({ baseURL: academy.url });
  await signIn(adminContext, academy.url, admin);
  page = await adminContext.newPage();
  studentContext = await browser.newContext({ baseURL: academy.url });
  await signIn(studentContext, academy.url, demoStudent);
});
test.afterAll(async () => {
  await academy?.remove();
});

const dialog = (name: RegExp) => page.getByRole('dialog', { name });
const sessionStatus = async () => (await studentContext.request.get('/api/user')).status();

test('a user is found by part of an email, and the URL stores the search', async () => {
  await page.goto('/admin');
  await page.getByRole('link', { name: 'See all users' }).click();
  await expect(page).toHaveURL(/tab=users/);
  await page.getByRole('searchbox', { name: 'Find' }).fill('student@exa');
  await expect(page).toHaveURL(/q=/);
  const rows = page.getByRole('table', { name: 'Users' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page).toHaveURL(/sort=name/);
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Find' })).toHaveValue('student@exa');
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Role').selectOption('admin');
  await expect(page.getByRole('heading', { name: 'Nobody matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(page.getByRole('searchbox', { name: 'Find' })).toHaveValue('');
  await page.getByRole('searchbox', { name: 'Find' }).fill('student@exa');
  await expect(rows).toHaveCount(2);
  await rows.nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/\/admin\/users\/[0-9a-f-]{36}$/);
  await expect(page.getByText(demoStudent.email).first()).toBeVisible();
  const response = await adminContext.request.get(page.url());
  expect(response.status()).toBe(200);
});

test('suspending requires a reason and ends the session immediately', async () => {
  expect(await sessionStatus()).toBe(200);
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  const question = dialog(/^Suspend /);
  await question.getByRole('button', { name: 'Suspend account' }).click();
  await expect(question.getByText('Say why, in a few words')).toBeVisible();
  await expect(question.getByLabel('Reason')).toBeFocused();
  expect(await sessionStatus()).toBe(200);
  await question.getByLabel('Reason').fill('Shared the password');
  await question.getByRole('button', { name: 'Suspend account' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText('Suspended', { exact: true }).first()).toBeVisible();
  expect(await sessionStatus()).toBe(401);
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Suspended: Shared the password' }),
  ).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'History' }).getByText('Suspended', { exact: true }),
  ).toBeVisible();

  await page.getByRole('button', { name: 'End suspension' }).click();
  await dialog(/^End the suspension/)
    .getByLabel('Reason')
    .fill('It was a mistake');
  await dialog(/^End the suspension/)
    .getByRole('button', { name: 'End suspension' })
    .click();
  await expect(page.getByRole('button', { name: 'Suspend', exact: true })).toBeVisible();
  await signIn(studentContext, academy.url, demoStudent);
});

test('a membership is granted and revoked', async () => {
  await page.getByRole('button', { name: 'Give a membership' }).click();
  const form = dialog(/a membership\?$/);
  await form.getByRole('button', { name: 'Give membership' }).click();
  await expect(form.getByText('Choose Silver, Gold, Diamond or Custom')).toBeVisible();
  await form.getByLabel('Membership', { exact: true }).selectOption('diamond');
  await form.getByLabel('Amount in dollars').fill('12.50');
  await form.getByLabel('Last day').fill('2099-12-31');
  await form.getByLabel('Reason').fill('Won the tournament');
  await form.getByRole('button', { name: 'Give membership' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('Diamond, given')).toBeVisible();
  await expect(page.getByText(/^Diamond, because .* gave it until/)).toBeVisible();
  expect((await (await studentContext.request.get('/api/user')).json()).subscriptionPlan).toBe('diamond');
  await page.getByRole('button', { name: 'Take Diamond back' }).click();
  await dialog(/^Take Diamond back/)
    .getByLabel('Reason')
    .fill('Not them after all');
  await dialog(/^Take Diamond back/)
    .getByRole('button', { name: 'Take back' })
    .click();
  await expect(page.getByText('Taken back', { exact: true })).toBeVisible();
  expect((await (await studentContext.request.get('/api/user')).json()).subscriptionPlan).not.toBe('diamond');
});

test('a product is granted and revoked, and a note is saved', async () => {
  const owned = async () => (await (await studentContext.request.get('/api/user')).json()).purchases.length;
  const before = await owned();
  await page.getByRole('button', { name: 'Give a product' }).click();
  const form = dialog(/a product\?$/);
  await expect(form.getByLabel('Product', { exact: true }).getByRole('option').nth(1)).toBeAttached();
  await form.getByLabel('Product', { exact: true }).selectOption({ index: 1 });
  await form.getByLabel('Reason').fill('The download failed twice');
  await form.getByRole('button', { name: 'Give product' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('Given by an admin')).toBeVisible();
  expect(await owned()).toBe(before + 1);
  await page
    .getByRole('table', { name: 'Payments and products' })
    .getByRole('button', { name: /^Take .* back$/ })
    .click();
  await dialog(/^Take .* back\?/)
    .getByLabel('Reason')
    .fill('Bought it already');
  await dialog(/^Take .* back\?/)
    .getByRole('button', { name: 'Take back' })
    .click();
  await expect(page.getByText('Access ended')).toBeVisible();
  expect(await owned()).toBe(before);

  await page.getByRole('textbox', { name: 'New note' }).fill('Prefers mail');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Prefers mail' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'New note' })).toHaveValue('');
});

test('changing a role requires reauthentication; one’s own role cannot be changed', async () => {
  let calls = 0;
  // The first call is rejected, as if the login were 15 minutes old. The second call reaches the server.
  await page.route('**/trpc/admin.users.setRole*', (route) => {
    calls += 1;
    if (calls > 1) return route.continue();
    const data = { code: 'step_up_required', httpStatus: 403, requestId: 'test', message: 'Please confirm' };
    return route.fulfill({
      status: 403,
      json: [{ error: { message: 'Please confirm', code: -32_603, data } }],
    });
  });
  await page.getByRole('button', { name: 'Make admin' }).click();
  const question = dialog(/an admin\?$/);
  await question.getByLabel('Reason').fill('Coaches with us now');
  await question.getByRole('button', { name: 'Make admin' }).click();
  const confirmation = dialog(/^Confirm it’s you/);
  await confirmation.getByLabel('Your password').fill(admin.password);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: 'Take admin role away' })).toBeVisible();
  expect(await sessionStatus()).toBe(401);
  await page.getByRole('button', { name: 'Take admin role away' }).click();
  await dialog(/^Take the admin role/)
    .getByLabel('Reason')
    .fill('Left the team');
  await dialog(/^Take the admin role/)
    .getByRole('button', { name: 'Take role away' })
    .click();
  await expect(page.getByRole('button', { name: 'Make admin' })).toBeVisible();

  await page.goto('/admin?tab=users&role=admin');
  await page.getByRole('table', { name: 'Users' }).getByRole('link').first().click();
  await expect(page.getByText('This is you.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Suspend', exact: true })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Take admin role away' })).toBeHidden();
});

test('only admins can open the page of a user, and an unknown id shows an error', async ({ browser }) => {
  const { pathname } = new URL(page.url());
  const visitor = await (await browser.newContext({ baseURL: academy.url })).newPage();
  await visitor.goto(pathname);
  await expect(visitor.getByRole('heading', { name: 'Authentication Required' })).toBeVisible();
  await visitor.context().close();
  await signIn(studentContext, academy.url, demoStudent);
  const studentPage = await studentContext.newPage();
  await studentPage.goto(pathname);
  await expect(studentPage.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await page.goto('/admin/users/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'There is no such user' })).toBeVisible();
});

test('the user list and the user page pass the accessibility audit', async () => {
  await page.goto('/admin?tab=users&q=student');
  const link = page.getByRole('table', { name: 'Users' }).getByRole('link').first();
  await expect(link).toBeVisible();
  await expectPassesAudit(page, 'users');
  await link.click();
  await expect(page.getByRole('list', { name: 'History' })).toBeVisible();
  await expectPassesAudit(page, 'user');
  await page.getByRole('button', { name: 'Give a membership' }).click();
  await expect(dialog(/a membership\?$/).getByRole('heading')).toBeVisible();
  await expectPassesAudit(page, 'a membership to give');
});

test('the selection of users, a notice to them and the list of learners pass the accessibility audit, also on a phone', async () => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/admin?tab=users');
    await page.getByRole('checkbox', { name: 'Select Dana Whitfield' }).check();
    await expectPassesAudit(page, 'selected users');
    await page.getByRole('button', { name: 'Email...' }).click();
    await expect(dialog(/a notice\?$/)).toBeVisible();
    await expectPassesAudit(page, 'a notice');
    await page.goto('/admin?tab=learning');
    await page.getByRole('table', { name: 'Coaching sessions' }).getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: 'Nobody has opened it yet' })).toBeVisible();
    await expectPassesAudit(page, 'learners');
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('on a phone, a button with the number of active filters shows the filters', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin?tab=users&role=admin&from=2020-01-01');
  const filters = page.getByRole('button', { name: 'Filters (2)' });
  await expect(filters).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByLabel('Role')).toBeHidden();
  await expect(page.getByRole('searchbox', { name: 'Find' })).toBeVisible();
  await filters.click();
  await expect(page.getByLabel('Role')).toHaveValue('admin');
  await page.getByLabel('Role').selectOption('');
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toHaveAttribute('aria-expanded', 'true');
  await expect(page).not.toHaveURL(/role=/);
  await expectPassesAudit(page, 'users');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeHidden();
  await expect(page.getByLabel('Joined from')).toHaveValue('2020-01-01');
});

test('a name of 100 letters does not widen its case, the list of users or the audit log', async ({
  browser,
}) => {
  const applicant = await browser.newContext({ baseURL: academy.url });
  const lastName = 'W'.repeat(100);
  const person = {
    firstName: 'Ada',
    lastName,
    email: 'long@example.test',
    password: 'a long enough password',
  };
  await joinAcademy(applicant.request, academy.url, person, 71);
  await applicant.close();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/admin?tab=kyc&q=long%40example');
  await page.getByRole('button', { name: /^Review/ }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  const notice = page.getByText(`Ada ${lastName}: Approved`, { exact: true });
  await expect(notice.first()).toBeVisible();
  expect(await notice.first().evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  for (const tab of ['users', 'audit']) {
    await page.goto(`/admin?tab=${tab}`);
    await expect(page.getByRole('link', { name: `Ada ${lastName}` }).first()).toBeVisible();
    expect(await overflowOf(page), tab).toBe(0);
  }
});

test('an applicant is approved at phone width, by keyboard only', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Approve Dana Whitfield' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Dana Whitfield: Approved').first()).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'Dana Whitfield' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Dana Whitfield' })).toBeVisible();
});
