import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { timing } from '../../../client/lib/timing.ts';
import { admin } from '../academy.ts';
import { ownAcademy } from '../own-academy.ts';
import { settle } from '../settled-page.ts';
import { demoStudent, signedInContext } from '../sign-in.ts';

/** The main tasks with the keyboard only, and what screen readers announce. No test here uses the mouse. */

const academy = ownAcademy();
let visitorContext: BrowserContext;
let studentContext: BrowserContext;
let adminContext: BrowserContext;

test.use({ trace: 'off', actionTimeout: 10_000 });

test.beforeAll(async ({ browser }) => {
  visitorContext = await browser.newContext({ baseURL: academy.url });
  studentContext = await signedInContext(browser, academy.url, demoStudent);
  adminContext = await signedInContext(browser, academy.url, admin);
});

async function open(context: BrowserContext, path: string, { ownClock = false } = {}): Promise<Page> {
  const page = await context.newPage();
  if (ownClock) await page.clock.install();
  await page.goto(path);
  await settle(page);
  return page;
}

/** Presses Tab until the element has the focus. @throws if Tab does not reach the element */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target} is not reached by Tab`);
}

/** Expects a visible focus: an outline of at least two pixels. */
async function expectFocusRing(target: Locator): Promise<void> {
  await expect(target).toBeFocused();
  const width = await target.evaluate((element) => {
    const style = getComputedStyle(element);
    return style.outlineStyle === 'none' ? 0 : Number.parseFloat(style.outlineWidth);
  });
  expect(width).toBeGreaterThanOrEqual(2);
}

test('the first tab stop is a skip link to the content', async () => {
  const page = await open(visitorContext, '/products');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expectFocusRing(skip);
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await page.close();
});

test('the site menu opens and closes by keyboard, and Escape returns the focus to its button', async () => {
  const page = await open(visitorContext, '/products');
  const toggle = page.getByRole('button', { name: /^(Open|Close) menu$/ });
  await tabTo(page, toggle);
  await expectFocusRing(toggle);
  await page.keyboard.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expectFocusRing(page.getByRole('navigation').getByRole('link', { name: 'Home' }));
  await page.keyboard.press('Escape');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(toggle).toBeFocused();

  // The menu also closes when the focus leaves it.
  await page.keyboard.press('Space');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Shift+Tab');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await page.close();
});

test('the account menu opens and closes by keyboard, and Escape returns the focus to its button', async () => {
  const page = await open(studentContext, '/products');
  const toggle = page.getByRole('button', { name: /Account menu/ });
  await tabTo(page, toggle);
  await page.keyboard.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expectFocusRing(page.getByRole('link', { name: 'Coaching Dashboard' }));
  await page.keyboard.press('Escape');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(toggle).toBeFocused();
  await page.close();
});

test('a new page is announced and takes the focus', async () => {
  const page = await open(visitorContext, '/');
  await tabTo(page, page.getByRole('navigation').getByRole('link', { name: 'Products' }).first());
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/products$/);
  await expect(page).toHaveTitle(/^Products · /);
  await expect(page.locator('#route-announcer')).toHaveText(/^Products · /);
  await expect(page.locator('main')).toBeFocused();
  await page.close();
});

test('the payment page of a product is opened by keyboard', async () => {
  const page = await open(studentContext, '/products');
  const buy = page.getByRole('button', { name: 'Buy $9.99 Three-Bet Pots' });
  await tabTo(page, buy);
  await expectFocusRing(buy);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/c\/pay\/cs_test_/);
  await page.close();
});

test('the arrow keys, Home and End move between the tabs of the admin area', async () => {
  const page = await open(adminContext, '/admin');
  const tab = (name: string) => page.getByRole('tab', { name });
  await tabTo(page, tab('Dashboard & Stats'));
  await expectFocusRing(tab('Dashboard & Stats'));
  await page.keyboard.press('ArrowDown');
  await expect(tab('KYC Management')).toBeFocused();
  await expect(tab('KYC Management')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/tab=kyc/);
  await page.keyboard.press('End');
  await expect(tab('Audit Log')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(tab('Dashboard & Stats')).toBeFocused();
  await page.close();
});

test('a dialog keeps the focus, asks before it discards input, and returns the focus to its button when it closes', async () => {
  const page = await open(adminContext, '/admin?tab=products');
  const edit = page.getByRole('button', { name: /^Edit/ }).first();
  await tabTo(page, edit);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: /^Edit/ })).toBeVisible();
  // More than one full cycle: the focus never leaves the dialog.
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    const inside = await dialog.evaluate((element) => element.contains(document.activeElement));
    expect(inside, `after ${presses + 1} presses of Tab`).toBe(true);
  }

  // Without changes, Escape closes the dialog immediately.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(edit).toBeFocused();

  // After a change, Escape asks for a confirmation, and Enter on “Keep editing” returns to the dialog with its input.
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByLabel('Title'));
  await page.keyboard.press('End');
  await page.keyboard.type(' again');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Discard what you typed?')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Title')).toHaveValue(/ again$/);
  await expect(page.getByText('Discard what you typed?')).toHaveCount(0);
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);

  await page.keyboard.press('Escape');
  await tabTo(page, page.getByRole('button', { name: 'Discard', exact: true }));
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(edit).toBeFocused();
  await page.close();
});

test('messages are announced one at a time, stay while they have the focus, and can be closed by keyboard', async () => {
  const page = await open(studentContext, '/profile', { ownClock: true });
  const messages = page.getByRole('region', { name: 'Messages' });
  const edit = page.getByRole('button', { name: 'Edit' });
  const rename = async (name: string) => {
    await tabTo(page, edit);
    await page.keyboard.press('Enter');
    const first = page.getByLabel('First Name');
    await expect(first).toBeVisible();
    await first.focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(messages.getByRole('status')).toHaveCount(1);
    await expect(edit).toBeVisible();
  };
  await rename('Samuel');
  await rename('Sam');
  const longerThanShown = timing.toast + 1_000;
  await page.clock.runFor(longerThanShown);
  await expect(messages.getByRole('status')).toHaveCount(0);

  await rename('Samuel');
  await rename('Sam');
  const dismiss = messages.getByRole('button', { name: 'Dismiss' });
  await tabTo(page, dismiss);
  await page.clock.runFor(longerThanShown);
  await expectFocusRing(dismiss);
  await page.keyboard.press('Enter');
  await expect(messages.getByRole('status')).toHaveCount(0);
  await page.close();
});

test('the PDF reader gets the focus, handles shortcuts, and shows a focus ring only after keyboard input', async () => {
  const page = await open(studentContext, '/coaching-pdfs');
  const read = page.getByRole('link', { name: /^Read/ }).first();
  const pages = page.getByRole('region', { name: /^Pages of / });
  const ring = () => pages.evaluate((element) => getComputedStyle(element).outlineStyle);
  await tabTo(page, read);
  await page.keyboard.press('Enter');
  await expectFocusRing(pages);

  await page.reload();
  await expect(pages).toBeFocused();
  expect(await ring()).toBe('none');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByLabel(/^Page, 1 to /)).toHaveValue('2');
  await expectFocusRing(pages);
  await page.close();
});
