import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { clientPaths, isClientPath } from '../../../shared/client-paths.ts';
import { renderedPages } from '../../../shared/page-state.ts';
import { admin } from '../academy.ts';
import { allLooks, audit, desktop } from '../accessibility-audit.ts';
import { recordConsoleErrors } from '../console-errors.ts';
import { ownAcademy } from '../own-academy.ts';
import { findExamples } from '../route-examples.ts';
import { buyFirstProduct } from '../sandbox-purchase.ts';
import { settle } from '../settled-page.ts';
import { demoApplicant, demoStudent, signIn } from '../sign-in.ts';

/**
 * Audits every screen against WCAG 2.2 AA with axe. The paths come from the running router, and the audit opens every
 * tab of a page, so new screens are covered automatically. No page may violate the content security policy or log an
 * error to the console.
 */

// The report names the element of each violation, so a trace is not needed.
test.use({ trace: 'off', actionTimeout: 10_000 });

type Person = { email: string; password: string };

const academy = ownAcademy();
let receiptPath: string;
/** A path for each route with parameters. The tests fail for a route without one. */
let examples: Record<string, string>;

test.beforeAll(async ({ browser }) => {
  const context = await openContext(browser, demoStudent);
  examples = await findExamples(context.request, academy.url);
  examples['/read/$kind/$id'] = '/read/plan/1';
  const page = await context.newPage();
  await buyFirstProduct(page);
  receiptPath = new URL(page.url()).pathname + new URL(page.url()).search;
  await context.close();
});

/** Console errors of all contexts that the test has opened. */
let consoleErrors: (readonly string[])[] = [];
test.afterEach(() => {
  const found = consoleErrors.flat();
  consoleErrors = [];
  expect(found).toEqual([]);
});

async function openContext(browser: Browser, who?: Person): Promise<BrowserContext> {
  // Reduced motion, so that no element is audited during a fade-in.
  const context = await browser.newContext({
    baseURL: academy.url,
    viewport: desktop,
    reducedMotion: 'reduce',
  });
  consoleErrors.push(await recordConsoleErrors(context));
  if (who) await signIn(context, academy.url, who);
  return context;
}

/** All route paths of the running router, such as `/products/$id`. */
async function routePaths(page: Page): Promise<string[]> {
  await page.goto('/');
  await settle(page);
  return page.evaluate(() => Object.keys(window.__TSR_ROUTER__?.routesByPath ?? {}));
}

const visit = (page: Page, path: string): Promise<void> =>
  page.evaluate((href) => window.__TSR_ROUTER__?.navigate({ href }), path);

/** @throws Error for a route with parameters that has no example */
function exampleOf(path: string): string {
  const example = path.includes('$') ? examples[path] : path;
  if (!example) throw new Error(`${path} needs an example in route-examples.ts`);
  return example;
}

/** Audits the page in its initial state, then each of its tabs and the views of each tab. */
async function auditWithTabs(page: Page, state: string, looks?: typeof allLooks): Promise<string[]> {
  const found = await audit(page, state, looks);
  const auditPart = async (part: Locator, attribute: string, value: string) => {
    await part.click();
    await expect(part).toHaveAttribute(attribute, value);
    await settle(page);
    found.push(...(await audit(page, `${state}, ${await part.innerText()}`)));
  };
  const tabs = page.getByRole('tab');
  const views = page.getByRole('navigation', { name: /views$/ }).getByRole('link');
  for (let index = 1; index < (await tabs.count()); index += 1) {
    await auditPart(tabs.nth(index), 'aria-selected', 'true');
    for (let view = 1; view < (await views.count()); view += 1) {
      await auditPart(views.nth(view), 'aria-current', 'page');
    }
  }
  return found;
}

/** The structure of the main content: each element with its style and role, and whether it contains text. */
function screenStructure(page: Page): Promise<string> {
  return page.locator('main').evaluate((main) => {
    const outline = (element: Element): string => {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      const attributes = ['class', 'style', 'role', 'type', 'disabled'].map((name) =>
        element.getAttribute(name),
      );
      const inside = [...element.children].map(outline).join('');
      return `<${element.tagName} ${attributes.join('|')}>${hasText ? '…' : ''}${inside}</>`;
    };
    return outline(main);
  });
}

/** The duration of each animation on the page that is long enough to be visible. */
const visibleAnimations = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => {
      const { endTime = 0 } = effect?.getComputedTiming() ?? {};
      return Number(endTime) > 50 ? [`${endTime} ms`] : [];
    }),
  );

/** Screens that differ only in their text are audited once, for all URLs and roles. */
const audited = new Set<string>();

/** Whether to audit a path as an admin: always with `ALL_LOOKS`, otherwise if admins see a different screen there. */
const differsForAdmins = (path: string): boolean =>
  Boolean(process.env.ALL_LOOKS) || /^\/$|^\/(admin|hands|coaching|terms-of-service)\b/.test(path);

const roles = [
  { name: 'visitor', who: undefined },
  { name: 'student', who: demoStudent },
  { name: 'admin', who: admin },
];

for (const { name, who } of roles) {
  test(`every route passes the audit with the role ${name}`, async ({ browser }) => {
    const context = await openContext(browser, who);
    const page = await context.newPage();
    const paths = (await routePaths(page))
      .map(exampleOf)
      .filter((path) => name !== 'admin' || differsForAdmins(path));
    expect(paths.length).toBeGreaterThan(5);
    const found: string[] = [];
    for (const path of [...paths, '/no-such-page']) {
      // As a visitor, the test loads the public pages from the server. It opens all other pages within the app, which
      // takes a fifth of the time.
      if (!who && path in renderedPages) {
        await page.goto(path);
        expect(await visibleAnimations(page), `${path} is animated despite reduced motion`).toEqual([]);
      } else {
        await visit(page, path);
      }
      await settle(page);
      const screen = await screenStructure(page);
      // The navigation bar differs by role, so the first screen of each role is always audited, in all themes and
      // widths.
      const isFirst = path === paths[0];
      if (!isFirst && audited.has(screen)) continue;
      audited.add(screen);
      found.push(...(await auditWithTabs(page, `${path} as ${name}`, isFirst ? allLooks : undefined)));
    }
    await context.close();
    expect(found).toEqual([]);
  });
}

test('the server recognizes every path of the router', async ({ browser }) => {
  const context = await openContext(browser);
  const paths = await routePaths(await context.newPage());
  await context.close();
  expect(paths).toEqual(expect.arrayContaining([...clientPaths]));
  expect(paths.map(exampleOf).filter((path) => !isClientPath(path))).toEqual([]);
});

type State = { path: string; who?: Person; open?: (page: Page) => Promise<void> };

/** States that the audit of the routes does not reach: menus, dialogs, failures, a receipt, a rejected application. */
const states: Record<string, () => State> = {
  'payment receipt': () => ({ path: receiptPath, who: demoStudent }),
  'failed payment': () => ({ path: '/payment-error?reason=payment_failed&plan=gold&amount=500' }),
  'rejected application': () => ({ path: '/kyc', who: demoApplicant }),
  'open menu': () => ({
    path: '/',
    open: (page) => page.getByRole('button', { name: 'Open menu' }).click(),
  }),
  'open account menu': () => ({
    path: '/',
    who: demoStudent,
    open: (page) => page.getByRole('button', { name: /Account menu/ }).click(),
  }),
  'failed login': () => ({
    path: '/auth',
    async open(page) {
      await page.getByLabel('Email').fill('nobody@example.test');
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await page.getByRole('form').getByRole('alert').first().waitFor();
    },
  }),
  'shop that cannot be loaded': () => ({
    // Opened by a link within the app, because a direct load returns the products in the HTML.
    path: '/auth',
    async open(page) {
      await page.route('**/trpc/**', (route) => route.abort());
      await page.getByRole('navigation').getByRole('link', { name: 'Products' }).first().click();
      await page.getByRole('alert').getByRole('button').first().waitFor();
    },
  }),
  'password dialog': () => ({
    path: '/profile',
    who: demoStudent,
    async open(page) {
      await page.getByRole('button', { name: 'Change Password' }).click();
      await page.getByRole('dialog').getByRole('heading').first().waitFor();
    },
  }),
  'case in review': () => ({
    path: '/admin?tab=kyc',
    who: admin,
    async open(page) {
      await page
        .getByRole('button', { name: /^Review/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    },
  }),
  'payment in the admin area': () => ({
    path: '/admin?tab=purchases',
    who: admin,
    async open(page) {
      await page
        .getByRole('link', { name: /: payment of / })
        .first()
        .click();
      await page.getByRole('heading', { name: 'What happened' }).waitFor();
    },
  }),
  'payment events': () => ({
    path: '/admin?tab=system',
    who: admin,
    async open(page) {
      await page.getByRole('link', { name: 'Payment events' }).click();
      await page.getByText('Events arrive and are processed').waitFor();
    },
  }),
  message: () => ({
    path: '/admin?tab=messages',
    who: admin,
    async open(page) {
      const values = {
        name: 'Ann',
        email: 'ann@example.test',
        topic: 'privacy',
        message: 'What do you know?',
      };
      const sent = await page.request.post('/trpc/contact.send', {
        data: values,
        headers: { origin: academy.url },
      });
      expect(sent.status(), await sent.text()).toBe(200);
      await page.reload();
      await page.getByRole('link', { name: /^Ann/ }).click();
      await page.getByLabel('Your reply').waitFor();
    },
  }),
  'page that requires a new password': () => ({
    path: '/admin',
    who: admin,
    async open(page) {
      await page.route('**/trpc/**twoFactorStatus**', async (route) => {
        const response = await route.fetch();
        const body = await response.text();
        await route.fulfill({
          response,
          body: body.replace('"passwordRejected":false', '"passwordRejected":true'),
        });
      });
      await page.reload();
      await page.getByText('Change your password first').waitFor();
    },
  }),
  'product editor': () => ({
    path: '/admin?tab=products',
    who: admin,
    async open(page) {
      await page.getByRole('button', { name: /^Edit/ }).first().click();
      await page.getByRole('dialog').getByRole('heading').first().waitFor();
    },
  }),
};

for (const [name, stateOf] of Object.entries(states)) {
  test(`${name} passes the audit`, async ({ browser }) => {
    const { path, who, open } = stateOf();
    const context = await openContext(browser, who);
    const page = await context.newPage();
    await page.goto(path);
    await settle(page);
    await open?.(page);
    await settle(page);
    expect(await audit(page, name)).toEqual([]);
    await context.close();
  });
}

test('an audit finds violations', async ({ browser }) => {
  const context = await openContext(browser);
  const page = await context.newPage();
  await page.goto('/payment-error');
  await settle(page);
  await page.evaluate(() => {
    const wrong = document.createElement('div');
    wrong.innerHTML =
      '<button></button><p style="color:#999;background:#fff;width:600px">Too faint and too wide.</p>';
    document.querySelector('main')?.append(wrong);
  });
  const found = (await audit(page, 'wrong', allLooks)).join('\n');
  expect(found).toContain('1440 px, light: button-name');
  expect(found).toContain('390 px, dark: color-contrast');
  expect(found).toContain('scrolls sideways');
  await context.close();
});

test('the receipt prints on white, without its navigation', async ({ browser }) => {
  const context = await openContext(browser, demoStudent);
  const page = await context.newPage();
  await page.goto(receiptPath);
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
  await expect(page.getByRole('link', { name: /^(Read|Open) .* now$/ })).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByText('Transaction id', { exact: true })).toBeVisible();
  await expect(page.getByText('Amount paid')).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeHidden();
  await expect(page.getByRole('link', { name: /^(Read|Open) .* now$/ })).toBeHidden();
  // Read from a canvas, because the computed value may use any color space.
  const [red = 0, green = 0, blue = 0] = await page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) throw new Error('no canvas');
    pen.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data];
  });
  expect(Math.min(red, green, blue)).toBeGreaterThan(230);
  await context.close();
});

for (const [reducedMotion, isAnimated] of [
  ['no-preference', true],
  ['reduce', false],
] as const) {
  test(`the menu ${isAnimated ? 'is' : 'is not'} animated if prefers-reduced-motion is ${reducedMotion}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: academy.url, reducedMotion });
    const page = await context.newPage();
    await page.goto('/auth');
    await settle(page);
    const longest = await page.evaluate(() => {
      document.querySelector<HTMLElement>('header button[aria-expanded]')?.click();
      return new Promise<number>((resolve) =>
        requestAnimationFrame(() =>
          resolve(
            Math.max(
              0,
              ...document
                .getAnimations()
                .map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0)),
            ),
          ),
        ),
      );
    });
    await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible();
    if (isAnimated) expect(longest).toBeGreaterThan(100);
    else expect(longest).toBeLessThan(1);
    await context.close();
  });
}

test('each dialog on the profile page returns the focus to its button', async ({ browser }) => {
  const context = await openContext(browser, demoStudent);
  const page = await context.newPage();
  await page.goto('/profile');
  await settle(page);
  for (const name of ['Change Password', 'Two-Factor Setup', 'Download My Data', 'Delete Account']) {
    const opener = page.getByRole('button', { name, exact: true });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading').first()).toBeVisible();
    await expect
      .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)), name)
      .toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
  await context.close();
});
