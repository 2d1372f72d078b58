import { expect, test } from '@playwright/test';
import { ownAcademy } from '../own-academy.ts';

const academy = ownAcademy();

test('the API documentation renders within the content security policy', async ({ page }) => {
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('requestfailed', (request) => problems.push(request.url()));
  await page.goto(`${academy.url}/api/docs`);
  await expect(page.getByRole('heading', { level: 1 }).or(page.locator('h2.title'))).toContainText(
    'Poker Academy',
  );
  const call = page.locator('#operations-Payments-postCreatePurchaseSession');
  await call.getByRole('button').first().click();
  await expect(call.getByText('Responses', { exact: true })).toBeVisible();
  await expect(call.getByRole('button', { name: 'Try it out' })).toHaveCount(0);
  expect(problems).toEqual([]);
});
