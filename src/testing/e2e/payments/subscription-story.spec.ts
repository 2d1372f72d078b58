import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { dayMs } from '../../../shared/durations.ts';
import { admin } from '../academy.ts';
import { expectPassesAudit } from '../accessibility-audit.ts';
import { recordConsoleErrors } from '../console-errors.ts';
import { ownAcademy } from '../own-academy.ts';
import { type SandboxControls, sandboxOf } from '../sandbox-controls.ts';
import { buyFirstProduct, fillCard } from '../sandbox-purchase.ts';
import { settle } from '../settled-page.ts';
import { demoApplicant, demoStudent, signedInContext } from '../sign-in.ts';

/**
 * The life cycle of a subscription, with the sandbox's clock and controls. Each step is checked on the screen, and
 * most steps also by the email that they send. The amounts in the dialogs are compared with the amounts charged.
 */

test.describe.configure({ mode: 'serial' });

const academy = ownAcademy();
let sandbox: SandboxControls;
let context: BrowserContext;
let page: Page;
let adminPage: Page;
/** The monthly amount shown before the upgrade, in cents. */
let promised = 0;
let consoleErrors: (readonly string[])[];

test.beforeAll(async ({ browser }) => {
  sandbox = sandboxOf(academy);
  context = await signedInContext(browser, academy.url, demoStudent);
  const adminContext = await signedInContext(browser, academy.url, admin);
  consoleErrors = [await recordConsoleErrors(context), await recordConsoleErrors(adminContext)];
  page = await context.newPage();
  adminPage = await adminContext.newPage();
});
test.afterEach(() => {
  expect(consoleErrors.flat()).toEqual([]);
});

const tier = (name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
const payments = (who = page): Locator => who.getByRole('table', { name: 'Your payments' }).getByRole('row');
const cents = (amount: string) => Math.round(Number(amount.replace('$', '')) * 100);

/**
 * Waits until this many emails with this subject are in the outbox, to any address. An email is stored together with
 * the change that it reports, so the sandbox's event has been processed by then.
 */
async function expectEmail(subject: string, times = 1): Promise<void> {
  await expect
    .poll(async () => {
      const outbox = await (await context.request.get('/dev/outbox')).text();
      return outbox.split(`<h2>${subject}</h2>`).length - 1;
    })
    .toBe(times);
}

/** Waits until the student owns exactly these purchases, which shows that the sandbox's event has been processed. */
async function expectOwned(purchases: unknown[]): Promise<void> {
  await expect.poll(async () => (await context.request.get('/api/user')).json()).toMatchObject({ purchases });
}

async function payByCard(where: Page, number: string): Promise<void> {
  await fillCard(where, number);
  await where.getByRole('button', { name: /^Subscribe and pay/ }).click();
}

/** Replaces each text by a translation, as the translator of a browser does. The translation here is the same text. */
async function translate(where: Locator): Promise<void> {
  await where.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const translation = document.createElement('font');
      translation.textContent = text.data;
      text.before(translation);
      text.remove();
    }
  });
}

test('a student buys a PDF and subscribes to Silver', async () => {
  await buyFirstProduct(page);
  await page.goto('/subscription-plans');
  await settle(page);
  await translate(tier('Silver'));
  await tier('Silver').getByRole('button', { name: 'Choose Silver' }).click();
  await payByCard(page, '4242 4242 4242 4242');
  await page.waitForURL(/\/payment-success\?session_id=cs_test_/);
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  await expect(page.getByText('Your Silver subscription has been activated successfully.')).toBeVisible();
  await expect(page.getByRole('main').getByText('$1.00')).toBeVisible();
  await expectPassesAudit(page, 'subscribed');
  await expectEmail('Your Silver membership has started');
  await expectEmail('Your receipt: Silver membership, monthly');
});

test('every payment has its receipt and statement descriptor', async () => {
  await page.goto('/billing');
  await expect(payments()).toHaveCount(3);
  for (const row of await payments().filter({ hasText: '$' }).all()) {
    await expect(row).toContainText('POKER ACADEMY');
    await row.getByRole('button', { name: /^Receipt/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Receipt' });
    await expect(dialog.getByText('Example Card Room Studies Ltd.', { exact: false })).toBeVisible();
    await expect(dialog.getByText(demoStudent.email, { exact: false })).toBeVisible();
    const opened = context.waitForEvent('page');
    await dialog.getByRole('link', { name: /^Receipt of the payment provider/ }).click();
    const receipt = await opened;
    await expect(receipt.getByRole('heading', { level: 1 })).toHaveText(/^(Receipt|Invoice)/);
    await receipt.close();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await expectPassesAudit(page, 'payments');
});

test('on a device whose clock is three days ahead, the days left for a refund are counted by the server’s time', async () => {
  const ahead = await context.newPage();
  await ahead.clock.setFixedTime(Date.now() + 3 * dayMs);
  await ahead.goto('/billing');
  await settle(ahead);
  await expect(ahead.getByText(/^Refundable until/).first()).toContainText(/\((29|30) days left\)/);
  await ahead.close();
});

test('the button for cards and invoices opens the payment provider’s portal, and the back button returns', async () => {
  await page.getByRole('button', { name: 'Cards and invoices' }).click();
  await page.waitForURL((url) => url.origin !== academy.url);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Membership and payments' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cards and invoices' })).toBeEnabled();
});

test('an upgrade to Diamond charges the amount shown, immediately', async () => {
  await page.goto('/subscription-plans');
  await tier('Diamond').getByRole('button', { name: 'Upgrade to Diamond' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upgrade to Diamond?' });
  const terms = dialog.getByText(/^Today \$/);
  const [, today = '', then = ''] =
    /^Today (\$[\d.]+), then (\$[\d.]+) on/.exec((await terms.textContent()) ?? '') ?? [];
  promised = cents(then);
  expect(promised).toBe(1000);
  await expectPassesAudit(page, 'upgrade');
  await dialog.getByRole('button', { name: `Pay ${today} for Diamond` }).click();
  await expect(dialog).toHaveCount(0);
  await expect(tier('Diamond').getByText('Your membership', { exact: true })).toBeVisible();
  const [charge] = await sandbox.charges();
  expect(charge).toMatchObject({ amount: cents(today), status: 'succeeded' });
  await expectEmail('Your membership is now Diamond');
});

test('a downgrade is scheduled and undone', async () => {
  await tier('Gold').getByRole('button', { name: 'Change to Gold' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change to Gold?' });
  await expect(dialog.getByText('You keep Diamond until')).toBeVisible();
  await expectPassesAudit(page, 'downgrade');
  await dialog.getByRole('button', { name: /^Change on / }).click();
  await expect(dialog).toHaveCount(0);
  // The longer badge does not move the card's picture and texts: they stay level with those of the other cards.
  await expect(tier('Diamond').getByText('Your membership, ending')).toBeVisible();
  const headingTop = async (name: string) =>
    (await page.getByRole('heading', { name, exact: true, level: 2 }).boundingBox())?.y;
  expect(await headingTop('Diamond')).toBe(await headingTop('Gold'));
  await page.goto('/billing');
  await expect(page.getByText(/^Gold from \d+ \w{3} \d{4}, for \$\d+\.\d\d a month$/)).toBeVisible();
  await expectPassesAudit(page, 'downgrade-planned');
  const [before] = await sandbox.charges();
  await page.getByRole('button', { name: 'Keep Diamond' }).click();
  await expect(page.getByText(/^\d+ \w{3} \d{4} for \$10\.00$/)).toBeVisible();
  expect((await sandbox.charges())[0]).toEqual(before);
  await expectEmail('Your membership stays Diamond');
});

test('a subscription is canceled with two clicks and resumed with one', async () => {
  await page.getByRole('button', { name: 'Cancel membership' }).click();
  await expectPassesAudit(page, 'cancel');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Diamond' }).click();
  await expect(page.getByText(/^Ends \d+ \w{3} \d{4}$/)).toBeVisible();
  await expectPassesAudit(page, 'canceled');
  await expectEmail('Your subscription is canceled');
  await page.getByRole('button', { name: 'Keep Diamond' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expectEmail('You keep your Diamond membership');
});

test('the renewal charges the amount that the upgrade dialog showed', async () => {
  await sandbox.pass(31);
  const [charge] = await sandbox.charges();
  expect(charge).toMatchObject({ amount: promised, status: 'succeeded' });
  await expectEmail('Your receipt: Diamond membership, monthly');
  await page.goto('/billing');
  const renewal = payments().filter({ hasText: 'Diamond membership, monthly' }).filter({ hasText: '$10.00' });
  await expect(renewal).toContainText('this was not the first payment for a membership');
});

test('after a failed renewal the membership continues for seven days, with notices on each page and by email', async () => {
  await sandbox.declineNextRenewal();
  await sandbox.pass(31);
  await expectEmail('Your payment did not go through');
  await page.goto('/billing');
  const notice = page.getByRole('alert').filter({ hasText: /^The payment of .* failed/ });
  const [, failed = '', until = ''] =
    /The payment of (\d+ \w{3} \d{4}) failed.*You keep Diamond until (\d+ \w{3} \d{4})/s.exec(
      (await notice.textContent()) ?? '',
    ) ?? [];
  expect(Date.parse(until) - Date.parse(failed)).toBe(7 * 24 * 60 * 60 * 1000);
  await expectPassesAudit(page, 'past-due');

  await page.goto('/coaching-pdfs');
  const banner = page.getByRole('complementary', { name: 'Payment failed' });
  await expect(banner).toContainText('Your last payment failed.');
  await expect(page.getByText('Current plan: Diamond')).toBeVisible();
  await expectPassesAudit(page, 'past-due-banner');
  await banner.getByRole('link', { name: 'Update card' }).click();
  await page.waitForURL(/\/billing$/);
});

test('paying the invoice restores the subscription immediately', async () => {
  await page.getByRole('link', { name: 'Pay now' }).click();
  await page.waitForURL(/\/i\/in_/);
  await page.getByRole('button', { name: /^Pay \$10\.00 with the card that ends in 4242/ }).click();
  await expect(page.getByText(/· paid/)).toBeVisible();
  // The page refreshes automatically, however late the event is.
  await page.goto('/billing');
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Payment failed' })).toHaveCount(0);
  await expectPassesAudit(page, 'restored');
  await expectEmail('Your payment has arrived');
});

test('a declined refund request shows the student the admin’s message', async () => {
  const silver = payments().filter({ hasText: 'Silver membership, monthly' });
  await silver.getByRole('button', { name: /^Request refund/ }).click();
  const asking = page.getByRole('dialog', { name: 'Request a refund?' });
  await expect(asking).toContainText('A full refund ends your membership, even if you have changed it');
  await asking.getByLabel('Why do you want your money back?').fill('I study too little.');
  await asking.getByRole('button', { name: 'Request refund of $1.00' }).click();
  await expect(silver).toContainText('Requested on');
  await expectEmail('We received your refund request');

  await adminPage.goto('/admin?tab=purchases');
  await adminPage.getByRole('link', { name: 'Refund requests' }).click();
  await expect(adminPage.getByText('I study too little.')).toBeVisible();
  await expectPassesAudit(adminPage, 'refund-request');
  await adminPage.getByRole('button', { name: 'Decline...' }).click();
  const answer = 'You opened four plans that month, so we keep the fee. Write to us if that is wrong.';
  await adminPage.getByLabel('Answer to the student').fill(answer);
  await adminPage.getByRole('button', { name: 'Decline request' }).click();
  await expect(adminPage.getByRole('dialog')).toHaveCount(0);

  await page.reload();
  await expect(silver).toContainText(`Request declined: ${answer}`);
  await expectPassesAudit(page, 'refund-declined');
  await expectEmail('About your refund request');
});

test('a dispute pauses access to the product, and winning the dispute restores access', async () => {
  const charge = (await sandbox.charges()).at(-1);
  await sandbox.dispute(charge?.id ?? '');
  const purchase = payments().last();
  await expectOwned([]);
  await page.goto('/billing');
  await expect(purchase.getByText('Disputed', { exact: true })).toBeVisible();
  await expectPassesAudit(page, 'disputed');
  await page.goto('/coaching');
  await expect(page.getByText('product owned')).toHaveCount(0);
  await adminPage.goto('/admin?tab=purchases');
  await adminPage.getByRole('link', { name: 'Disputes' }).click();
  await expect(adminPage.getByText(/^Answer by .* \(\d days\)$/)).toBeVisible();
  await expectPassesAudit(adminPage, 'dispute');
  const download = adminPage.waitForEvent('download');
  await adminPage.getByRole('button', { name: 'Download evidence' }).click();
  expect((await download).suggestedFilename()).toMatch(/^dispute-evidence-.*\.txt$/);
  await adminPage.getByRole('button', { name: 'Answer the bank...' }).click();
  const answer = adminPage.getByRole('dialog', { name: /^Answer the bank about / });
  await answer.getByLabel(/^What only you know/).fill('They opened it the same day.');
  await expectPassesAudit(adminPage, 'dispute-answer');
  await answer.getByRole('button', { name: 'Send evidence to Stripe' }).click();
  await expect(answer).toHaveCount(0);
  await expect(adminPage.getByText(/^Sent to Stripe on /)).toBeVisible();
  await expect(adminPage.getByRole('link', { name: 'Disputes', exact: true })).toBeVisible();

  await sandbox.winDispute();
  await expectOwned([expect.any(String)]);
  await page.goto('/billing');
  await expect(purchase.getByText('Paid', { exact: true })).toBeVisible();
  await page.goto('/coaching');
  await expect(page.getByText('product owned')).toBeVisible();
  await adminPage.reload();
  await expect(adminPage.getByText('Settled, access restored')).toBeVisible();
});

test('a payment is refunded, and the student is notified', async () => {
  await buyFirstProduct(page);
  await page.goto('/coaching');
  await expect(page.getByText('products owned')).toBeVisible();
  await adminPage.goto('/admin?tab=purchases&type=pdf');
  await adminPage
    .getByRole('button', { name: /^Refund / })
    .first()
    .click();
  const dialog = adminPage.getByRole('dialog');
  await expect(dialog.getByRole('checkbox', { name: 'Also end access' })).toBeChecked();
  await expectPassesAudit(adminPage, 'refund-dialog');
  await dialog.getByLabel('Reason').fill('Bought by mistake');
  await expect(dialog.getByRole('button', { name: /^Refund all/ })).toBeVisible();
  await dialog.getByLabel('Reason').press('Enter');
  await expect(dialog).toBeHidden();
  await expectOwned([expect.any(String)]);
  await page.goto('/billing');
  await expect(payments().getByText('Refunded', { exact: true })).toBeVisible();
  await expectPassesAudit(page, 'refunded');
  await page.goto('/coaching');
  await expect(page.getByText('product owned')).toBeVisible();
  await expect
    .poll(async () => (await context.request.get('/dev/outbox')).text())
    .toContain('Refunded in total');
});

test('a renewal that requires authentication is confirmed, and the membership continues', async ({
  browser,
}) => {
  const second = await signedInContext(browser, academy.url, demoApplicant);
  const otherPage = await second.newPage();
  await otherPage.goto('/subscription-plans');
  await otherPage.getByRole('button', { name: 'Choose Gold' }).click();
  await payByCard(otherPage, '4000 0027 6000 3184');
  await otherPage.getByRole('button', { name: 'Complete authentication' }).click();
  await otherPage.waitForURL(/\/payment-success\?session_id=cs_test_/);
  await expect(otherPage.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();

  await sandbox.pass(31);
  const notice = otherPage
    .getByRole('alert')
    .filter({ hasText: 'Your bank asks you to confirm the payment' });
  await expectEmail('Please confirm your payment');
  await otherPage.goto('/billing');
  await expect(notice).toBeVisible();
  await expectPassesAudit(otherPage, 'confirm-payment');
  await otherPage.goto('/coaching-pdfs');
  const banner = otherPage.getByRole('complementary', { name: 'Payment failed' });
  await expect(banner).toContainText('Your bank asks you to confirm a payment.');
  await expectPassesAudit(otherPage, 'confirm-payment-banner');

  await banner.getByRole('link', { name: 'Confirm payment' }).click();
  await otherPage.getByRole('alert').getByRole('link', { name: 'Confirm payment' }).click();
  await otherPage.getByRole('button', { name: /^Pay \$5\.00 with the card that ends in 3184/ }).click();
  await otherPage.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(otherPage.getByText(/· paid/)).toBeVisible();
  await otherPage.goto('/billing');
  await expect(otherPage.getByText('Active', { exact: true })).toBeVisible();
  await expect(otherPage.getByRole('alert')).toHaveCount(0);
  await second.close();
});

test('a new price is announced to existing subscribers and shown on the billing page', async () => {
  await adminPage.goto('/admin?tab=settings&view=prices');
  const form = adminPage.getByRole('group', { name: 'Prices of Diamond' });
  await form.getByLabel('Charged each month ($)').fill('12');
  await adminPage.getByRole('button', { name: 'Save Membership prices' }).click();
  await expect(form.getByText('One subscription keeps an earlier price.')).toBeVisible();
  await form.getByRole('button', { name: 'Charge earlier subscribers $12.00 for Diamond' }).click();
  const dialog = adminPage.getByRole('dialog', { name: 'Charge earlier subscribers $12.00 for Diamond?' });
  await expectPassesAudit(adminPage, 'announce-price');
  await dialog.getByRole('button', { name: 'Notify one subscriber' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(form.getByText('One subscriber was notified of today’s price.')).toBeVisible();
  await expectEmail('Your Diamond membership will cost $12.00 a month');
  await page.goto('/billing');
  await expect(page.getByText('$12.00', { exact: false }).first()).toBeVisible();
  await expectPassesAudit(page, 'price-announced');
});
