import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { admin, openAcademy } from './e2e/academy.ts';
import { chromiumFlags, systemChromium } from './system-chromium.ts';

/**
 * `npm run screens [folder]`: draws every screen at 390 and 1440 px, light and dark, as visitor, student and admin, on
 * a fresh academy with demo data.
 */
const folder = path.resolve(process.argv[2] ?? 'test-results/screens');
mkdirSync(folder, { recursive: true });

const widths = [390, 1440];
const schemes = ['light', 'dark'] as const;
const student = { email: 'student@example.test', password: 'demo-student' };
const applicant = { email: 'lena@example.test', password: 'demo-student' };

type Shot = { name: string; path: string; prepare?: (page: Page) => Promise<void> };

const visitorShots: Shot[] = [
  { name: 'landing', path: '/' },
  { name: 'login', path: '/auth' },
  { name: 'sign-up', path: '/auth?tab=signup' },
  { name: 'products', path: '/products' },
  { name: 'library-signed-out', path: '/coaching' },
  { name: 'kyc-signed-out', path: '/kyc' },
  { name: 'profile-signed-out', path: '/profile' },
  { name: 'admin-signed-out', path: '/admin' },
  { name: 'payment-error', path: '/payment-error?reason=payment_failed&plan=gold&amount=500' },
  { name: 'payment-success-none', path: '/payment-success' },
  { name: 'not-found', path: '/nowhere' },
  {
    name: 'products-error',
    path: '/products',
    prepare: async (page) => {
      await page.route('**/trpc/shop.**', (route) => route.abort());
      await page.reload();
    },
  },
];
const studentShots: Shot[] = [
  { name: 'library-empty', path: '/coaching' },
  { name: 'kyc-empty', path: '/kyc' },
  { name: 'profile', path: '/profile' },
  { name: 'products-student', path: '/products' },
  { name: 'admin-denied', path: '/admin' },
];
const applicantShots: Shot[] = [{ name: 'kyc-rejected', path: '/kyc' }];
const adminShots: Shot[] = [
  { name: 'admin-stats', path: '/admin' },
  { name: 'admin-kyc', path: '/admin?tab=kyc' },
  {
    name: 'admin-kyc-case',
    path: '/admin?tab=kyc',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Review/ })
        .first()
        .click();
    },
  },
  { name: 'admin-purchases', path: '/admin?tab=purchases' },
  { name: 'admin-products', path: '/admin?tab=products' },
  {
    name: 'admin-product-editor',
    path: '/admin?tab=products',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Edit/ }).first().click();
    },
  },
];

async function signIn(
  context: BrowserContext,
  url: string,
  who: { email: string; password: string },
): Promise<void> {
  const answer = await context.request.post(`${url}/api/login`, { data: who });
  if (!answer.ok()) throw new Error(`sign-in of ${who.email} failed: ${answer.status()}`);
}

const executablePath = systemChromium();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumFlags });
const academy = await openAcademy({ LOG_LEVEL: 'silent' });
try {
  for (const width of widths) {
    for (const colorScheme of schemes) {
      const groups: [Shot[], { email: string; password: string } | undefined][] = [
        [visitorShots, undefined],
        [studentShots, student],
        [applicantShots, applicant],
        [adminShots, admin],
      ];
      for (const [shots, who] of groups) {
        const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
        if (who) await signIn(context, academy.url, who);
        for (const shot of shots) {
          const page = await context.newPage();
          await page.goto(academy.url + shot.path);
          await page.waitForLoadState('networkidle');
          await shot.prepare?.(page);
          await page.waitForLoadState('networkidle');
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          if (overflow > 0) console.warn(`${shot.name} at ${width} px scrolls sideways by ${overflow} px`);
          await page.screenshot({
            path: path.join(folder, `${shot.name}-${width}-${colorScheme}.png`),
            fullPage: true,
          });
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
