import type { Announcement } from './messages/announcements.ts';
import type { PlanOffer } from './payments/billing.ts';
import type { Product, ProductDetail } from './shop/products.ts';
import type { SiteSettings } from './site-settings.ts';

/** Data that the server embeds in a page for its first paint. It is the same for everyone and contains no personal data. */
export type PageState = {
  settings: SiteSettings;
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

/** Pages whose content the server draws, with the client's module of each. The others arrive as an empty shell. */
export const drawnPages = {
  '/': 'routes/landing-page.tsx',
  '/products': 'routes/products-page.tsx',
  '/products/$id': 'routes/product-page.tsx',
  '/subscription-plans': 'routes/subscription-plans-page.tsx',
  '/privacy-policy': 'routes/privacy-policy-page.tsx',
  '/terms-of-service': 'routes/terms-of-service-page.tsx',
  '/auth': 'routes/auth-page.tsx',
} as const;
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
  /** The further chunks of each drawn page. */
  chunks: Record<DrawnPath, string[]>;
  /** Those of `moreOfAddress`. */
  moreChunks: Record<string, string[]>;
};
