import { expect, type Locator, type Page, test } from '@playwright/test';
import { admin } from '../academy.ts';
import { expectPassesAudit } from '../accessibility-audit.ts';
import { joinAcademy } from '../join-academy.ts';
import { overflowOf } from '../overflow.ts';
import { ownAcademy } from '../own-academy.ts';
import { nextFrames, settle } from '../settled-page.ts';
import { signedInContext } from '../sign-in.ts';

test.describe.configure({ mode: 'serial' });

const academy = ownAcademy();
let page: Page;

test.beforeAll(async ({ browser }) => {
  const adminContext = await signedInContext(browser, academy.url, admin);
  page = await adminContext.newPage();
});

test('the selection of users, a notice to them and the list of learners pass the accessibility audit, also on a phone', async () => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/admin?tab=users');
    await page.getByRole('checkbox', { name: 'Select Dana Whitfield' }).check();
    await expectPassesAudit(page, 'selected users');
    await page.getByRole('button', { name: 'Email...' }).click();
    await expect(page.getByRole('dialog', { name: /a notice\?$/ })).toBeVisible();
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

test('on a phone with text twice as large, a status that does not fit beside the user’s name is at the right edge of the list', async () => {
  await page.setViewportSize({ width: 195, height: 422 });
  await page.goto('/admin?tab=users');
  const table = page.getByRole('table');
  const status = table.getByText('Not submitted', { exact: true }).first();
  await status.waitFor();
  const rightOf = (element: Locator) =>
    element.evaluate((node) => Math.round(node.getBoundingClientRect().right));
  expect(await rightOf(status)).toBe(await rightOf(table));
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('on the narrowest phones, the reason why a payment is on hold leaves room for the name and the product', async () => {
  await page.setViewportSize({ width: 320, height: 844 });
  const input = encodeURIComponent(JSON.stringify({ q: 'dana' }));
  const listed = await page.request.get(`${academy.url}/trpc/admin.users.list?input=${input}`);
  const [{ id }] = (await listed.json()).result.data.items;
  const products = await (await page.request.get(`${academy.url}/api/products`)).json();
  const { id: productId } = products.find(({ isFree }: { isFree: boolean }) => !isFree);
  await page.request.post(`${academy.url}/trpc/admin.users.grantProduct`, {
    data: { id, productId, reason: 'A prize' },
    headers: { origin: academy.url },
  });
  await page.route('**/trpc/**', async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replaceAll('"heldReason":null', '"heldReason":"amount_mismatch"')
      .replaceAll('"status":"completed"', '"status":"failed"');
    await route.fulfill({ response, body });
  });
  for (const path of ['/admin?tab=purchases', `/admin/users/${id}`]) {
    await page.goto(path);
    const row = page.getByRole('row').filter({ hasText: 'Stripe reports a different amount' });
    const nameOrProduct = row.getByRole('cell').nth(1);
    expect((await nameOrProduct.boundingBox())?.width, path).toBeGreaterThan(140);
  }
  await page.unrouteAll();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a name of 100 letters does not widen the KYC case, the list of users or the audit log', async ({
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
  // If an admin approves before both sides are shown, the page asks for a confirmation.
  for (const side of ['Front side', 'Back side']) {
    const picture = page.getByRole('img', { name: `${side} of the identity document` });
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeGreaterThan(0);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await nextFrames(page);
  expect(await overflowOf(page), 'case').toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
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

test('with text twice as large, the admin area on a phone does not scroll sideways', async ({ browser }) => {
  const applicant = await browser.newContext({ baseURL: academy.url });
  const person = {
    firstName: 'Ada',
    lastName: 'Twice',
    email: 'twice@example.test',
    password: 'a long enough password',
  };
  await joinAcademy(applicant.request, academy.url, person, 73);
  await applicant.close();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin?tab=users&q=twice%40example');
  const user = await page.getByRole('link', { name: 'Ada Twice' }).getAttribute('href');
  const tabs = 'stats users kyc purchases products coaching audit messages reports learning settings system';
  for (const path of [user ?? '', ...tabs.split(' ').map((tab) => `/admin?tab=${tab}`)]) {
    await page.goto(path);
    await settle(page);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    // The first layout may still use the old size of a container.
    await nextFrames(page);
    expect(await overflowOf(page), path).toBe(0);
  }
});
