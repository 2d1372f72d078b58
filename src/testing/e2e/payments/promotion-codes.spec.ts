import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { formatCents } from '../../../shared/money.ts';
import { promotionCodeError } from '../../../shared/payments/promotion-codes.ts';
import { admin } from '../academy.ts';
import { desktop, expectPassesAudit, phone } from '../accessibility-audit.ts';
import { recordConsoleErrors } from '../console-errors.ts';
import { failCalls } from '../failing-calls.ts';
import { ownAcademy } from '../own-academy.ts';
import { payByCard } from '../sandbox-purchase.ts';
import { settle } from '../settled-page.ts';
import { demoApplicant, demoStudent, signIn } from '../sign-in.ts';

/** The life cycle of a promotion code, in the admin area, on a student's phone and on the payment page. */

test.describe.configure({ mode: 'serial' });

/** A user of the demo data without a subscription. */
const otherStudent = { email: 'ivo@example.test', password: 'demo-student' };

type Product = { id: number; title: string; price: number };
type Person = { email: string; password: string };

const academy = ownAcademy();
let adminPage: Page;
let studentPage: Page;
/** The page of another student, who applied the code before it ended. */
let otherStudentPage: Page;
let product: Product;
/** 20% of the product's price, in US cents. */
let discount: number;
const consoleErrors: (readonly string[])[] = [];

async function open(browser: Browser, viewport: typeof phone, who?: Person): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: academy.url, viewport });
  consoleErrors.push(await recordConsoleErrors(context));
  if (who) await signIn(context, academy.url, who);
  return context;
}

/** A product for at least $5 that the user does not own. */
async function findProduct(context: BrowserContext): Promise<Product> {
  const products: (Product & { isFree: boolean; owned: boolean })[] = await (
    await context.request.get('/api/products')
  ).json();
  const found = products.find(({ isFree, owned, price }) => !isFree && !owned && price >= 500);
  if (!found) throw new Error('nothing is for sale');
  return found;
}

const codeRow = (name: string) =>
  adminPage.getByRole('table', { name: 'Promotion codes' }).getByRole('row').filter({ hasText: name });

test.beforeAll(async ({ browser }) => {
  adminPage = await (await open(browser, desktop, admin)).newPage();
  const context = await open(browser, phone, demoStudent);
  studentPage = await context.newPage();
  product = await findProduct(context);
  discount = Math.round((product.price * 20) / 100);
});
test.afterEach(() => {
  expect(consoleErrors.flat()).toEqual([]);
});

test('an admin creates a code; the form shows how to correct errors and requires the password', async () => {
  await adminPage.goto('/admin?tab=purchases');
  await adminPage.getByRole('link', { name: 'Codes' }).click();
  await expect(adminPage.getByRole('heading', { name: 'No promotion codes yet' })).toBeVisible();
  await expectPassesAudit(adminPage, 'no codes');

  await adminPage.getByRole('button', { name: 'New code' }).click();
  const dialog = adminPage.getByRole('dialog', { name: 'Create a promotion code' });
  await dialog.getByRole('button', { name: 'Create code' }).click();
  const code = dialog.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription(/Use 3 to 40 letters, digits and hyphens/);
  await expect(dialog.getByLabel('Percent')).toHaveAccessibleDescription(/Enter a whole percentage/);
  await code.fill('spring20');
  await dialog.getByLabel('Percent').fill('20');
  await dialog.getByLabel('Applies to').selectOption('One membership');
  await dialog.getByRole('button', { name: 'Create code' }).click();
  await expect(dialog.getByLabel('Membership')).toBeFocused();
  await expectPassesAudit(adminPage, 'code dialog');
  await dialog.getByLabel('Applies to').selectOption('All products and memberships');
  await dialog.getByLabel('Uses in total').fill('3');

  const restore = await failCalls(adminPage, 'admin.promotions.create', {
    status: 403,
    code: 'step_up_required',
  });
  await dialog.getByRole('button', { name: 'Create code' }).click();
  const question = adminPage.getByRole('dialog', { name: /^Confirm it’s you/ });
  await question.getByLabel('Your password').fill(admin.password);
  await restore();
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(adminPage.getByRole('region', { name: 'Messages' })).toContainText('SPRING20 can be used now');
  await expect(codeRow('SPRING20')).toContainText('20% off');
  await expect(codeRow('SPRING20')).toContainText('0 of 3');
  await expect(codeRow('SPRING20')).toContainText('In use');
});

test('a code cannot be created twice', async () => {
  await adminPage.getByRole('button', { name: 'New code' }).click();
  const dialog = adminPage.getByRole('dialog', { name: 'Create a promotion code' });
  await dialog.getByLabel('Code', { exact: true }).fill('Spring20');
  await dialog.getByLabel('Discount').selectOption('An amount in dollars');
  await dialog.getByLabel('Amount in dollars').fill('1.00');
  await dialog.getByRole('button', { name: 'Create code' }).click();
  await expect(dialog.getByLabel('Code', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Code', { exact: true })).toHaveValue('Spring20');
  await adminPage.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(codeRow('SPRING20')).toHaveCount(1);
});

test('a student buys with the code by keyboard on a phone and sees the same total everywhere', async () => {
  await studentPage.goto(`/products/${product.id}`);
  const ask = studentPage.getByRole('button', { name: 'Have a code?' });
  await ask.focus();
  await studentPage.keyboard.press('Enter');
  const field = studentPage.getByLabel('Code', { exact: true });
  await expect(field).toBeFocused();
  await studentPage.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription('Type the code that you were given');

  await studentPage.keyboard.type('autumn');
  await studentPage.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(promotionCodeError);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('autumn');
  await expectPassesAudit(studentPage, 'a rejected code');
  await studentPage.setViewportSize(phone);

  await field.fill('spring20');
  await field.press('Enter');
  const paid = formatCents(product.price - discount);
  const discountText = `SPRING20: −${formatCents(discount)}, you pay ${paid}`;
  await expect(studentPage.getByText(discountText)).toBeVisible();
  const remove = studentPage.getByRole('button', { name: 'Remove the code SPRING20' });
  await expect(remove).toBeFocused();
  await expectPassesAudit(studentPage, 'a code that fits');
  await studentPage.setViewportSize(phone);
  await studentPage.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expect(studentPage.getByRole('button', { name: `Buy ${formatCents(product.price)}` })).toBeVisible();
  await studentPage.keyboard.type('SPRING20');
  await studentPage.keyboard.press('Enter');

  await studentPage.getByRole('button', { name: `Buy ${paid}` }).click();
  await studentPage.waitForURL(/\/c\/pay\/cs_test_/);
  const order = studentPage.getByRole('region', { name: 'Order' });
  await expect(order.getByRole('listitem').filter({ hasText: 'Discount (SPRING20)' })).toContainText(
    formatCents(discount),
  );
  await expect(order.getByRole('listitem').filter({ hasText: 'Total due today' })).toContainText(paid);
  await payByCard(studentPage);
  await expect(studentPage.getByRole('main')).toContainText(paid);

  await studentPage.goto('/billing');
  await expect(
    studentPage
      .getByRole('table', { name: 'Your payments' })
      .getByRole('row')
      .filter({ hasText: product.title }),
  ).toContainText(paid);
  const receipts = (await (await studentPage.request.get('/dev/outbox')).text())
    .split('<article>')
    .filter((email) => email.includes(demoStudent.email) && email.includes(product.title));
  expect(receipts).toHaveLength(1);
  expect(receipts[0]).toContain(paid);
  expect(receipts[0]).toContain('SPRING20');
});

test('the code that a visitor enters is applied after the login', async ({ browser }) => {
  const context = await open(browser, phone);
  const page = await context.newPage();
  await page.goto('/subscription-plans');
  await settle(page);
  await page.getByRole('button', { name: 'Have a code?' }).click();
  await page.getByLabel('Membership', { exact: true }).selectOption('Gold');
  await page.getByLabel('Code', { exact: true }).fill('spring20');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/\/auth\?next=/);
  await page.getByLabel('Email').fill(demoApplicant.email);
  await page.getByLabel('Password', { exact: true }).fill(demoApplicant.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(/\/subscription-plans\?code=SPRING20&plan=gold$/);
  await expect(
    page.getByText('SPRING20: −$1.00, you pay $4.00 for the first payment; then $5.00 a month'),
  ).toBeVisible();
  const gold = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Gold', exact: true }) });
  await expect(gold).toContainText('$4.00 today with SPRING20, then $5.00 every month until you cancel.');
  await expectPassesAudit(page, 'a membership with a code');

  // The visitor applied the code to Gold, so Silver has no discount.
  await page.getByRole('button', { name: 'Choose Silver' }).click();
  await page.waitForURL(/\/c\/pay\/cs_test_/);
  await expect(page.getByText('Discount')).toHaveCount(0);
  await page.goto('/subscription-plans?code=SPRING20&plan=gold');
  await expect(gold).toContainText('$4.00 today with SPRING20');
  await page.getByRole('button', { name: 'Choose Gold' }).click();
  await page.waitForURL(/\/c\/pay\/cs_test_/);
  await expect(page.getByText('Discount (SPRING20)')).toBeVisible();
  await payByCard(page);
  await page.goto('/subscription-plans?code=SPRING20&plan=diamond');
  await expect(page.getByRole('button', { name: 'Upgrade to Diamond' })).toBeVisible();
  await expect(page.getByLabel('Code', { exact: true })).toHaveCount(0);
  await context.close();
});

test('the admin sees who used the code, and ends the code', async ({ browser }) => {
  otherStudentPage = await (await open(browser, phone, otherStudent)).newPage();
  await otherStudentPage.goto(`/products/${product.id}?code=spring20`);
  await expect(otherStudentPage.getByText(`you pay ${formatCents(product.price - discount)}`)).toBeVisible();

  await adminPage.reload();
  await expect(codeRow('SPRING20')).toContainText('2 of 3');
  await expectPassesAudit(adminPage, 'codes');
  await adminPage.getByRole('button', { name: 'Who used it: SPRING20' }).click();
  const list = adminPage.getByRole('dialog', { name: 'Who used SPRING20?' });
  const bought = list.getByRole('row').filter({ hasText: demoStudent.email });
  await expect(bought).toContainText(product.title);
  await expect(bought).toContainText(formatCents(discount));
  await expect(bought).toContainText(formatCents(product.price - discount));
  await expect(list.getByRole('row').filter({ hasText: demoApplicant.email })).toContainText('$4.00');
  await expectPassesAudit(adminPage, 'who used a code');
  await list.getByRole('button', { name: 'Close' }).last().click();

  await adminPage.getByRole('button', { name: 'End SPRING20' }).click();
  const question = adminPage.getByRole('dialog', { name: 'End SPRING20?' });
  await expect(question).toContainText('no longer be used or reactivated');
  await question.getByRole('button', { name: 'End SPRING20' }).dblclick();
  await expect(question).toHaveCount(0);
  await expect(codeRow('SPRING20')).toContainText('Ended');
  await expect(adminPage.getByRole('button', { name: 'End SPRING20' })).toHaveCount(0);

  await adminPage.getByRole('link', { name: 'All payments' }).click();
  const sale = adminPage
    .getByRole('table', { name: 'Payments, newest first' })
    .getByRole('row')
    .filter({ hasText: demoStudent.email });
  await expect(sale.first()).toContainText(`SPRING20: −${formatCents(discount)}`);
  await adminPage.goto('/admin?tab=audit&action=promotion_code.');
  // The header, and one row each for the creation and the end of the code.
  await expect(adminPage.getByRole('table', { name: 'Audit log' }).getByRole('row')).toHaveCount(3);
});

test('a student who applied the code before it ended sees why the code is rejected, and buys at the full price', async () => {
  const listed = otherStudentPage.getByRole('button', { name: `Buy ${formatCents(product.price)}` });
  await otherStudentPage
    .getByRole('button', { name: `Buy ${formatCents(product.price - discount)}` })
    .click();
  const field = otherStudentPage.getByLabel('Code', { exact: true });
  await expect(field).toHaveAccessibleDescription(promotionCodeError);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('SPRING20');
  await expect(listed).toBeEnabled();
  await expect(otherStudentPage.getByRole('region', { name: 'Messages' })).not.toContainText(
    'Purchase Failed',
  );
  expect(new URL(otherStudentPage.url()).pathname).toBe(`/products/${product.id}`);
  await otherStudentPage.reload();
  await expect(field).toHaveAccessibleDescription(promotionCodeError);

  await listed.click();
  await otherStudentPage.waitForURL(/\/c\/pay\/cs_test_/);
  await expect(otherStudentPage.getByText('Discount')).toHaveCount(0);
  await payByCard(otherStudentPage);
  await expect(otherStudentPage.getByRole('main')).toContainText(formatCents(product.price));
});
