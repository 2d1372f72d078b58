import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { type Academy, openAcademy } from './academy.ts';

/** The page at /api/docs is drawn by the server and no route of the client, so accessibility.spec does not know it. */
let academy: Academy;

test.beforeAll(async () => {
  academy = await openAcademy();
});
test.afterAll(() => academy?.remove());

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

for (const width of [390, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`reads well at ${width} px in ${colorScheme}`, async ({ browser }, testInfo) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('console', (message) => problems.push(message.text()));
      page.on('requestfailed', (request) => problems.push(request.url()));
      await page.goto(`${academy.url}/api/docs`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('The calls of the academy');
      await page.screenshot({ path: testInfo.outputPath(`docs-${width}-${colorScheme}.png`) });
      await page.getByRole('navigation').getByText('Payments').click();
      await page.getByRole('link', { name: 'POST /api/create-purchase-session' }).click();
      await expect(page.locator('#postCreatePurchaseSession')).toBeInViewport();
      await page
        .locator('article', { has: page.locator('#postCreatePurchaseSession') })
        .getByText('Such as')
        .first()
        .click();
      await page.screenshot({ path: testInfo.outputPath(`call-${width}-${colorScheme}.png`) });
      const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      expect(problems).toEqual([]);
      await context.close();
    });
  }
}

test('works with the keyboard alone', async ({ page }) => {
  await page.goto(`${academy.url}/api/docs`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the calls' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('main details[open]').first()).toBeVisible();
});
