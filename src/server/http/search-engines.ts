import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LegalText } from '../../shared/auth/consents.ts';
import { type RenderedPath, shellPages } from '../../shared/page-state.ts';
import { addDays } from '../../shared/time-zone.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { escapeHtml } from '../messages/email/render-email.ts';
import { etagOf } from '../platform/crypto/content-hash.ts';
import { listVisitorDays, todayOf } from '../practice/daily/daily.operations.ts';
import { getLegalText } from '../settings/legal/legal-texts.operations.ts';
import { listProducts } from '../shop/shop.operations.ts';
import { matchesEtag } from './etag.ts';

/** `lastModified` is a day or a time in ISO 8601, only if it is known when the content of the page last changed. */
type ListedPage = { path: string; lastModified?: string | undefined };

/** Addresses in one sitemap, limited by the protocol (https://www.sitemaps.org/protocol.html). */
const maxAddresses = 50_000;

/** The pages of the sitemap: what visitors can see, by the route that shows it. */
const listedPages: Record<RenderedPath, (deps: Deps) => ListedPage[] | Promise<ListedPage[]>> = {
  '/': () => [{ path: '/' }],
  '/products': () => [{ path: '/products' }],
  '/products/$id': productPages,
  '/subscription-plans': () => [{ path: '/subscription-plans' }],
  '/daily': dailyPages,
  // `dailyPages` also returns these.
  '/daily/$date': () => [],
  '/privacy-policy': (deps) => legalPage(deps, '/privacy-policy', 'privacy'),
  '/terms-of-service': (deps) => legalPage(deps, '/terms-of-service', 'terms'),
  // Search engines may index these forms, but they are found through the other pages.
  '/auth': () => [],
  '/forgot-password': () => [],
};

async function productPages(deps: Deps): Promise<ListedPage[]> {
  const products = await listProducts(deps, null);
  return products.map(({ id, updatedAt }) => ({ path: `/products/${id}`, lastModified: updatedAt }));
}

/** The page of a day is listed when the day has ended: it then begins to show the solution. */
async function dailyPages(deps: Deps): Promise<ListedPage[]> {
  const days = await listVisitorDays(deps);
  if (days.length === 0) return [];
  const today = todayOf(deps);
  const earlier = days
    .filter((day) => day < today)
    .map((day) => ({ path: `/daily/${day}`, lastModified: addDays(day, 1) }));
  return [{ path: '/daily', lastModified: days.find((day) => day === today) }, ...earlier];
}

async function legalPage(deps: Deps, path: string, document: LegalText): Promise<ListedPage[]> {
  const { version } = await getLegalText(deps, document);
  // A version is named after its first day.
  return [{ path, lastModified: version.slice(0, 10) }];
}

async function listPages(deps: Deps): Promise<ListedPage[]> {
  return (await Promise.all(Object.values(listedPages).map((list) => list(deps)))).flat();
}

/**
 * The sitemap; an index of its parts if the pages do not fit into one file.
 * @param part - the number of a part, from 1
 * @returns undefined if there is no such part
 */
export function writeSitemap(
  origin: string,
  pages: readonly ListedPage[],
  part?: number,
): string | undefined {
  const parts = Math.max(1, Math.ceil(pages.length / maxAddresses));
  if (part === undefined && parts > 1) {
    const numbers = Array.from({ length: parts }, (_, index) => ({ path: `/sitemap.xml?part=${index + 1}` }));
    return xmlList('sitemapindex', 'sitemap', origin, numbers);
  }
  const number = part ?? 1;
  if (number > parts) return undefined;
  const shown = pages.slice((number - 1) * maxAddresses, number * maxAddresses);
  return xmlList('urlset', 'url', origin, shown);
}

function xmlList(list: string, item: string, origin: string, pages: readonly ListedPage[]): string {
  const items = pages.map(({ path, lastModified }) => {
    const time = lastModified === undefined ? '' : `<lastmod>${escapeHtml(lastModified)}</lastmod>`;
    return `<${item}><loc>${escapeHtml(origin + path)}</loc>${time}</${item}>\n`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`,
    ...items,
    `</${list}>\n`,
  ].join('');
}

/**
 * Shell pages that robots may request, because they do not obey `noindex` on a page that they may not request: the
 * public pages link to those that introduce themselves to visitors, and the others have URLs that reach robots if
 * somebody publishes them. Link previews also need the page of a shared hand.
 */
const requestedShells =
  /^\/(hands|practice|ranges|questions|h|payment-\w+|reset-password|verify-email|undo-deletion)(\/|$)/;

/** The first segments of the other shell pages, which offer visitors only the login. */
const closedFolders = new Set(
  Object.keys(shellPages)
    .filter((path) => !requestedShells.test(path))
    .map((path) => `/${path.split('/')[1]}`),
);

/**
 * Robots that run scripts need /trpc, which is therefore not disallowed. The pictures below /api are part of public
 * pages and of link previews. The longest matching rule takes precedence (RFC 9309 §2.2.2).
 */
function writeRobots(origin: string): string {
  return [
    'User-agent: *',
    'Allow: /api/daily/',
    'Allow: /api/hands/shared/',
    'Allow: /api/logo/',
    'Allow: /api/pictures/',
    'Allow: /api/products/*/preview',
    'Disallow: /api/',
    'Disallow: /objects/',
    'Disallow: /uploads/',
    ...[...closedFolders].toSorted().map((folder) => `Disallow: ${folder}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

function partOf(request: FastifyRequest): number | undefined {
  const { part } = request.query as Record<string, unknown>;
  if (part === undefined) return undefined;
  if (typeof part !== 'string' || !/^[1-9]\d{0,5}$/.test(part)) throw notFound('Sitemap');
  return Number(part);
}

/** Sends the text, or 304 if the client has it. Like a public page, it must be revalidated each time. */
function sendText(request: FastifyRequest, reply: FastifyReply, type: string, text: string): FastifyReply {
  const etag = etagOf(text);
  reply.headers({ etag, 'cache-control': 'no-cache' });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type(`${type}; charset=utf-8`).send(text);
}

/** `robots.txt` lists what search engines may request, and `sitemap.xml` the pages that visitors can open. */
export function registerSearchEngineFiles(app: FastifyInstance, deps: Deps): void {
  app.get('/robots.txt', (request, reply) =>
    sendText(request, reply, 'text/plain', writeRobots(deps.appUrl())),
  );

  app.get('/sitemap.xml', async (request, reply) => {
    const part = partOf(request);
    const sitemap = writeSitemap(deps.appUrl(), await listPages(deps), part);
    if (sitemap === undefined) throw notFound('Sitemap');
    return sendText(request, reply, 'application/xml', sitemap);
  });
}
