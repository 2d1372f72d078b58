import { type BrowserContext, expect, type Locator, test } from '@playwright/test';
import { type Academy, startAcademy } from '../academy.ts';
import { settle } from '../settled-page.ts';
import { demoStudent, signIn } from '../sign-in.ts';

/** With forced colors, such as Windows contrast themes, states that only a color shows must stay visible. */

let academy: Academy;
let context: BrowserContext;

test.use({ trace: 'off', actionTimeout: 10_000 });

test.beforeAll(async ({ browser }) => {
  academy = await startAcademy();
  context = await browser.newContext({ baseURL: academy.url, forcedColors: 'active' });
  await signIn(context, academy.url, demoStudent);
});

test.afterAll(async () => {
  await academy?.remove();
});

async function open(path: string) {
  const page = await context.newPage();
  await page.goto(path);
  await settle(page);
  return page;
}

const background = (element: Locator): Promise<string> =>
  element.evaluate((node) => getComputedStyle(node).backgroundColor);

test('a switch that is on differs from one that is off', async () => {
  const page = await open('/profile/brief');
  const switches = page.getByRole('switch');
  expect(await background(switches.and(page.locator(':checked')).first())).not.toBe(
    await background(switches.and(page.locator(':not(:checked)')).first()),
  );
});

test('the selected choice and the current link differ from the others', async () => {
  const page = await open('/goals');
  const selected = page.getByRole('button', { name: '30 days' });
  await expect(selected).toHaveAttribute('aria-pressed', 'true');
  expect(await background(selected)).not.toBe(
    await background(page.getByRole('button', { name: '90 days' })),
  );
  await page.goto('/practice');
  await settle(page);
  const links = page.getByRole('navigation', { name: 'Main' });
  expect(await background(links.getByRole('link', { name: 'Practice' }))).not.toBe(
    await background(links.getByRole('link', { name: 'Hands' })),
  );
});

test('a range shows which hands are raised', async () => {
  const page = await open('/ranges');
  await page.getByRole('link', { name: 'Under the gun (UTG): first in' }).click();
  const raised = page.getByRole('gridcell', { name: /^AA/ });
  await raised.waitFor();
  expect(await background(raised.locator('span').first())).not.toBe(await background(raised));
});
