import type { Page } from '@playwright/test';

/** Waits for the sandbox's payment page, and fills in a card. */
export async function fillCard(page: Page, number = '4242 4242 4242 4242'): Promise<void> {
  await page.waitForURL(/\/c\/pay\/cs_test_/);
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry (MM / YY)').fill('12 / 30');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Name on card').fill('Nora Brandt');
}

/** Pays on the sandbox's payment page, and waits for the receipt. */
export async function payByCard(page: Page): Promise<void> {
  await fillCard(page);
  await page.getByRole('button', { name: /^(Pay|Subscribe)/ }).click();
  await page.waitForURL(/\/payment-success\?session_id=cs_test_/);
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
}

/**
 * Buys the first product in the shop that the logged-in student does not own, on the sandbox's payment page. The window
 * must be wide enough for the links in the navigation bar. Afterwards, the page shows the receipt.
 */
export async function buyFirstProduct(page: Page): Promise<void> {
  // The shop is opened through a link, because the server renders it as visitors see it, whatever the student owns.
  await page.goto('/profile');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click();
  await page
    .getByRole('button', { name: /^Buy \$/ })
    .first()
    .click();
  await payByCard(page);
}
