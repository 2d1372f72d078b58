import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import { shellPages } from '../../shared/page-state.ts';
import { legalVersions } from '../../shared/profile/legal-versions.ts';
import { addDays } from '../../shared/time-zone.ts';
import { createTestApp, setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { planTwoDays } from '../practice/testing/daily-hands.ts';
import { writeSitemap } from './search-engines.ts';
import { buildClient } from './testing/pages.ts';

beforeAll(() => buildClient());
const test = setUpTestApp();
const origin = 'http://localhost:3000';
let admin: TestUser;
let productNumber = 0;

beforeAll(async () => {
  admin = await test.createUser({ role: 'admin' });
});

function get(url: string, headers: Record<string, string> = {}) {
  return test.app.inject({ method: 'GET', url, headers });
}

/** The last modification of each page in the sitemap, by path; undefined if the sitemap does not contain it. */
async function listed(): Promise<Map<string, string | undefined>> {
  const { body } = await get('/sitemap.xml');
  const pages = body.matchAll(/<url><loc>([^<]*)<\/loc>(?:<lastmod>([^<]*)<\/lastmod>)?<\/url>/g);
  return new Map([...pages].map(([, address = '', time]) => [address.replace(origin, ''), time]));
}

function session(isActive: boolean) {
  productNumber += 1;
  return {
    type: 'session' as const,
    productNumber,
    title: 'Squeeze & fold',
    description: 'About it',
    price: 1_999,
    isActive,
    isFree: false,
  };
}

function addProduct(isActive: boolean) {
  return test.caller(admin).admin.products.create(session(isActive));
}

describe('the sitemap', () => {
  it('lists the products in the shop with the time of their last change, and no hidden or deleted one', async () => {
    const { products } = test.caller(admin).admin;
    const [shown, draft] = [await addProduct(true), await addProduct(false)];
    expect(await listed()).toEqual(
      new Map([
        ['/', undefined],
        ['/products', undefined],
        [`/products/${shown.id}`, shown.updatedAt],
        ['/subscription-plans', undefined],
        ['/privacy-policy', legalVersions.privacy],
        ['/terms-of-service', legalVersions.terms],
      ]),
    );

    await products.update({ id: draft.id, ...session(true) });
    const published = (await listed()).get(`/products/${draft.id}`);
    expect(Date.parse(published ?? '')).toBeGreaterThan(Date.parse(draft.updatedAt));
    await products.update({ id: draft.id, ...session(false) });
    await products.delete({ id: shown.id });
    expect([...(await listed()).keys()].filter((path) => path.startsWith('/products/'))).toEqual([]);
  });

  it('lists the hands of the day that visitors may open: not those of members, and none if a setting requires an account', async () => {
    const days = async () => [...(await listed())].filter(([path]) => path.startsWith('/daily'));
    expect(await days()).toEqual([]);
    const [yesterday, today] = await planTwoDays(test, admin);
    // The page of a day begins to show the solution when the day has ended.
    expect(await days()).toEqual([
      ['/daily', today],
      [`/daily/${yesterday}`, today],
    ]);

    const { settings } = test.caller(admin).admin;
    await settings.update([{ key: 'dailyIsPublic', value: false }]);
    expect(await days()).toEqual([]);
    await settings.update([{ key: 'dailyIsPublic', value: true }]);

    test.clock.advance(30 * dayMs);
    expect(await days()).toEqual([
      ['/daily', undefined],
      [`/daily/${today}`, addDays(today, 1)],
    ]);
    test.clock.advance(-30 * dayMs);
  });

  it('names the first day of the legal text in effect', async () => {
    const legal = test.caller(admin).admin.legalTexts;
    const { version, body } = await test.caller(null).settings.legalText({ document: 'terms' });
    await legal.publish({
      document: 'terms',
      body: `${body}

One more sentence.`,
      version,
      needsAcceptance: false,
    });
    const today = test.deps.now().toISOString().slice(0, 10);
    expect((await listed()).get('/terms-of-service')).toBe(today);
  });

  it('contains the canonical address of pages that visitors can open and search engines may index', async () => {
    await addProduct(true);
    for (const path of (await listed()).keys()) {
      const { statusCode, headers, body } = await get(path);
      expect(statusCode, path).toBe(200);
      expect(headers, path).not.toHaveProperty('x-robots-tag');
      expect(body, path).toContain(`<link rel="canonical" href="${origin}${path}">`);
    }
  });

  it('is divided at 50,000 addresses, with an index of its parts', async () => {
    const pages = Array.from({ length: 50_001 }, (_, index) => ({ path: `/products/${index + 1}` }));
    const addresses = (text: string | undefined) => text?.match(/<loc>/g)?.length;
    expect(addresses(writeSitemap(origin, pages.slice(1)))).toBe(50_000);
    const index = writeSitemap(origin, pages);
    expect(index).toContain('<sitemapindex ');
    expect(index).toContain(`<sitemap><loc>${origin}/sitemap.xml?part=2</loc></sitemap>`);
    expect(addresses(index)).toBe(2);
    expect(addresses(writeSitemap(origin, pages, 1))).toBe(50_000);
    expect(writeSitemap(origin, pages, 2)).toContain('/products/50001<');
    expect(writeSitemap(origin, pages, 3)).toBeUndefined();
  });

  it.each(['2', '0', '-1', 'x', '1&part=1'])(
    'returns 404 for the part %s, which does not exist',
    async (part) => {
      expect((await get(`/sitemap.xml?part=${part}`)).statusCode).toBe(404);
    },
  );

  it('escapes addresses', () => {
    const sitemap = writeSitemap(origin, [{ path: `/a?b="<&>'` }]);
    expect(sitemap).toContain(`<loc>${origin}/a?b=&#34;&#60;&#38;&#62;&#39;</loc>`);
  });
});

describe('robots.txt', () => {
  /** Whether robots may request the path: the longest matching rule decides (RFC 9309 §2.2.2). */
  async function allows(path: string): Promise<boolean> {
    const rules = (await get('/robots.txt')).body.matchAll(/^(Allow|Disallow): (.*)$/gm);
    const [longest] = [...rules]
      .map(([, verb, rule = '']) => ({ verb, rule }))
      .filter(({ rule }) => new RegExp(`^${rule.replaceAll('*', '.*')}`).test(path))
      .toSorted((one, other) => other.rule.length - one.rule.length);
    return longest?.verb !== 'Disallow';
  }

  it('allows the pages of the sitemap, their scripts and pictures, and link previews', async () => {
    await addProduct(true);
    const parts = [
      '/assets/index-1.js',
      '/trpc/auth.me?batch=1',
      '/share.png',
      '/api/pictures/1',
      '/api/logo/1',
      '/api/products/1/preview',
      '/api/daily/2026-12-01/picture',
      '/api/hands/shared/aaaaaaaaaaaaaaaaaaaaaa/picture',
      '/sitemap.xml',
    ];
    for (const path of [...(await listed()).keys(), ...parts]) expect(await allows(path), path).toBe(true);
  });

  it.each(['/api/products', '/api/docs', '/api/products/1/download', '/objects/1', '/uploads/1'])(
    'disallows %s',
    async (path) => {
      expect(await allows(path)).toBe(false);
    },
  );

  it('disallows pages that offer visitors only the login; other pages are not to be indexed, which robots must be able to read', async () => {
    const disallowed = new Set<string>();
    const requested = new Set<string>();
    for (const path of Object.keys(shellPages)) {
      ((await allows(path)) ? requested : disallowed).add(`/${path.split('/')[1]}`);
    }
    expect([...disallowed].toSorted()).toEqual([
      '/admin',
      '/billing',
      '/coach',
      '/coaching',
      '/coaching-dashboard',
      '/coaching-pdfs',
      '/goals',
      '/kyc',
      '/notes',
      '/profile',
      '/read',
      '/search',
    ]);
    expect([...requested].toSorted()).toEqual([
      '/h',
      '/hands',
      '/payment-error',
      '/payment-success',
      '/practice',
      '/questions',
      '/ranges',
      '/reset-password',
      '/undo-deletion',
      '/verify-email',
    ]);
    for (const path of requested) {
      const { headers } = await get(path === '/h' ? `/h/${'a'.repeat(22)}` : path);
      expect(headers['x-robots-tag'], path).toBe('noindex');
    }
  });
});

describe.each([
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
])('%s', (url, type) => {
  it('answers HEAD and conditional requests', async () => {
    const { statusCode, headers, body } = await get(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-cache' });
    const head = await test.app.inject({ method: 'HEAD', url });
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    expect(head.headers).toMatchObject({
      'content-type': type,
      etag: headers.etag,
      'content-length': String(Buffer.byteLength(body)),
    });
    const again = await get(url, { 'if-none-match': String(headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    expect(again.headers.etag).toBe(headers.etag);
  });

  it('contains addresses of APP_URL, whatever host a request names', async () => {
    const own = await createTestApp({ appUrl: 'https://riverschool.example' });
    onTestFinished(() => own.close());
    const { body } = await own.app.inject({ method: 'GET', url, headers: { host: 'academy.internal' } });
    const addresses = body.match(/(?<=<loc>|^Sitemap: )\S+?(?=<|$)/gm) ?? [];
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) expect(address).toMatch(/^https:\/\/riverschool\.example\//);
  });
});
