import type { Announcement } from './messages/announcements.ts';
import type { PlanOffer } from './payments/billing.ts';
import type { Product, ProductDetail } from './shop/products.ts';
import type { SiteSettings } from './site-settings.ts';

/** Data that the server embeds in a page for its first paint. It is the same for everyone and contains no personal data. */
export type PageState = {
  settings: SiteSettings;
  /** The request had no session cookie: the page may offer logging in before the server is asked who it is. */
  visitor?: true;
  /** The 404 page. The client's route may be another one, whose loader finds that there is nothing. */
  missing?: true;
  /** The banner that everybody sees; absent while there is none. */
  announcement?: Announcement;
  /** As a visitor sees them; only on the page that shows them. */
  products?: Product[];
  /** The product that the page is about. */
  product?: ProductDetail;
  plans?: PlanOffer[];
  /** US cents, see `shop.lowestPrice`. */
  lowestPrice?: number | null;
};

/** The element that holds it, as JSON. */
export const pageStateElement = 'page-state';

/** Pages whose content the server renders, with the client's module of each. */
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

/** Pages of which the server renders the frame and a skeleton: their content depends on the user or on a token. */
export const framedPages = {
  '/coaching': 'routes/library-page.tsx',
  '/coaching-dashboard': 'routes/library-page.tsx',
  '/coaching/$id': 'routes/session-page.tsx',
  '/coaching-pdfs': 'routes/coaching-pdfs-page.tsx',
  '/read/$kind/$id': 'routes/reader-page.tsx',
  '/goals': 'routes/goals-page.tsx',
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
 * Set on the root element of a page that needs no script until the visitor acts: the legal texts. The application is
 * then loaded with the first key or touch.
 */
export const waitsForInput = 'data-waits-for-input';
export type DrawnPath = keyof typeof drawnPages;

/** Further data of a server-drawn page, by path. */
export const moreOfAddress: Record<string, string> = { '/auth?tab=signup': 'features/auth/sign-up-form.tsx' };

/** The question who is logged in, exactly as the client asks it first. */
export const currentUserAddress = '/trpc/auth.me?batch=1&input=%7B%7D';

export type DrawnPage = { html: string; title: string; description: string };

/** The exports of the built `src/client/entry-server.tsx`. */
export type PageRenderer = { render(address: string, state: PageState): Promise<DrawnPage> };

/** Files that a page loads besides the entry: written by the build, read by the server. */
export type PageAssets = {
  /** Addresses of fonts for every page. */
  fonts: string[];
  /** The URL of the style sheet. Server-drawn pages inline its text. */
  style: string;
  /** The chunks of the application, which the entry loads after the first paint. */
  app: string[];
  /** The further chunks of each page. */
  chunks: Record<DrawnPath | FramedPath, string[]>;
  /** Those of `moreOfAddress`. */
  moreChunks: Record<string, string[]>;
};
