import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { LegalText } from '../../shared/auth/consents.ts';
import { isClientPath } from '../../shared/client-paths.ts';
import {
  type PageAssets,
  type PageRenderer,
  type PageState,
  type RenderedPath,
  renderedPages,
  type ShellPath,
  shellPages,
} from '../../shared/page-state.ts';
import { readProductSearch } from '../../shared/shop/product-search.ts';
import type { ProductDetail } from '../../shared/shop/products.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { getAnnouncement } from '../messages/announcements/announcements.operations.ts';
import { listPlanOffers } from '../payments/plans/plans.operations.ts';
import { contentHash } from '../platform/crypto/content-hash.ts';
import { getLegalText } from '../settings/legal/legal-texts.operations.ts';
import { getLogos } from '../settings/logo/logo.operations.ts';
import { getPublicSettings } from '../settings/settings.operations.ts';
import { getChangedTexts } from '../settings/texts/texts.operations.ts';
import { getProduct, listCheapest, listProducts, listProgramSearches } from '../shop/shop.operations.ts';
import { dailyResponses, readDay } from './daily-page.ts';
import { matchesEtag } from './etag.ts';
import { fillTemplate } from './page-template.ts';
import { readOwnState } from './page-user.ts';
import { hasSessionCookie } from './session-cookie.ts';

const renderFolder = fileURLToPath(new URL('../../../dist/render', import.meta.url));

export type Pages = {
  /** Sends the page. Pages without the user's own data are cached until their content changes. */
  send(pathname: string, query: URLSearchParams, request: FastifyRequest, reply: FastifyReply): Promise<void>;
};

type CompressedPage = { etag: string; identity: Buffer; br: Buffer; gzip: Buffer };

/** `contentKey` identifies the content that the page was rendered from. */
type CachedPage = { contentKey: string; page: Promise<CompressedPage> };

/** There are many products, so only the most recently used pages stay in the cache. */
const maxCachedPages = 50;
/** Pages with `isVariant` have a separate cache, so that searches that visitors invent cannot evict the other pages. */
const maxCachedVariants = 20;

/** @returns undefined if the client was built without its renderer; the browser then renders all pages */
export async function openPages(deps: Deps, clientFolder: string): Promise<Pages | undefined> {
  const built = await readBuild(clientFolder);
  if (!built) {
    deps.log.warn('dist/render is missing: the browser renders all pages');
    return undefined;
  }
  const { renderer, assets, template, style } = built;
  const pageCache = new LRUCache<string, CachedPage>({ max: maxCachedPages });
  const variantCache = new LRUCache<string, CachedPage>({ max: maxCachedVariants });

  async function renderPage(subject: Subject | undefined, state: PageState): Promise<string> {
    const origin = deps.appUrl();
    return fillTemplate(template, {
      state,
      origin,
      style: { url: assets.style, text: style },
      fonts: assets.fonts,
      chunks: [...assets.app, ...(subject ? chunksOf(subject) : [])],
      rendered: subject && (await renderer.render(subject.url, state)),
      picture: subject?.picture,
      canonical: subject?.isPublic ? `${origin}${subject.url.split('?')[0]}` : undefined,
      isAppShell: subject?.path !== undefined && !subject.isPublic && !state.own,
      waitsForInput: waitsForInput(subject, state),
    });
  }

  function chunksOf({ path, url }: Subject): string[] {
    return [...(path ? assets.chunks[path] : []), ...(assets.additionalChunks[url] ?? [])];
  }

  /** Concurrent requests for a page that is not cached share one rendering. */
  function cachedPage(subject: Subject | undefined, state: PageState): Promise<CompressedPage> {
    // Requests of visitors and of users alternate and get different content, so both have their own cache entry.
    const key = `${state.visitor ? 'visitor' : 'user'} ${subject?.url ?? 'shell'}`;
    const contentKey = [
      deps.appUrl(),
      ...Object.entries(state).map(([name, part]) => name + fingerprint(part)),
    ].join();
    const cache = subject?.isVariant ? variantCache : pageCache;
    const cached = cache.get(key);
    if (cached?.contentKey === contentKey) return cached.page;
    const page = renderPage(subject, state).then(compressed);
    cache.set(key, { contentKey, page });
    // A failure rejects the waiting requests, and the next request tries again.
    page.catch(() => {
      if (cache.peek(key)?.page === page) cache.delete(key);
    });
    return page;
  }

  /** The page with the user's own data; undefined if the page shows none. */
  async function renderOwnPage(
    pathname: string,
    query: URLSearchParams,
    { path }: Subject,
    request: FastifyRequest,
  ): Promise<string | undefined> {
    if (path === undefined) return undefined;
    const own = await readOwnState(deps, request, { path, pathname, search: query });
    if (!own) return undefined;
    const state = { ...(await readState(deps, { path, url: pathname, isPublic: false }, false)), own };
    const search = query.size > 0 ? `?${query}` : '';
    return renderPage({ path, url: pathname + search, isPublic: false }, state);
  }

  return {
    async send(pathname, query, request, reply) {
      const subject = subjectOf(pathname, query);
      if (!subject.isPublic) reply.header('x-robots-tag', 'noindex');
      const isVisitor = !hasSessionCookie(request, deps.appUrl().startsWith('https:'));
      const encoding = encodingFor(request.headers['accept-encoding']);
      const own = isVisitor ? undefined : await renderOwnPage(pathname, query, subject, request);
      if (own !== undefined) {
        await sendUncached(reply, own, encoding);
        return;
      }
      const day = subject.day === undefined ? undefined : await readDay(deps, request, subject.day);
      const daily = typeof day === 'object' ? day : undefined;
      if (day === 'closed') reply.header('x-robots-tag', 'noindex');
      const state = {
        ...(await readState(deps, subject, isVisitor)),
        ...(daily && { responses: await dailyResponses(deps, daily) }),
      };
      // The day has no hand, or the user or visitor may not see it.
      if (subject.day !== undefined && !daily) delete subject.picture;
      if (daily?.isToday) subject.picture = `/api/daily/${daily.day}/picture`;
      if (daily?.isToday && daily.answer) {
        // The page contains the user's answer.
        await sendUncached(reply, await renderPage(subject, state), encoding);
        return;
      }
      // Visitors get the not-found page. Users with a session get an empty page, because the browser of an admin can
      // load a product that visitors may not see.
      const isMissing =
        (subject.productId !== undefined && !state.product) || (day === 'missing' && subject.day !== null);
      if (isMissing) reply.status(404);
      const rendered = isMissing ? (isVisitor ? notFound : undefined) : subject;
      const page = await cachedPage(rendered, rendered === notFound ? { ...state, missing: true } : state);
      reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding, cookie');
      const etag = `"${page.etag}-${encoding}"`;
      reply.header('etag', etag);
      if (reply.statusCode === 200 && matchesEtag(request.headers['if-none-match'], etag)) {
        reply.status(304).send();
        return;
      }
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      reply.type('text/html; charset=utf-8').send(page[encoding]);
    },
  };
}

/** Sends a page with data of the user. No cache may store it. */
async function sendUncached(reply: FastifyReply, html: string, encoding: Encoding): Promise<void> {
  reply.header('cache-control', 'private, no-store').header('vary', 'accept-encoding, cookie');
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  reply.type('text/html; charset=utf-8').send(await encoded(html, encoding));
}

type Subject = {
  path?: RenderedPath | ShellPath;
  /** The parts of the URL that the rendered page depends on. */
  url: string;
  /** Whether the server renders the content, not only the app shell, and search engines may index the page. */
  isPublic: boolean;
  productId?: number;
  /** For a page about a hand of the day: its day, or null for today's. */
  day?: string | null;
  /** Whether visitors can request any number of such pages, for example searches. These pages have a separate cache. */
  isVariant?: boolean;
  /** Path of the page's own picture for link previews; by default, the academy's picture is used. */
  picture?: string;
};

/** One page for all unknown paths. */
const notFound: Subject = { url: '/not-found', isPublic: false };

/** Example URLs of pages whose parameters are not UUIDs. */
const exampleUrls: Partial<Record<ShellPath, string>> = {
  '/coaching/$id': '/coaching/1',
  '/read/$kind/$id': '/read/plan/1',
};

/**
 * Shell pages whose path has parameters. One example URL is rendered for all URLs of a path, because their app shell is
 * the same.
 */
const shellPatterns = (Object.keys(shellPages) as ShellPath[])
  .filter((path) => path.includes('$'))
  .map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`),
    url: exampleUrls[path] ?? path.replace(/\$\w+/, '00000000-0000-0000-0000-000000000000'),
  }));

function subjectOf(pathname: string, query: URLSearchParams): Subject {
  if (!isClientPath(pathname)) return notFound;
  const id = /^\/products\/([1-9]\d{0,8})$/.exec(pathname)?.[1];
  if (id) return { path: '/products/$id', url: pathname, isPublic: true, productId: Number(id) };
  const daily = /^\/daily(?:\/(\d{4}-\d{2}-\d{2}))?$/.exec(pathname);
  if (daily) return dailySubject(pathname, daily[1] ?? null);
  if (!isRendered(pathname)) return shellSubject(pathname);
  // The rendered shop shows the results of the search in the URL.
  const search =
    pathname === '/products' ? readProductSearch(Object.fromEntries(query)) : tabOf(pathname, query);
  const searchText = new URLSearchParams(search).toString();
  return {
    path: pathname,
    isPublic: true,
    url: searchText ? `${pathname}?${searchText}` : pathname,
    isVariant: 'q' in search,
  };
}

function dailySubject(url: string, day: string | null): Subject {
  return {
    path: day === null ? '/daily' : '/daily/$date',
    url,
    isPublic: true,
    // Every past day has its own page.
    isVariant: day !== null,
    day,
    ...(day !== null && { picture: `/api/daily/${day}/picture` }),
  };
}

/** The path of a shared hand. */
const sharedHand = /^\/h\/([\w-]{22})$/;

function shellSubject(pathname: string): Subject {
  const token = sharedHand.exec(pathname)?.[1];
  if (token) {
    return {
      path: '/h/$token',
      url: pathname,
      isPublic: false,
      // Visitors can invent any number of tokens.
      isVariant: true,
      picture: `/api/hands/shared/${token}/picture`,
    };
  }
  if (isShellPage(pathname)) return { path: pathname, url: pathname, isPublic: false };
  const shell = shellPatterns.find(({ pattern }) => pattern.test(pathname));
  return shell ? { path: shell.path, url: shell.url, isPublic: false } : notFound;
}

/** The parameter that selects one of the two forms of /auth. The forms have different headings. */
function tabOf(pathname: string, query: URLSearchParams): Record<string, string> {
  return pathname === '/auth' && query.get('tab') === 'signup' ? { tab: 'signup' } : {};
}

function isRendered(pathname: string): pathname is RenderedPath {
  return Object.hasOwn(renderedPages, pathname) && !pathname.includes('$');
}

function isShellPage(pathname: string): pathname is ShellPath {
  return Object.hasOwn(shellPages, pathname) && !pathname.includes('$');
}

const legalDocuments: ReadonlyMap<string, LegalText> = new Map([
  ['/privacy-policy', 'privacy'],
  ['/terms-of-service', 'terms'],
]);

/** Whether scripts load only on the first interaction: on legal texts, for visitors, if no announcement is shown. */
function waitsForInput(subject: Subject | undefined, { visitor, announcement }: PageState): boolean {
  const isLegal = subject?.path !== undefined && legalDocuments.has(subject.path);
  return isLegal && visitor === true && !announcement;
}

async function readState(deps: Deps, { path, productId }: Subject, isVisitor: boolean): Promise<PageState> {
  const document = path === undefined ? undefined : legalDocuments.get(path);
  const [settings, texts, logos, legalText, announcement, products, product, plans, cheapest, searches] =
    await Promise.all([
      getPublicSettings(deps),
      getChangedTexts(deps),
      getLogos(deps),
      document && getLegalText(deps, document),
      getAnnouncement(deps, null),
      path === '/products' ? listProducts(deps, null) : undefined,
      productId === undefined ? undefined : findProduct(deps, productId),
      path === '/' || path === '/subscription-plans' ? listPlanOffers(deps) : undefined,
      path === '/' ? listCheapest(deps) : undefined,
      path === '/' ? listProgramSearches(deps) : undefined,
    ]);
  return {
    settings,
    ...(Object.keys(texts).length > 0 && { texts }),
    ...(Object.keys(logos).length > 0 && { logos }),
    ...(legalText && { legalText }),
    ...(isVisitor && { visitor: true }),
    ...(announcement && { announcement }),
    ...(products && { products }),
    ...(product && { product }),
    ...(plans && {
      responses: [
        { procedure: 'payments.plans', data: plans },
        ...(cheapest ? [{ procedure: 'shop.cheapest', data: cheapest }] : []),
        ...(searches ? [{ procedure: 'shop.programSearches', data: searches }] : []),
      ],
    }),
  };
}

/** The product as a visitor sees it. */
async function findProduct(deps: Deps, id: number): Promise<ProductDetail | undefined> {
  try {
    return await getProduct(deps, null, id);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function readBuild(clientFolder: string) {
  try {
    const assets = JSON.parse(await readFile(path.join(renderFolder, 'assets.json'), 'utf8')) as PageAssets;
    return {
      assets,
      renderer: await loadRenderer(),
      template: await readFile(path.join(clientFolder, 'index.html'), 'utf8'),
      style: await readFile(path.join(clientFolder, assets.style), 'utf8'),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Imports the built file by its URL, because the server's code must not import the client's. */
async function loadRenderer(): Promise<PageRenderer> {
  const loaded: unknown = await import(pathToFileURL(path.join(renderFolder, 'entry-server.mjs')).href);
  if (!isRenderer(loaded)) throw new Error('dist/render/entry-server.mjs exports no render function');
  return loaded;
}

function isRenderer(value: unknown): value is PageRenderer {
  return (
    typeof value === 'object' && value !== null && 'render' in value && typeof value.render === 'function'
  );
}

const fingerprints = new WeakMap<object, string>();

/** A hash of a part of the page state. Cached data is the same object each time, so it is serialized only once. */
function fingerprint(part: unknown): string {
  if (typeof part !== 'object' || part === null) return JSON.stringify(part) ?? '';
  const known = fingerprints.get(part);
  if (known) return known;
  const fresh = contentHash(JSON.stringify(part));
  fingerprints.set(part, fresh);
  return fresh;
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** A fast level, because a user waits. The highest levels take ten times as long and save only a few percent. */
const quickBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

function encoded(html: string, encoding: Encoding): Promise<Buffer> | Buffer {
  if (encoding === 'br') return brotli(html, quickBrotli);
  return encoding === 'gzip' ? gzipped(html) : Buffer.from(html);
}

async function compressed(html: string): Promise<CompressedPage> {
  const identity = Buffer.from(html);
  const [br, gz] = await Promise.all([brotli(identity, quickBrotli), gzipped(identity)]);
  return { etag: contentHash(identity), identity, br, gzip: gz };
}

type Encoding = 'br' | 'gzip' | 'identity';

/** The best encoding that the browser accepts. `q=0` excludes an encoding. */
function encodingFor(accepted: string | undefined): Encoding {
  const names = (accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : 'identity';
}
