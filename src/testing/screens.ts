import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { type Academy, admin, openAcademy } from './e2e/academy.ts';
import { buyFirstProduct } from './e2e/sandbox-purchase.ts';
import { demoApplicant, demoStudent, signIn } from './e2e/sign-in.ts';
import { chromiumFlags, systemChromium } from './system-chromium.ts';

/**
 * `npm run screens [folder]`: draws every screen at 390 and 1440 px, light and dark, as visitor, student and admin, on
 * a fresh academy with demo data: empty, on its way, failed and full. `contact-sheet.ts` shows them side by side.
 */

type Person = { email: string; password: string };
type Shot = {
  name: string;
  path: string;
  /** Before the page is opened. */
  before?: (page: Page) => Promise<unknown>;
  /** On the open page, to bring it into its state. */
  prepare?: (page: Page) => Promise<void>;
};

const widths = [390, 1440];
const schemes = ['light', 'dark'] as const;

/** Long enough that the screenshot is taken before the answer is there. */
const never = 60_000;

/** The screen while the answers whose names match are on their way. */
function loading(name: string, path: string, calls: RegExp): Shot {
  return {
    name: `${name}-loading`,
    path,
    before: (page) =>
      page.route(calls, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, never).unref());
        await route.abort().catch(() => undefined);
      }),
    // Skeletons wait a moment before they show.
    prepare: (page) => page.waitForTimeout(600),
  };
}

/** The screen when the answers whose names match never come. */
function failing(name: string, path: string, calls: RegExp): Shot {
  return {
    name: `${name}-error`,
    path,
    before: (page) => page.route(calls, (route) => route.abort()),
    // Some calls are tried again before they fail.
    prepare: async (page) => {
      await page.waitForFunction(() => !document.querySelector('.animate-pulse'));
    },
  };
}

function press(name: RegExp): (page: Page) => Promise<void> {
  return (page) => page.getByRole('button', { name }).first().click();
}

const visitorShots: Shot[] = [
  { name: 'landing', path: '/' },
  { name: 'menu', path: '/', prepare: press(/^Open menu$/) },
  { name: 'login', path: '/auth' },
  {
    name: 'login-refused',
    path: '/auth',
    async prepare(page) {
      await page.getByLabel('Email').fill('nobody@example.test');
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await press(/^Login$/)(page);
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'sign-up', path: '/auth?tab=signup' },
  { name: 'products', path: '/products' },
  loading('products', '/products', /\/trpc\/[^?]*shop\./),
  failing('products', '/products', /\/trpc\/[^?]*shop\./),
  { name: 'products-nothing-found', path: '/products?q=zzzz' },
  { name: 'products-filtered', path: '/products?type=pdf&difficulty=beginner' },
  { name: 'product', path: '/products/4' },
  loading('product', '/products/4', /\/trpc\/[^?]*shop\./),
  { name: 'product-free', path: '/products/1' },
  { name: 'product-unknown', path: '/products/987654' },
  { name: 'plans-visitor', path: '/subscription-plans' },
  { name: 'billing-signed-out', path: '/billing' },
  { name: 'library-signed-out', path: '/coaching' },
  { name: 'coaching-pdfs-signed-out', path: '/coaching-pdfs' },
  { name: 'reader-signed-out', path: '/read/plan/1' },
  { name: 'kyc-signed-out', path: '/kyc' },
  { name: 'profile-signed-out', path: '/profile' },
  { name: 'admin-signed-out', path: '/admin' },
  { name: 'undo-deletion-over', path: '/undo-deletion' },
  { name: 'payment-error', path: '/payment-error?reason=payment_failed&plan=gold&amount=500' },
  { name: 'payment-success-none', path: '/payment-success' },
  { name: 'privacy-policy', path: '/privacy-policy' },
  { name: 'terms-of-service', path: '/terms-of-service' },
  { name: 'not-found', path: '/nowhere' },
];
const studentShots: Shot[] = [
  { name: 'library', path: '/coaching' },
  loading('library', '/coaching', /\/trpc\/[^?]*(shop|learning)\./),
  failing('library', '/coaching', /\/trpc\/[^?]*(shop|learning)\./),
  { name: 'coaching-pdfs', path: '/coaching-pdfs' },
  loading('coaching-pdfs', '/coaching-pdfs', /\/trpc\/[^?]*learning\./),
  failing('coaching-pdfs', '/coaching-pdfs', /\/trpc\/[^?]*learning\./),
  { name: 'reader', path: '/read/plan/1' },
  { name: 'reader-closed', path: '/read/plan/9' },
  { name: 'session', path: '/coaching/9' },
  loading('session', '/coaching/9', /\/trpc\/[^?]*learning\./),
  failing('session', '/coaching/9', /\/trpc\/[^?]*learning\./),
  { name: 'session-locked', path: '/coaching/12' },
  { name: 'goals', path: '/goals' },
  loading('goals', '/goals', /\/trpc\/[^?]*goals\./),
  failing('goals', '/goals', /\/trpc\/[^?]*goals\./),
  { name: 'goals-day', path: '/goals', prepare: press(/^Enter today$/) },
  { name: 'search', path: '/search?q=session' },
  { name: 'search-nothing-found', path: '/search?q=zzzz' },
  { name: 'notifications', path: '/profile', prepare: press(/^Notifications/) },
  { name: 'kyc-empty', path: '/kyc' },
  loading('kyc', '/kyc', /\/trpc\/[^?]*kyc\./),
  failing('kyc', '/kyc', /\/trpc\/[^?]*kyc\./),
  { name: 'profile', path: '/profile' },
  { name: 'profile-editing', path: '/profile', prepare: press(/^Edit$/) },
  { name: 'account-menu', path: '/profile', prepare: press(/Account menu/) },
  {
    name: 'profile-delete-account',
    path: '/profile',
    prepare: (page) => page.getByRole('button', { name: 'Delete Account' }).click(),
  },
  { name: 'products-student', path: '/products' },
  { name: 'product-free-student', path: '/products/1' },
  { name: 'plans', path: '/subscription-plans' },
  loading('plans', '/subscription-plans', /\/trpc\/[^?]*payments\./),
  failing('plans', '/subscription-plans', /\/trpc\/[^?]*payments\./),
  { name: 'billing', path: '/billing' },
  loading('billing', '/billing', /\/trpc\/[^?]*payments\./),
  failing('billing', '/billing', /\/trpc\/[^?]*payments\./),
  { name: 'billing-refund-request', path: '/billing', prepare: press(/^Request refund/) },
  { name: 'admin-denied', path: '/admin' },
];
const applicantShots: Shot[] = [
  { name: 'kyc-rejected', path: '/kyc' },
  { name: 'library-empty', path: '/coaching' },
  { name: 'billing-empty', path: '/billing' },
];
const adminShots: Shot[] = [
  { name: 'admin-stats', path: '/admin' },
  loading('admin-stats', '/admin', /\/trpc\/[^?]*admin\./),
  failing('admin-stats', '/admin', /\/trpc\/[^?]*admin\./),
  { name: 'admin-users', path: '/admin?tab=users' },
  { name: 'admin-users-nothing-found', path: '/admin?tab=users&q=zzzz' },
  loading('admin-users', '/admin?tab=users', /\/trpc\/[^?]*adminUsers\./),
  failing('admin-users', '/admin?tab=users', /\/trpc\/[^?]*adminUsers\./),
  {
    name: 'admin-user',
    path: '/admin?tab=users',
    prepare: (page) => page.getByRole('table', { name: 'Users' }).getByRole('link').first().click(),
  },
  { name: 'admin-kyc', path: '/admin?tab=kyc' },
  { name: 'admin-kyc-case', path: '/admin?tab=kyc', prepare: press(/^Review/) },
  { name: 'admin-purchases', path: '/admin?tab=purchases' },
  { name: 'admin-purchases-nothing-found', path: '/admin?tab=purchases&q=zzzz' },
  loading('admin-purchases', '/admin?tab=purchases', /\/trpc\/[^?]*admin\./),
  { name: 'admin-audit', path: '/admin?tab=audit' },
  { name: 'admin-products', path: '/admin?tab=products' },
  { name: 'admin-plans', path: '/admin?tab=products&type=plan' },
  { name: 'admin-plan-editor', path: '/admin?tab=products&type=plan', prepare: press(/^Edit plan 1$/) },
  { name: 'admin-product-editor', path: '/admin?tab=products', prepare: press(/^Edit/) },
  { name: 'admin-product-delete', path: '/admin?tab=products', prepare: press(/^Delete/) },
];

/** Two purchases on the sandbox's page. @returns the address of the last receipt, without the origin */
async function buyTwice(browser: Browser, academy: Academy): Promise<string> {
  const context = await browser.newContext({ baseURL: academy.url });
  await signIn(context, academy.url, demoStudent);
  const page = await context.newPage();
  await buyFirstProduct(page);
  await buyFirstProduct(page);
  const { pathname, search } = new URL(page.url());
  await context.close();
  return pathname + search;
}

/** Until everything is there: what loads when it comes into sight too, and failures that are tried again first. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    window.scrollTo(0, document.body.scrollHeight);
    window.scrollTo(0, 0);
  });
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  await page.waitForLoadState('networkidle');
}

async function draw(page: Page, shot: Shot, file: string): Promise<void> {
  await shot.before?.(page);
  await page.goto(shot.path);
  const complete = !shot.name.endsWith('-loading');
  if (complete) await settle(page);
  await shot.prepare?.(page);
  if (complete) await settle(page);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (overflow > 0) console.warn(`${path.basename(file)} scrolls sideways by ${overflow} px`);
  await page.screenshot({ path: file, fullPage: true });
}

const folder = path.resolve(process.argv[2] ?? 'test-results/screens');
mkdirSync(folder, { recursive: true });
const executablePath = systemChromium();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumFlags });
const academy = await openAcademy({ LOG_LEVEL: 'silent' });
try {
  const receipt = await buyTwice(browser, academy);
  const groups: [Shot[], Person | undefined][] = [
    [visitorShots, undefined],
    [[...studentShots, { name: 'payment-success', path: receipt }], demoStudent],
    [applicantShots, demoApplicant],
    [adminShots, admin],
  ];
  for (const width of widths) {
    for (const colorScheme of schemes) {
      const look: BrowserContextOptions = { viewport: { width, height: 900 }, colorScheme };
      for (const [shots, who] of groups) {
        // Without motion no dialog is caught half faded in.
        const context = await browser.newContext({ ...look, baseURL: academy.url, reducedMotion: 'reduce' });
        if (who) await signIn(context, academy.url, who);
        for (const shot of shots) {
          const page = await context.newPage();
          await draw(page, shot, path.join(folder, `${shot.name}-${width}-${colorScheme}.png`));
          await page.close();
        }
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  await academy.remove();
}
