import { type BrowserContext, expect, test } from '@playwright/test';
import { numberedImage } from '../../images.ts';
import { ownAcademy } from '../own-academy.ts';
import { settle } from '../settled-page.ts';
import { demoStudent, signedInContext } from '../sign-in.ts';

/**
 * The oldest supported browsers are those of spring 2024: Chrome 122, Firefox 124 and Safari 17.4. These tests remove
 * newer JavaScript functions from pages and their workers.
 */

const academy = ownAcademy();

/** Runs in the browser. */
function removeNewerFunctions(): void {
  const newer: [unknown, string[]][] = [
    [Promise, ['try']],
    [Math, ['sumPrecise', 'f16round']],
    [URL, ['parse']],
    [RegExp, ['escape']],
    [Error, ['isError']],
    [Map.prototype, ['getOrInsert', 'getOrInsertComputed']],
    [WeakMap.prototype, ['getOrInsert', 'getOrInsertComputed']],
    [Uint8Array, ['fromBase64', 'fromHex']],
    [Uint8Array.prototype, ['toBase64', 'toHex', 'setFromBase64', 'setFromHex']],
    [
      Set.prototype,
      [
        'union',
        'intersection',
        'difference',
        'symmetricDifference',
        'isSubsetOf',
        'isSupersetOf',
        'isDisjointFrom',
      ],
    ],
    [
      Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())),
      ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
    ],
    [Intl, ['DurationFormat']],
    [globalThis, ['Iterator', 'Float16Array', 'Temporal']],
  ];
  for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(Object(owner), name);
}

async function makeOlder(context: BrowserContext): Promise<void> {
  await context.addInitScript(removeNewerFunctions);
  await context.route(/\/assets\/[^/]*worker[^/]*\.m?js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${removeNewerFunctions})();\n${await response.text()}` });
  });
}

test('a student opens the pages of the academy, and reads a PDF', async ({ browser }) => {
  const context = await signedInContext(browser, academy.url, demoStudent);
  await makeOlder(context);
  const page = await context.newPage();
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(`${page.url()}: ${error.error()}`));
  for (const path of [
    '/',
    '/products',
    '/coaching',
    '/practice',
    '/hands',
    '/ranges',
    '/odds',
    '/goals',
    '/billing',
  ]) {
    await page.goto(path);
    await settle(page);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }
  expect(await page.evaluate(() => 'getOrInsertComputed' in Map.prototype)).toBe(false);
  await page.goto('/read/plan/1');
  await expect(page.getByRole('region', { name: 'Page 1' }).locator('canvas')).toBeVisible();
  expect(errors).toEqual([]);
  await context.close();
});

test('a visitor uploads a document', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: academy.url });
  await makeOlder(context);
  const page = await context.newPage();
  await page.goto('/auth?tab=signup');
  const form = page.getByRole('form', { name: 'Sign Up' });
  const front = form.getByLabel('Front side');
  await expect(front).toBeEnabled();
  await front.setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: await numberedImage(1) });
  await expect(form.getByRole('button', { name: /^Replace Front side/ })).toBeVisible();
  await context.close();
});
