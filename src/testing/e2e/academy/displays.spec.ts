import { type BrowserContext, expect, type Locator, test } from '@playwright/test';
import { numberedImage } from '../../images.ts';
import { admin } from '../academy.ts';
import { desktop, phone } from '../accessibility-audit.ts';
import { overflowOf } from '../overflow.ts';
import { ownAcademy } from '../own-academy.ts';
import { buyFirstProduct } from '../sandbox-purchase.ts';
import { settle } from '../settled-page.ts';
import { demoCoach, demoStudent, signedInContext } from '../sign-in.ts';

/** Forced colors (Windows contrast themes), tablets, large text, text direction, print, and what a toast covers. */

const academy = ownAcademy();
let context: BrowserContext;

test.use({ trace: 'off', actionTimeout: 10_000 });

test.beforeAll(async ({ browser }) => {
  context = await signedInContext(browser, academy.url, demoStudent, { forcedColors: 'active' });
});

async function open(path: string) {
  const page = await context.newPage();
  await page.goto(path);
  await settle(page);
  return page;
}

const background = (element: Locator): Promise<string> =>
  element.evaluate((node) => getComputedStyle(node).backgroundColor);

test('with forced colors, a switch that is on differs from one that is off', async () => {
  const page = await open('/profile/brief');
  const switches = page.getByRole('switch');
  expect(await background(switches.and(page.locator(':checked')).first())).not.toBe(
    await background(switches.and(page.locator(':not(:checked)')).first()),
  );
});

test('with forced colors, the selected choice and the current link differ from the others', async () => {
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

test('with forced colors, a range shows which hands are raised', async () => {
  const page = await open('/ranges');
  await page.getByRole('link', { name: 'Under the gun (UTG): first in' }).click();
  const raised = page.getByRole('gridcell', { name: /^AA/ });
  await raised.waitFor();
  expect(await background(raised.locator('span').first())).not.toBe(await background(raised));
});

test('with forced colors, the menu item that the keyboard has reached differs from the others', async ({
  browser,
}) => {
  const adminContext = await signedInContext(browser, academy.url, admin, { forcedColors: 'active' });
  const page = await adminContext.newPage();
  await page.goto('/admin?tab=products');
  await page
    .getByRole('button', { name: /^More actions/ })
    .first()
    .click();
  await page.keyboard.press('Home');
  const items = page.getByRole('menuitem');
  await expect(items.first()).toHaveAttribute('data-focus');
  await expect(items.first()).toHaveCSS('forced-color-adjust', 'none');
  await expect(items.last()).toHaveCSS('forced-color-adjust', 'auto');
  await adminContext.close();
});

test('with forced colors, the progress of an upload is visible', async () => {
  const page = await open('/kyc');
  // The request gets no response, so the progress bar stays.
  await page.route(/\/uploads\//, () => undefined);
  await page
    .getByLabel(/^Front side/)
    .first()
    .setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: await numberedImage(1) });
  await expect(page.getByRole('progressbar')).toHaveCSS('forced-color-adjust', 'none');
});

test('on a tablet, the academy’s name is not cut off, nor are the tables and search fields of the admin area', async ({
  browser,
}) => {
  await buyFirstProduct(await context.newPage());
  const tablet = await signedInContext(browser, academy.url, admin, {
    viewport: { width: 768, height: 1024 },
    reducedMotion: 'reduce',
  });
  const page = await tablet.newPage();
  await page.goto('/admin?tab=purchases');
  await expect(page.getByRole('button', { name: /^Refund / }).first()).toBeInViewport({ ratio: 1 });
  const name = page.getByRole('navigation', { name: 'Main' }).locator('.truncate').first();
  expect(await name.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
  await page.goto('/admin');
  const approve = page.getByRole('button', { name: /^Approve / }).first();
  await approve.waitFor();
  const right = await approve.evaluate((node) => node.getBoundingClientRect().right);
  expect(right).toBeLessThan(768);
  await page.goto('/admin?tab=products');
  const file = page
    .getByRole('cell', { name: /^River Decisions\.pdf/ })
    .locator('span')
    .first();
  expect(await file.evaluate((node) => node.clientWidth)).toBeGreaterThan(100);
  await page.goto('/admin?tab=stats&view=webhooks');
  const type = page.getByRole('cell', { name: /^checkout\.session\.completed/ }).first();
  const linesPerPart = await type.locator('.font-mono').evaluate((node) =>
    [...node.childNodes].map((part) => {
      const range = document.createRange();
      range.selectNode(part);
      return range.getClientRects().length;
    }),
  );
  expect(Math.max(...linesPerPart)).toBe(1);
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('/admin?tab=products');
  const find = page.getByRole('searchbox', { name: 'Find' });
  expect(await find.evaluate((node) => node.clientWidth)).toBeGreaterThan(200);
  await tablet.close();
});

test('on a tablet, the buttons in the last column of the tables of days and drills are in view', async ({
  browser,
}) => {
  const tablet = await signedInContext(browser, academy.url, demoCoach, {
    viewport: { width: 768, height: 1024 },
    reducedMotion: 'reduce',
  });
  const page = await tablet.newPage();
  await page.goto('/goals');
  await page.getByRole('button', { name: 'Edit today' }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, value] of [
    ['Studied, minutes', '90'],
    ['Hands played', '12000'],
    ['Won or lost, dollars', '-1234.50'],
    ['Note', 'Folded the river too often, and called the turn too often'],
  ] as const) {
    await dialog.getByLabel(label).fill(value);
  }
  await dialog.getByRole('button', { name: 'Save today' }).click();
  await expect(dialog).toBeHidden();
  const lastButton = (table: string) => page.getByRole('table', { name: table }).getByRole('button').last();
  for (const [table, path] of [
    ['Study and results by day', undefined],
    ['Drills', '/coach?view=drills'],
  ] as const) {
    if (path) await page.goto(path);
    await lastButton(table).focus();
    const { left, right } = await lastButton(table).evaluate((node) => ({
      left: node.closest('[class*=overflow-x-auto]')?.scrollLeft,
      right: node.getBoundingClientRect().right,
    }));
    expect(left).toBe(0);
    expect(right).toBeLessThan(768);
  }
  // The name of the deck is on one line, because the column is wide enough.
  const deck = page.getByRole('cell', { name: 'Raised pots' }).first().locator('span');
  expect(await deck.evaluate((node) => node.getClientRects().length)).toBe(1);
  await tablet.close();
});

test('the Save button does not cover a field that gets the focus, and the page does not scroll when the Save button gets the focus', async ({
  browser,
}) => {
  const desktop = await signedInContext(browser, academy.url, admin, {
    viewport: { width: 1440, height: 700 },
  });
  const page = await desktop.newPage();
  await page.goto('/admin?tab=settings&view=review');
  const first = page.getByRole('textbox', { name: 'Identity review takes at least (hours)' });
  await first.fill('20');
  const save = page.getByRole('button', { name: 'Save Identity review' });
  const fields = page.getByRole('combobox').or(page.getByRole('textbox'));
  const barTop = () => save.evaluate((node) => node.parentElement?.getBoundingClientRect().top ?? 0);
  await first.focus();
  let visited = 0;
  while (!(await save.evaluate((node) => node === document.activeElement))) {
    await page.keyboard.press('Tab');
    const focused = fields.and(page.locator(':focus'));
    if ((await focused.count()) === 0) continue;
    visited += 1;
    expect(await focused.evaluate((node) => node.getBoundingClientRect().bottom)).toBeLessThanOrEqual(
      await barTop(),
    );
  }
  expect(visited).toBeGreaterThan(2);

  const scrollY = () => page.evaluate(() => window.scrollY);
  await page.evaluate(() => window.scrollTo({ top: 100, behavior: 'instant' }));
  for (const button of [save, page.getByRole('button', { name: 'Discard changes' })]) {
    await button.focus();
    expect(await scrollY()).toBe(100);
  }
  await desktop.close();
});

/** Half as wide as a phone, so that text of the normal size has as little room as text twice as large on a phone. */
const phoneWithLargeText = { width: 195, height: 422 };

test('with text twice as large, pages on a phone do not scroll sideways', async ({ browser }) => {
  const visitor = await browser.newContext({ baseURL: academy.url });
  for (const [user, paths] of [
    [visitor, ['/practice', '/ranges']],
    [
      context,
      [
        '/',
        '/products',
        '/subscription-plans',
        '/coaching',
        '/daily',
        '/questions',
        '/billing',
        '/profile',
        '/coach',
        '/practice?ask=due',
      ],
    ],
  ] as const) {
    const page = await user.newPage();
    await page.setViewportSize(phoneWithLargeText);
    for (const path of paths) {
      await page.goto(path);
      await settle(page);
      expect(await overflowOf(page), path).toBeLessThanOrEqual(0);
    }
  }
  await visitor.close();
});

test('with text twice as large, a hand on a phone does not scroll sideways', async () => {
  const page = await open('/hands');
  await page.locator('main ul a[href^="/hands/"]').first().click();
  const replayer = page.getByRole('region', { name: 'Replayer' });
  await replayer.waitFor();
  await page.setViewportSize(phoneWithLargeText);
  // The first layout after a resize may still use the old size of a container.
  await expect.poll(() => overflowOf(page)).toBeLessThanOrEqual(0);
  expect(await replayer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.getByRole('button', { name: 'Play it in guess mode' }).click();
  const fold = await page.getByRole('button', { name: 'Fold', exact: true }).boundingBox();
  expect(fold?.height).toBeLessThan(60);
});

test('on the narrowest phones, the two typed cards of a built hand are visible', async () => {
  const page = await open('/hands/new');
  const cards = page.getByRole('textbox', { name: 'Your cards' });
  await cards.fill('AhKd');
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: phone.height });
    expect(await cards.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }
});

test('on a phone, the links to the views of the coach page are on one line', async ({ browser }) => {
  const coach = await signedInContext(browser, academy.url, demoCoach, { viewport: phone });
  const page = await coach.newPage();
  await page.goto('/coach');
  const links = page.getByRole('navigation', { name: 'Coaching' }).getByRole('link');
  await expect(links).toHaveCount(4);
  const tops = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  await coach.close();
});

test('with text twice as large, the login link on a phone fits into the navigation bar', async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: academy.url, viewport: phoneWithLargeText });
  await page.goto('/');
  const bar = await page.getByRole('banner').boundingBox();
  const login = await page.getByRole('link', { name: 'Login / Sign Up' }).boundingBox();
  expect(login?.height).toBeLessThan(bar?.height ?? 0);
  await page.close();
});

test('each line of a note has the direction of its language', async () => {
  const page = await open('/coaching');
  await page.getByRole('link', { name: 'How to Read a Hand History', exact: true }).click();
  const hebrew = 'לוותר כאן.';
  await page.getByRole('textbox', { name: 'New note' }).fill(`${hebrew}\nFold here.`);
  await page.getByRole('button', { name: 'Add note' }).click();
  const gaps = await page.locator('p', { hasText: hebrew }).evaluate((note, end) => {
    const text = note.firstChild ?? note;
    const box = note.getBoundingClientRect();
    const line = document.createRange();
    line.selectNodeContents(text);
    line.setEnd(text, end);
    const first = line.getBoundingClientRect();
    line.selectNodeContents(text);
    line.setStart(text, end + 1);
    return { right: box.right - first.right, left: line.getBoundingClientRect().left - box.left };
  }, hebrew.length);
  expect(gaps.right).toBeCloseTo(0, 0);
  expect(gaps.left).toBeCloseTo(0, 0);
});

test('a student’s truncated text has the direction of its language', async () => {
  const page = await open('/questions');
  const thought = page.locator('main ul a[href^="/questions/"] .line-clamp-2').first();
  await thought.waitFor();
  expect(await thought.evaluate((text) => getComputedStyle(text).unicodeBidi)).toBe('plaintext');
});

test('a question is printed with its hand, and a session with its text but without its player', async () => {
  const page = await open('/questions');
  await page.locator('main ul a[href^="/questions/"]').first().click();
  await page.getByRole('region', { name: 'Replayer' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: /^(Play|Next|Read as text)/ })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Preflop' })).toBeVisible();
  await expect(page.getByText('You get an email when it is answered.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'The academy may use this hand' })).toBeHidden();

  await page.emulateMedia({ media: 'screen' });
  await page.goto('/coaching');
  await page.getByRole('link', { name: 'How to Read a Hand History', exact: true }).click();
  const text = page.getByRole('heading', { name: 'The session in writing' });
  await text.waitFor();
  await page.emulateMedia({ media: 'print' });
  await expect(text).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Play|Mark as complete|Add note)/ })).toHaveCount(0);
});

/** The texts of the selected elements that the toast covers. */
function coveredBy(toast: Locator, selector: string): Promise<(string | null)[]> {
  return toast.evaluate((region, elements) => {
    const over = region.getBoundingClientRect();
    return [...document.querySelectorAll(elements)]
      .filter((element) => {
        const box = element.getBoundingClientRect();
        const overlaps =
          box.left < over.right && box.right > over.left && box.top < over.bottom && box.bottom > over.top;
        return overlaps && !region.contains(element);
      })
      .map((element) => element.textContent);
  }, selector);
}

test('a toast on a phone covers neither the heading nor the navigation bar, nor the buttons of a dialog', async ({
  browser,
}) => {
  const context = await signedInContext(browser, academy.url, demoStudent);
  const page = await context.newPage();
  await buyFirstProduct(page);
  const toast = page.getByRole('region', { name: 'Messages' }).getByRole('status');
  // A toast stays visible while it has the focus.
  await toast.getByRole('button', { name: 'Dismiss' }).focus();
  await page.setViewportSize(phone);
  await expect(toast).toBeInViewport({ ratio: 1 });
  expect(await coveredBy(toast, 'h1, header a, header button')).toEqual([]);
  await page.goto('/goals');
  await page.getByRole('button', { name: 'Edit today' }).click();
  await page.getByLabel('Hands played').fill('1');
  await page.getByRole('button', { name: 'Save today' }).click();
  await page.getByRole('button', { name: 'Edit today' }).click();
  await toast.getByRole('button', { name: 'Dismiss' }).focus();
  expect(await coveredBy(toast, '[role=dialog] button')).toEqual([]);
  await context.close();
});

test('a toast covers no button of a large dialog, and returns to its corner', async ({ browser }) => {
  const context = await signedInContext(browser, academy.url, admin);
  const page = await context.newPage();
  await page.goto('/admin?tab=products');
  const more = page.getByRole('button', { name: /^More actions/ });
  await more.first().click();
  await page.getByRole('menuitem', { name: /^Duplicate/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Save changes' })).toBeVisible();
  const toast = page.getByRole('region', { name: 'Messages' }).getByRole('status');
  await toast.getByRole('button', { name: 'Dismiss' }).focus();
  expect(await coveredBy(toast, '[role=dialog] button')).toEqual([]);
  await page.setViewportSize(phone);
  expect(await coveredBy(toast, '[role=dialog] button')).toEqual([]);
  await page.setViewportSize(desktop);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  expect((await toast.boundingBox())?.x).toBeGreaterThan(desktop.width / 2);
  await context.close();
});
