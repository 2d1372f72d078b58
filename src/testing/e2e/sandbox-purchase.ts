import type { Page } from '@playwright/test';

/**
 * Buys the first product of the shop that the signed-in student does not own, on the sandbox's payment page.
 * The page, wide enough for the bar's links, ends on the receipt.
 */
export async function buyFirstProduct(page: Page): Promise<void> {
  // From another page: the shop's own address arrives with the products as a visitor sees them, owned ones included.
  await page.goto('/profile');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click();
  await page
    .getByRole('button', { name: /^Buy \$/ })
    .first()
    .click();
  await page.waitForURL(/\/c\/pay\/cs_test_/);
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry (MM / YY)').fill('12 / 30');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Name on card').fill('Nora Brandt');
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.waitForURL(/\/payment-success\?session_id=cs_test_/);
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
}
