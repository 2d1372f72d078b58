import { expect, test } from '@playwright/test';
import { type Academy, openAcademy } from '../academy.ts';
import { expectWellMade } from '../accessibility-audit.ts';

/** The page at /api/docs is drawn by the server and no route of the client, so accessibility.spec does not know it. */
let academy: Academy;

test.beforeAll(async () => {
  academy = await openAcademy();
});
test.afterAll(() => academy?.remove());

test('reads well at every width and in every theme', async ({ page }) => {
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  page.on('requestfailed', (request) => problems.push(request.url()));
  await page.goto(`${academy.url}/api/docs`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The calls of the academy');
  await page.getByRole('navigation').getByText('Payments').click();
  await page.getByRole('link', { name: 'POST /api/create-purchase-session' }).click();
  await expect(page.locator('#postCreatePurchaseSession')).toBeInViewport();
  await page
    .locator('article', { has: page.locator('#postCreatePurchaseSession') })
    .getByText('Such as')
    .first()
    .click();
  await expectWellMade(page, 'api documents');
  expect(problems).toEqual([]);
});

test('works with the keyboard alone', async ({ page }) => {
  await page.goto(`${academy.url}/api/docs`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the calls' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('main details[open]').first()).toBeVisible();
});
