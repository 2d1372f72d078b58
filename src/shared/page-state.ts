import type { Announcement } from './messages/announcements.ts';
import type { PlanOffer } from './payments/billing.ts';
import type { Product, ProductDetail } from './shop/products.ts';
import type { SiteLogos } from './site-logos.ts';
import type { SiteSettings } from './site-settings.ts';
import type { LegalTextView } from './site-texts/legal-texts.ts';
import type { ChangedTexts } from './site-texts/site-texts.ts';

/** Data that the server embeds in a page for its first paint. The same for all users, without personal data. */
export type PageState = {
  settings: SiteSettings;
  /** The owner's own words where they differ from the originals; absent if they do nowhere. */
  texts?: ChangedTexts;
  /** The legal text of a page that shows one. */
  legalText?: LegalTextView;
  /** The uploaded logos; absent if there is none. */
  logos?: SiteLogos;
  /** The request had no session cookie, so the page may offer the login before the user is fetched. */
  visitor?: true;
  /** The 404 page. The client's route may be a different one, whose loader does not find its resource. */
  missing?: true;
  /** The public announcement; absent if there is none. */
  announcement?: Announcement;
  /** The visitor's view of the products, only on the page that shows them. */
  products?: Product[];
  /** The product of a product page. */
  product?: ProductDetail;
  plans?: PlanOffer[];
  /** US cents, see `shop.lowestPrice`. */
  lowestPrice?: number | null;
};

/** Id of the element that contains the page state as JSON. */
export const pageStateElement = 'page-state';

/** Pages whose content the server renders, each with its client module. */
export const drawnPages = {
  '/': 'routes/landing-page.tsx',
  '/products': 'routes/products-page.tsx',
  '/products/$id': 'routes/product-page.tsx',
  '/subscription-plans': 'routes/subscription-plans-page.tsx',
  '/privacy-policy': 'routes/privacy-policy-page.tsx',
  '/terms-of-service': 'routes/terms-of-service-page.tsx',
  '/auth': 'routes/auth-page.tsx',
  '/forgot-password': 'routes/forgot-password-page.tsx',
} as const;

/**
 * Pages of which the server renders only a frame and a skeleton, because their content depends on the user or a token.
 */
export const framedPages = {
  '/coaching': 'routes/library-page.tsx',
  '/coaching-dashboard': 'routes/library-page.tsx',
  '/coaching/$id': 'routes/session-page.tsx',
  '/coaching-pdfs': 'routes/coaching-pdfs-page.tsx',
  '/read/$kind/$id': 'routes/reader-page.tsx',
  '/goals': 'routes/goals-page.tsx',
  '/hands': 'routes/hands-page.tsx',
  '/hands/new': 'routes/build-hand-page.tsx',
  '/hands/$id': 'routes/hand-page.tsx',
  '/h/$token': 'routes/shared-hand-page.tsx',
  '/questions': 'routes/questions-page.tsx',
  '/questions/$id': 'routes/questions-page.tsx',
  '/coach': 'routes/coach-page.tsx',
  '/notes': 'routes/notes-page.tsx',
  '/search': 'routes/search-page.tsx',
  '/profile': 'routes/profile-page.tsx',
  '/kyc': 'routes/kyc-page.tsx',
  '/billing': 'routes/billing-page.tsx',
  '/payment-success': 'routes/payment-success-page.tsx',
  '/payment-error': 'routes/payment-error-page.tsx',
  '/reset-password': 'routes/reset-password-page.tsx',
  '/verify-email': 'routes/verify-email-page.tsx',
  '/undo-deletion': 'routes/undo-deletion-page.tsx',
  '/admin': 'routes/admin-page.tsx',
  '/admin/payments/$id': 'routes/admin-payment-page.tsx',
  '/admin/users/$id': 'routes/admin-user-page.tsx',
} as const;
export type FramedPath = keyof typeof framedPages;

/**
 * Set on the root element of pages that need no script until the visitor acts: the legal texts. The application is then
 * loaded on the first input.
 */
export const waitsForInput = 'data-waits-for-input';
export type DrawnPath = keyof typeof drawnPages;

/** Additional modules of a server-rendered page, by path and query. */
export const moreOfAddress: Record<string, string> = { '/auth?tab=signup': 'features/auth/sign-up-form.tsx' };

/** The URL at which the client calls these queries in one batch; none of them has an input. */
function batchAddress(...queries: readonly string[]): string {
  return `/trpc/${queries.join(',')}?batch=1&input=%7B%7D`;
}

/** The query for the current user, exactly as the client sends it first. */
export const currentUserAddress = batchAddress('auth.me');

/**
 * What framed pages show first. The browser preloads it while the scripts are still loading, and the client then sends
 * the same batch. Queries that are refetched at each opening do not belong here: they would be sent twice.
 */
const firstQueries = {
  '/coaching': [
    'goals.today',
    'shop.listLibrary',
    'learning.listSessions',
    'learning.continueWhere',
    'learning.continueReading',
    'learning.listBookmarks',
    'learning.listPlans',
    'learning.studyProfile',
  ],
  '/coaching-pdfs': ['learning.listPlans', 'learning.myAccesses'],
  '/goals': ['goals.today'],
  '/notes': ['learning.listNotes'],
  '/profile': ['learning.progress', 'learning.studyProfile', 'learning.myAccesses'],
  '/kyc': ['kyc.myApplications', 'kyc.myDocuments', 'kyc.lastDetails'],
  '/billing': ['payments.mySubscription', 'payments.myPayments'],
} as const satisfies Partial<Record<FramedPath, readonly string[]>>;
export type FirstQuery = (typeof firstQueries)[keyof typeof firstQueries][number];

/** @returns an empty list for pages that have none */
export function firstQueriesOf(path: string): readonly FirstQuery[] {
  return path in firstQueries ? firstQueries[path as keyof typeof firstQueries] : [];
}

export function firstQueriesAddress(path: string): string | undefined {
  const queries = firstQueriesOf(path);
  return queries.length > 0 ? batchAddress(...queries) : undefined;
}

export type DrawnPage = { html: string; title: string; description: string };

/** The exports of the built `src/client/entry-server.tsx`. */
export type PageRenderer = { render(address: string, state: PageState): Promise<DrawnPage> };

/** Files that a page loads in addition to the entry. The build writes this list and the server reads it. */
export type PageAssets = {
  /** URLs of fonts for all pages. */
  fonts: string[];
  /** The URL of the style sheet. Server-rendered pages inline its text. */
  style: string;
  /** The chunks of the application, which the entry loads after the first paint. */
  app: string[];
  /** The additional chunks of each page. */
  chunks: Record<DrawnPath | FramedPath, string[]>;
  /** The chunks of `moreOfAddress`. */
  moreChunks: Record<string, string[]>;
};
