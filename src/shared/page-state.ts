import type { SignedInUser } from './auth/accounts.ts';
import type { Announcement } from './messages/announcements.ts';
import type { Product, ProductDetail } from './shop/products.ts';
import type { SiteLogos } from './site-logos.ts';
import type { SiteSettings } from './site-settings.ts';
import type { LegalTextView } from './site-texts/legal-texts.ts';
import type { ChangedTexts } from './site-texts/site-texts.ts';

/**
 * Data that the server embeds in a page for its first paint. Only `visitor`, `missing`, `own` and, for a hand of the
 * day, `responses` depend on who requests the page.
 */
export type PageState = {
  settings: SiteSettings;
  /** The texts that an admin has changed; absent if there are none. */
  texts?: ChangedTexts;
  /** The legal text of a page that shows one. */
  legalText?: LegalTextView;
  /** The uploaded logos; absent if there is none. */
  logos?: SiteLogos;
  /** The request had no session cookie, so the page may offer the login before the user is fetched. */
  visitor?: true;
  /** The page is a 404. Its path may match a route of the client, as for a product that does not exist. */
  missing?: true;
  /** The public announcement; absent if there is none. */
  announcement?: Announcement;
  /** The visitor's view of the products, only on the page that shows them. */
  products?: Product[];
  /** The product of a product page. */
  product?: ProductDetail;
  /** Responses to other queries of the page. */
  responses?: QueryResponse[];
  /** Absent for visitors, during impersonation, on pages that `firstQueries` lacks, and if all queries failed. */
  own?: OwnState;
};

/** A user's own data. The page that contains it is sent only to this user, and is never stored. */
export type OwnState = {
  user: SignedInUser;
  /** The IANA time zone in which the server rendered dates. */
  timeZone: string;
  /** The server's time in milliseconds. */
  now: number;
  /** Responses of the page's first queries. A query that failed is absent, and the browser sends it again. */
  responses: QueryResponse[];
};

/** `procedure` is a name in the router, such as `goals.today`. */
export type QueryResponse = { procedure: string; input?: unknown; data: unknown; type?: 'infinite' };

/** Id of the element that contains the page state as JSON. */
export const pageStateElement = 'page-state';

/** Pages whose content the server renders, each with its client module. */
export const renderedPages = {
  '/': 'routes/landing-page.tsx',
  '/products': 'routes/products-page.tsx',
  '/products/$id': 'routes/product-page.tsx',
  '/daily': 'routes/daily-page.tsx',
  '/daily/$date': 'routes/daily-page.tsx',
  '/subscription-plans': 'routes/subscription-plans-page.tsx',
  '/privacy-policy': 'routes/privacy-policy-page.tsx',
  '/terms-of-service': 'routes/terms-of-service-page.tsx',
  '/auth': 'routes/auth-page.tsx',
  '/forgot-password': 'routes/forgot-password-page.tsx',
} as const;

/**
 * Pages whose content depends on the user or a token. The server renders only the app shell with a skeleton, unless the
 * page has the user's own data (`OwnState`) or an introduction for visitors.
 */
export const shellPages = {
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
  '/practice': 'routes/practice-page.tsx',
  '/practice/$deck': 'routes/practice-page.tsx',
  '/questions': 'routes/questions-page.tsx',
  '/questions/$id': 'routes/questions-page.tsx',
  '/ranges': 'routes/ranges-page.tsx',
  '/ranges/$id': 'routes/ranges-page.tsx',
  '/coach': 'routes/coach-page.tsx',
  '/coach/students/$id': 'routes/coach-page.tsx',
  '/notes': 'routes/notes-page.tsx',
  '/search': 'routes/search-page.tsx',
  '/profile': 'routes/profile-page.tsx',
  '/profile/brief': 'routes/questions-page.tsx',
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
export type ShellPath = keyof typeof shellPages;

/**
 * The attribute of the root element on pages that need no script until the visitor acts, such as the legal texts. The
 * application is then loaded on the first input.
 */
export const waitsForInput = 'data-waits-for-input';
export type RenderedPath = keyof typeof renderedPages;

/** Additional modules of a server-rendered page, by path and query. */
export const additionalModules: Record<string, string> = {
  '/auth?tab=signup': 'features/auth/sign-up-form.tsx',
};

/** The URL of the query for the current user, exactly as in the client's first request. */
export const currentUserUrl = '/trpc/auth.me?batch=1&input=%7B%7D';

const libraryQueries = [
  'goals.today',
  'shop.listLibrary',
  'learning.listSessions',
  'learning.continueWhere',
  'learning.continueReading',
  'learning.listBookmarks',
  'hands.starred',
  'learning.listPlans',
  'learning.studyProfile',
  'drills.practice',
  'leaks.next',
  'leaks.map',
  'questions.newAnswers',
  'coaching.homework',
  'payments.mySubscription',
  'learning.progress',
  'learning.myAccesses',
] as const;

/**
 * The first queries of shell pages. For a logged-in user, the page contains the responses of these queries, except
 * during impersonation. Queries with an input are in `src/server/http/page-user.ts`.
 */
const firstQueries = {
  '/coaching': libraryQueries,
  '/coaching-dashboard': libraryQueries,
  '/coaching-pdfs': ['learning.listPlans', 'learning.myAccesses'],
  '/goals': ['goals.today'],
  '/hands': ['hands.quota', 'hands.labels', 'hands.academy'],
  '/practice': ['drills.practice', 'leaks.next', 'leaks.map', 'coaching.homework'],
  '/practice/$deck': [],
  '/ranges': ['ranges.list'],
  '/read/$kind/$id': [],
  '/notes': [],
  '/profile': [
    'learning.progress',
    'learning.studyProfile',
    'learning.myAccesses',
    'email.preferences',
    'impersonation.mine',
  ],
  '/kyc': ['kyc.myApplications', 'kyc.myDocuments', 'kyc.lastDetails'],
  '/billing': ['payments.mySubscription', 'payments.myPayments'],
} as const satisfies Partial<Record<ShellPath, readonly string[]>>;
/** A page that the server can render with the user's own data. */
export type OwnPath = keyof typeof firstQueries;
export const isOwnPage = (path: string): path is OwnPath => Object.hasOwn(firstQueries, path);
export const firstQueriesOf = (path: OwnPath): readonly string[] => firstQueries[path];

export type RenderedPage = { html: string; title: string; description: string };

/** The exports of the built `src/client/entry-server.tsx`. */
export type PageRenderer = { render(url: string, state: PageState): Promise<RenderedPage> };

/** Files that a page loads in addition to the entry. The build writes this list and the server reads it. */
export type PageAssets = {
  /** URLs of fonts for all pages. */
  fonts: string[];
  /** The URL of the style sheet. Server-rendered pages inline its text. */
  style: string;
  /** The chunks of the application, which the entry loads after the first paint. */
  app: string[];
  /** The additional chunks of each page. */
  chunks: Record<RenderedPath | ShellPath, string[]>;
  /** The chunks of `additionalModules`. */
  additionalChunks: Record<string, string[]>;
};
