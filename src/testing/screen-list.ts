import type { Page } from 'playwright';
import { fulfillCalls } from './e2e/failing-calls.ts';

/** Screenshots for `screens.ts`: screens and main dialogs, with and without content, loading and failed. */

export type Shot = {
  name: string;
  path: string;
  /** Runs before the page is opened. */
  before?: (page: Page) => Promise<unknown>;
  /** Runs on the open page, to bring it into the state for the screenshot. */
  prepare?: (page: Page) => Promise<void>;
};

/** A delay in milliseconds, long enough that the screenshot is taken before the response. */
const longDelay = 60_000;

/**
 * Opens the page from another page, after `before` has run there. A page that is opened directly might be
 * server-rendered with all of its content.
 */
export function fromElsewhere({ path, before, prepare, ...shot }: Shot): Shot {
  return {
    ...shot,
    path: '/nowhere',
    async prepare(page) {
      await page.waitForLoadState('networkidle');
      await before?.(page);
      await page.evaluate((to) => window.history.pushState({}, '', to), path);
      await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor({ state: 'detached' });
      // Skeletons appear after a delay.
      await page.waitForTimeout(1_500);
      await prepare?.(page);
    },
  };
}

/** The screen while the matching calls are loading. */
export function loading(name: string, path: string, calls: RegExp): Shot {
  return fromElsewhere({
    name: `${name}-loading`,
    path,
    before: (page) =>
      page.route(calls, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, longDelay).unref());
        await route.abort().catch(() => undefined);
      }),
  });
}

/** The screen when the matching calls fail. */
export function failing(name: string, path: string, calls: RegExp): Shot {
  return fromElsewhere({
    name: `${name}-error`,
    path,
    before: (page) => page.route(calls, (route) => route.abort()),
    // Some calls are retried before they fail.
    prepare: async (page) => {
      await page.waitForFunction(() => !document.querySelector('.animate-pulse'));
    },
  });
}

export function press(name: RegExp): (page: Page) => Promise<void> {
  return (page) => page.getByRole('button', { name }).first().click();
}

/** Presses the button and waits for the dialog, whose code may have to be loaded first. */
export function openDialog(name: RegExp): (page: Page) => Promise<void> {
  return async (page) => {
    await press(name)(page);
    await page.getByRole('dialog').getByRole('heading').first().waitFor();
  };
}

/** Shows the filters, which are behind a button on phones. */
async function unfoldFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Filters/ });
  if (await button.isVisible()) await button.click();
}

/** Waits for the text of the PDF's first page, which is rendered together with its image. */
async function waitForPdfText(page: Page): Promise<void> {
  await page.waitForFunction(() => Boolean(document.querySelector('[data-page="1"] .pdf-text span')));
}

function announce(page: Page): Promise<unknown> {
  return fulfillCalls(page, 'announcements.current', {
    id: '018f0000-0000-7000-8000-000000000001',
    version: 1,
    message: 'The academy rests on Sunday from 02:00 to 04:00 UTC. What you read stays open.',
    link: { path: '/products', label: 'See the shop' },
    tone: 'warning',
  });
}

/** Mocks the response that the admin's password violates the password policy. */
function rejectPassword(page: Page): Promise<unknown> {
  return fulfillCalls(page, 'security.twoFactorStatus', {
    enabledAt: null,
    required: false,
    recoveryCodesLeft: 0,
    passwordRejected: true,
  });
}

export const visitorShots: Shot[] = [
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
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password?token=a-token' },
  { name: 'reset-password-invalid', path: '/reset-password' },
  { name: 'verify-email', path: '/verify-email?token=a-token' },
  { name: 'verify-email-invalid', path: '/verify-email' },
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
  { name: 'daily', path: '/daily' },
  { name: 'daily-none', path: '/daily/2020-01-01' },
  { name: 'library-signed-out', path: '/coaching' },
  { name: 'hands-signed-out', path: '/hands' },
  { name: 'practice-signed-out', path: '/practice' },
  { name: 'ranges-signed-out', path: '/ranges' },
  { name: 'questions-signed-out', path: '/questions' },
  { name: 'shared-hand-incomplete', path: '/h/incomplete' },
  { name: 'shared-hand-gone', path: '/h/aaaaaaaaaaaaaaaaaaaaaa' },
  { name: 'coaching-pdfs-signed-out', path: '/coaching-pdfs' },
  { name: 'reader-signed-out', path: '/read/plan/1' },
  { name: 'kyc-signed-out', path: '/kyc' },
  { name: 'profile-signed-out', path: '/profile' },
  { name: 'admin-signed-out', path: '/admin' },
  { name: 'undo-deletion-invalid', path: '/undo-deletion' },
  { name: 'payment-error', path: '/payment-error?reason=payment_failed&plan=gold&amount=500' },
  { name: 'payment-success-none', path: '/payment-success' },
  { name: 'privacy-policy', path: '/privacy-policy' },
  { name: 'terms-of-service', path: '/terms-of-service' },
  { name: 'not-found', path: '/nowhere' },
  { name: 'api-docs', path: '/api/docs' },
];

export const studentShots: Shot[] = [
  // On visitors' pages, the announcement is server-rendered and cannot be mocked.
  { name: 'announcement', path: '/coaching', before: announce },
  { name: 'library', path: '/coaching' },
  loading('library', '/coaching', /\/trpc\/[^?]*(shop|learning)\./),
  failing('library', '/coaching', /\/trpc\/[^?]*(shop|learning)\./),
  { name: 'coaching-pdfs', path: '/coaching-pdfs' },
  loading('coaching-pdfs', '/coaching-pdfs', /\/trpc\/[^?]*learning\./),
  failing('coaching-pdfs', '/coaching-pdfs', /\/trpc\/[^?]*learning\./),
  { name: 'reader', path: '/read/plan/1', prepare: waitForPdfText },
  loading('reader', '/read/plan/1', /\/api\/.*(download|read)/),
  { name: 'reader-closed', path: '/read/plan/9' },
  { name: 'session', path: '/coaching/9' },
  loading('session', '/coaching/9', /\/trpc\/[^?]*learning\./),
  failing('session', '/coaching/9', /\/trpc\/[^?]*learning\./),
  { name: 'session-locked', path: '/coaching/12' },
  { name: 'goals', path: '/goals' },
  loading('goals', '/goals', /\/trpc\/[^?]*goals\./),
  failing('goals', '/goals', /\/trpc\/[^?]*goals\./),
  {
    name: 'goals-day',
    path: '/goals',
    prepare: openDialog(/^Edit today$/),
  },
  { name: 'coach-denied', path: '/coach' },
  { name: 'notes', path: '/notes' },
  loading('notes', '/notes', /\/trpc\/[^?]*learning\.allNotes/),
  failing('notes', '/notes', /\/trpc\/[^?]*learning\.allNotes/),
  { name: 'search', path: '/search?q=session' },
  { name: 'search-nothing-found', path: '/search?q=zzzz' },
  { name: 'search-start', path: '/search' },
  loading('search', '/search?q=session', /\/trpc\/[^?]*learning\.search/),
  failing('search', '/search?q=session', /\/trpc\/[^?]*learning\.search/),
  { name: 'notifications', path: '/profile', prepare: press(/^Notifications/) },
  { name: 'kyc-empty', path: '/kyc' },
  loading('kyc', '/kyc', /\/trpc\/[^?]*kyc\./),
  failing('kyc', '/kyc', /\/trpc\/[^?]*kyc\./),
  { name: 'profile', path: '/profile' },
  { name: 'profile-editing', path: '/profile', prepare: press(/^Edit$/) },
  failing('profile', '/profile', /\/trpc\/[^?]*(learning|security|email|privacy)\./),
  { name: 'profile-password', path: '/profile', prepare: openDialog(/^Change Password$/) },
  { name: 'profile-two-factor', path: '/profile', prepare: openDialog(/^Two-Factor Setup$/) },
  { name: 'profile-data', path: '/profile', prepare: openDialog(/^Download My Data$/) },
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
  { name: 'billing-refund-request', path: '/billing', prepare: openDialog(/^Request refund/) },
  { name: 'admin-denied', path: '/admin' },
];

export const applicantShots: Shot[] = [
  { name: 'kyc-rejected', path: '/kyc' },
  { name: 'library-empty', path: '/coaching' },
  { name: 'billing-empty', path: '/billing' },
];

export const subscriberShots: Shot[] = [
  { name: 'billing-subscribed', path: '/billing' },
  { name: 'billing-cancel', path: '/billing', prepare: openDialog(/^Cancel/) },
  { name: 'plans-subscribed', path: '/subscription-plans' },
  { name: 'coaching-pdfs-subscribed', path: '/coaching-pdfs' },
  { name: 'goals-with-result', path: '/goals' },
];

export const longNamedShots: Shot[] = [
  { name: 'profile-long-name', path: '/profile' },
  { name: 'account-menu-long-name', path: '/kyc', prepare: press(/Account menu/) },
  { name: 'hands-empty', path: '/hands' },
  { name: 'practice-empty', path: '/practice' },
  { name: 'questions-empty', path: '/questions' },
];

export const adminShots: Shot[] = [
  { name: 'coach-drills', path: '/coach?view=drills' },
  { name: 'coach-drills-none-unclear', path: '/coach?view=drills&list=unclear' },
  loading('coach-drills', '/coach?view=drills', /\/trpc\/[^?]*drills\./),
  failing('coach-drills', '/coach?view=drills', /\/trpc\/[^?]*drills\./),
  { name: 'coach-drill-new', path: '/coach?view=drills&drill=new' },
  { name: 'admin-stats', path: '/admin' },
  loading('admin-stats', '/admin', /\/trpc\/[^?]*admin\./),
  failing('admin-stats', '/admin', /\/trpc\/[^?]*admin\./),
  { name: 'admin-users', path: '/admin?tab=users' },
  { name: 'admin-users-nothing-found', path: '/admin?tab=users&q=zzzz' },
  loading('admin-users', '/admin?tab=users', /\/trpc\/[^?]*admin\.users\./),
  failing('admin-users', '/admin?tab=users', /\/trpc\/[^?]*admin\.users\./),
  {
    name: 'admin-user',
    path: '/admin?tab=users',
    async prepare(page) {
      await page.getByRole('table', { name: 'Users' }).getByRole('link').first().click();
      await page.getByRole('heading', { name: 'Identity' }).waitFor();
    },
  },
  { name: 'admin-users-filters', path: '/admin?tab=users&role=user&from=2020-01-01', prepare: unfoldFilters },
  { name: 'admin-kyc', path: '/admin?tab=kyc' },
  loading('admin-kyc', '/admin?tab=kyc', /\/trpc\/[^?]*admin\.kyc/),
  failing('admin-kyc', '/admin?tab=kyc', /\/trpc\/[^?]*admin\.kyc/),
  { name: 'admin-kyc-case', path: '/admin?tab=kyc', prepare: press(/^Review/) },
  { name: 'admin-purchases', path: '/admin?tab=purchases' },
  { name: 'admin-purchases-nothing-found', path: '/admin?tab=purchases&q=zzzz' },
  { name: 'admin-refund-requests', path: '/admin?tab=purchases&view=requests' },
  { name: 'admin-held', path: '/admin?tab=purchases&view=held' },
  { name: 'admin-disputes', path: '/admin?tab=purchases&view=disputes' },
  {
    name: 'admin-payment',
    path: '/admin?tab=purchases',
    async prepare(page) {
      await page
        .getByRole('link', { name: /: payment of / })
        .first()
        .click();
      await page.getByRole('heading', { name: 'What happened' }).waitFor();
    },
  },
  {
    name: 'admin-refund',
    path: '/admin?tab=purchases',
    prepare: openDialog(/^Refund/),
  },
  loading('admin-purchases', '/admin?tab=purchases', /\/trpc\/[^?]*admin\./),
  { name: 'admin-audit', path: '/admin?tab=audit' },
  loading('admin-audit', '/admin?tab=audit', /\/trpc\/[^?]*admin\.(audit|list)/),
  { name: 'admin-messages', path: '/admin?tab=messages' },
  loading('admin-messages', '/admin?tab=messages', /\/trpc\/[^?]*contact\./),
  failing('admin-messages', '/admin?tab=messages', /\/trpc\/[^?]*contact\./),
  { name: 'admin-settings', path: '/admin?tab=settings' },
  { name: 'admin-settings-prices', path: '/admin?tab=settings&view=prices' },
  { name: 'admin-settings-to-confirm', path: '/admin?tab=settings&flag=confirm' },
  loading('admin-settings', '/admin?tab=settings', /\/trpc\/[^?]*settings\./),
  {
    name: 'admin-announcement',
    path: '/admin?tab=settings&view=announcement',
    prepare: openDialog(/^New announcement$/),
  },
  { name: 'admin-system', path: '/admin?tab=system' },
  loading('admin-system', '/admin?tab=system', /\/trpc\/[^?]*system\./),
  failing('admin-system', '/admin?tab=system', /\/trpc\/[^?]*system\./),
  { name: 'admin-reports', path: '/admin?tab=reports' },
  { name: 'admin-learning', path: '/admin?tab=learning' },
  { name: 'admin-payment-events', path: '/admin?view=webhooks' },
  { name: 'admin-password-first', path: '/admin', before: rejectPassword },
  { name: 'admin-products', path: '/admin?tab=products' },
  loading('admin-products', '/admin?tab=products', /\/trpc\/[^?]*admin\./),
  failing('admin-products', '/admin?tab=products', /\/trpc\/[^?]*admin\./),
  { name: 'admin-product-new', path: '/admin?tab=products', prepare: openDialog(/^New product$/) },
  { name: 'admin-plans', path: '/admin?tab=products&type=plan' },
  { name: 'admin-plan-editor', path: '/admin?tab=products&type=plan', prepare: openDialog(/^Edit plan 1$/) },
  { name: 'admin-product-editor', path: '/admin?tab=products', prepare: openDialog(/^Edit/) },
  {
    name: 'admin-product-delete',
    path: '/admin?tab=products',
    async prepare(page) {
      await page
        .getByRole('button', { name: /^More actions/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: /^(Delete|Archive)/ }).click();
    },
  },
];
