import { expect, type Locator, test } from '@playwright/test';
import { startAcademy } from '../academy.ts';
import { sandboxOf } from '../sandbox-controls.ts';
import { fillCard } from '../sandbox-purchase.ts';
import { demoStudent, signedInContext } from '../sign-in.ts';

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return box;
}

/** Leaving the payment page without a payment. Other messages about payments are tested in `*.screen.test.tsx`. */
test('a declined card is reported on the payment page, and a canceled checkout on a page of the academy', async ({
  browser,
}) => {
  const academy = await startAcademy();
  const context = await signedInContext(browser, academy.url, demoStudent);
  const page = await context.newPage();
  // Opened from another page, because a shop that is loaded directly starts with the view of a visitor, in which
  // products that the student owns have a Buy button, too.
  await page.goto('/profile');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click();
  await page
    .getByRole('button', { name: /^Buy \$/ })
    .first()
    .click();
  await fillCard(page, '4000 0000 0000 0002');
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByRole('alert')).toContainText('Your card was declined.');
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await page.waitForURL(/\/payment-error\?reason=cancelled&product=\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Cancelled' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('No charges were made');
  // On a phone, the message appears above the heading.
  await page.setViewportSize({ width: 360, height: 640 });
  await page.reload();
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText('Payment Cancelled')).toBeVisible();
  await expect
    .poll(async () => {
      const { y, height } = await boxOf(messages);
      return (await boxOf(page.getByRole('heading', { level: 1 }))).y - (y + height);
    })
    .toBeGreaterThanOrEqual(0);
  expect((await sandboxOf(academy).charges()).filter(({ status }) => status === 'succeeded')).toEqual([]);
  await academy.remove();
});
