import { brotliCompress, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { httpClient } from '../../testing/http-client.ts';
import { createTestApp, setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { buildClient, logIn, stateOf } from './testing/pages.ts';

vi.mock('node:zlib', { spy: true });

beforeAll(() => buildClient());
const test = setUpTestApp();
let admin: TestUser;

beforeAll(async () => {
  admin = await test.createUser({ role: 'admin' });
});

function get(url: string, headers: Record<string, string> = {}) {
  return test.app.inject({ method: 'GET', url, headers });
}

function addProduct(title: string) {
  return test.caller(admin).admin.products.create({
    type: 'session',
    productNumber: 3,
    title,
    description: 'About it',
    price: 1_999,
    isActive: true,
    isFree: false,
    estimatedDuration: 30,
  });
}

describe('server-rendered pages', () => {
  it.each([
    ['/', '<h1', 'Master the game'],
    ['/products', '<h1', 'Purchase Individual Products'],
    ['/subscription-plans', '<h1', 'Choose Diamond', '$10.00', 'Opens coaching plans'],
    ['/privacy-policy', '<h1', 'Privacy Policy'],
    ['/terms-of-service', '<h1', 'Terms of Service'],
    ['/auth', '<h1', 'Back to your study desk'],
  ])('%s contains its content', async (url, ...parts) => {
    const response = await get(url);
    expect(response.statusCode).toBe(200);
    for (const part of parts) expect(response.body).toContain(part);
    expect(response.headers['cache-control']).toBe('no-cache');
    expect(response.body).toContain(`<link rel="canonical" href="${test.deps.appUrl()}${url}">`);
    // The Content-Security-Policy rejects inline scripts.
    expect(response.body.match(/<script(?![^>]*(src=|application\/json))/g)).toBeNull();
  });

  it('above its button, the sign-up form names both legal texts that the user accepts, and links to them', async () => {
    const { body } = await get('/auth?tab=signup');
    expect(body).toContain('Create your account');
    const statement = /By creating an account.*?Privacy Policy<\/a>\./s.exec(body)?.[0] ?? '';
    expect(statement.replaceAll(/<[^>]*>/g, '')).toBe(
      'By creating an account you accept the Terms of Service and the Privacy Policy.',
    );
    expect([...statement.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      '/terms-of-service',
      '/privacy-policy',
    ]);
  });

  it('the footer links to the documentation of the API', async () => {
    const [link] = /<a href="([^"]*)"[^>]*>API<\/a>/.exec((await get('/products')).body)?.slice(1) ?? [];
    const { statusCode, headers } = await get(link ?? '');
    expect(link).toBe('/api/docs');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toContain('text/html');
  });

  it('after a product is added or deleted, or a setting is changed, the next response shows the change', async () => {
    expect((await get('/products')).body).not.toContain('Blind Defense');
    const product = await addProduct('Blind Defense');
    expect((await get('/products')).body).toContain('Blind Defense');
    await test.caller(admin).admin.products.delete({ id: product.id });
    expect((await get('/products')).body).not.toContain('Blind Defense');

    await test.caller(admin).admin.settings.update([{ key: 'claimMembers', value: '12,345' }]);
    expect((await get('/')).body).toContain('12,345');
  });

  it('shows the name of the academy in the top bar, the title and link previews', async () => {
    const rename = (value: string) =>
      test.caller(admin).admin.settings.update([{ key: 'academyName', value }]);
    await rename('River School');
    const { body } = await get('/products');
    expect(body).toContain('<title>Products · River School</title>');
    expect(body).toContain('<meta property="og:site_name" content="River School">');
    expect(/<header.*?<\/header>/s.exec(body)?.[0]).toContain('River School');
    expect((await get('/')).body).not.toContain('Poker Academy');
    expect((await get('/manifest.webmanifest')).json()).toMatchObject({
      name: 'River School',
      start_url: '/coaching',
    });
    await rename('Poker Academy');
  });

  it('escapes the titles of products, so that no markup or script in them takes effect', async () => {
    const product = await addProduct('<img src=x onerror=alert(1)></script>');
    const { body } = await get('/products');
    expect(body).not.toContain('<img src=x');
    expect(body).toContain('&lt;img src=x');
    await test.caller(admin).admin.products.delete({ id: product.id });
  });

  it('sends the same page, without user data, to all users with a session; sets `visitor` in the page state only without a session', async () => {
    const [zebedee, yolanda] = [await logIn(test, 'Zebedee'), await logIn(test, 'Yolanda')];
    for (const url of ['/', '/products', '/questions', '/search']) {
      const page = await zebedee.request('GET', url);
      expect(page.body, url).toBe((await yolanda.request('GET', url)).body);
      expect(page.body).not.toContain('Zebedee');
      expect(page.headers.vary).toContain('cookie');
    }
    expect(stateOf((await zebedee.request('GET', '/products')).body)).not.toHaveProperty('visitor');
    expect(Object.keys(stateOf((await get('/products')).body))).toEqual(['settings', 'visitor', 'products']);
    expect(Object.keys(stateOf((await get('/coaching')).body))).toEqual(['settings', 'visitor']);
    // Over HTTP, the session cookie has another name, so this request is a visitor's.
    const other = await get('/coaching', { cookie: '__Host-session=anything' });
    expect(Object.keys(stateOf(other.body))).toEqual(['settings', 'visitor']);
  });

  it.each(['/hands', '/practice', '/ranges', '/questions', '/coach/students', '/admin/users'])(
    'renders the app shell of a page below %s, not the 404 page',
    async (path) => {
      const { body, statusCode } = await get(`${path}/123e4567-e89b-42d3-a456-426614174000`);
      expect(statusCode).toBe(200);
      expect(body).not.toContain('404 Page Not Found');
      expect(body).toContain('aria-label="Main"');
    },
  );

  it('shows visitors a login link, and shows users with a session nothing that is meant for visitors', async () => {
    const rendered = ({ body }: { body: string }) => body.split('id="page-state"')[0] ?? '';
    const product = await addProduct('Float the flop');
    const session = { cookie: 'session=anything' };
    for (const url of ['/products', `/products/${product.id}`]) {
      expect(rendered(await get(url)), url).toContain('Login / Sign Up');
      expect(rendered(await get(url)), url).toContain('Buy <!-- -->$19.99');
      const withSession = rendered(await get(url, session)).replace(/<noscript>.*?<\/noscript>/gs, '');
      expect(withSession, url).toContain('Float the flop');
      expect(withSession, url).not.toContain('Login / Sign Up');
      expect(withSession, url).not.toContain('Buy <!-- -->$19.99');
    }
    const plans = rendered(await get('/subscription-plans', session));
    expect(plans).not.toContain('Choose Diamond');
    await test.caller(admin).admin.products.delete({ id: product.id });
  });

  it.each([
    ['/coaching', 'My Learning Library'],
    ['/coaching/7', 'Coaching session'],
    ['/read/plan/3', 'Read'],
    ['/profile', 'Profile'],
    ['/kyc', 'KYC verification'],
    ['/admin', 'Admin'],
    ['/payment-success?session_id=cs_test_1', 'Your payment'],
    ['/reset-password?token=secret', 'Choose a new password'],
  ])(
    '%s contains its title, the app shell, a skeleton and a notice for browsers without scripts',
    async (url, title) => {
      const { body, statusCode } = await get(url);
      expect(statusCode).toBe(200);
      expect(body).toContain(`<title>${title} · `);
      expect(body).toContain('aria-label="Main"');
      expect(body).toContain('>Loading</p>');
      expect(body).toContain('This page needs JavaScript');
      expect(body).not.toContain('rel="canonical"');
      expect(body).not.toContain('secret');
      expect(body).not.toContain('cs_test_1');
    },
  );

  it.each([
    ['/practice', 'come back before you forget them'],
    ['/ranges', 'Which hands to play from each seat'],
    ['/questions', 'An answer looks like this'],
  ])('%s explains its purpose to visitors, even without scripts', async (url, text) => {
    const { body } = await get(url);
    expect(body).toContain(text);
    expect(body).toContain(`href="/auth?tab=signup&amp;next=${encodeURIComponent(url)}"`);
    expect(body).not.toContain('This page needs JavaScript');
    const withSession = await get(url, { cookie: 'session=anything' });
    expect(withSession.body).not.toContain(text);
  });

  it('on the page of a legal text, a visitor’s browser loads the application only after an interaction', async () => {
    for (const url of ['/privacy-policy', '/terms-of-service']) {
      expect((await get(url)).body, url).toContain('data-waits-for-input');
      expect((await get(url)).body, url).not.toContain('/trpc/auth.me');
      expect((await get(url, { cookie: 'session=anything' })).body, url).not.toContain(
        'data-waits-for-input',
      );
    }
    expect((await get('/')).body).not.toContain('data-waits-for-input');
  });

  it('renders a product with its own title, description and URL', async () => {
    const product = await addProduct('Delayed c-bets & <probes>');
    const url = `/products/${product.id}`;
    const { body, statusCode } = await get(url);
    expect(statusCode).toBe(200);
    expect(body).toContain('<title>Delayed c-bets &#38; &#60;probes&#62; · ');
    expect(body).toContain('<meta name="description" content="About it">');
    expect(body).toContain(`<link rel="canonical" href="${test.deps.appUrl()}${url}">`);
    expect(body.slice(0, body.indexOf('id="page-state"'))).toContain('$19.99');
    expect(stateOf(body)).toMatchObject({ product: { id: product.id, owned: false, filePath: null } });

    await test.caller(admin).admin.products.delete({ id: product.id });
    const hiddenPage = await get(url);
    expect(hiddenPage.statusCode).toBe(404);
    expect(hiddenPage.body).toContain('404 Page Not Found');
    expect(hiddenPage.body).not.toContain('Delayed c-bets');
  });

  it.each([
    '/products/0',
    '/products/01',
    '/products/x',
    '/products/1/2',
    '/products/$id',
    '/products/999999',
  ])('%s returns 404', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });

  it('renders the shop with the filter and the search of the URL', async () => {
    const product = await addProduct('Set mining');
    const rendered = async (url: string) => (await get(url)).body.split('id="page-state"')[0];
    expect(await rendered('/products?type=session&difficulty=beginner')).toContain('Set mining');
    expect(await rendered('/products?type=pdf')).not.toContain('Set mining');
    expect(await rendered('/products?difficulty=expert')).not.toContain('Set mining');
    expect(await rendered('/products?type=nonsense')).toContain('Set mining');
    expect(await rendered('/products?q=mining')).toContain('Set mining');
    expect(await rendered('/products?q=bluff')).not.toContain('Set mining');
    await test.caller(admin).admin.products.delete({ id: product.id });
  });

  it('does not render a page again when requests of visitors and of users alternate', async () => {
    const session = { cookie: 'session=unknown' };
    await get('/terms-of-service');
    await get('/terms-of-service', session);
    vi.mocked(brotliCompress).mockClear();
    await get('/terms-of-service');
    await get('/terms-of-service', session);
    expect(brotliCompress).not.toHaveBeenCalled();
    await get('/products?q=never-searched-before');
    expect(brotliCompress).toHaveBeenCalledOnce();
  });

  it('renders a page once for concurrent requests', async () => {
    vi.mocked(brotliCompress).mockClear();
    const url = '/products?q=searched-by-twenty';
    const responses = await Promise.all(Array.from({ length: 20 }, () => get(url)));
    expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(brotliCompress).toHaveBeenCalledOnce();
  });

  it('renders a login form that the browser cannot submit before hydration', async () => {
    const form = /<form [^>]*aria-label="Login".*?<\/form>/s.exec((await get('/auth')).body)?.[0] ?? '';
    expect(form).toContain('name="password"');
    // Outside of a dialog, a form with this method sends nothing.
    expect(form).toContain('method="dialog"');
    expect(form).toContain('Logging in needs JavaScript');
  });

  it('includes the sign-up form and its files only in the page whose URL names the form', async () => {
    const [login, signUp] = [(await get('/auth')).body, (await get('/auth?tab=signup')).body];
    expect(signUp).toContain('aria-label="Sign Up"');
    expect(signUp).toContain('Signing up needs JavaScript');
    expect(signUp).toMatch(/data-after-paint[^>]*\/assets\/sign-up-form-/);
    expect(login).not.toContain('aria-label="Sign Up"');
    expect(login).not.toMatch(/\/assets\/(sign-up-form|schemas|upload-file)-/);
  });

  it('renders the form of /auth that the URL names, and the login form if the URL names no known form', async () => {
    expect((await get('/auth?tab=signup&next=/kyc')).body).toContain('Create your account');
    expect((await get('/auth?tab=other&next=//evil.test')).body).toBe((await get('/auth')).body);
  });

  it('preloads the current user, and loads scripts after the first paint unless the content needs them', async () => {
    const userPreload = '<link rel="preload" as="fetch" crossorigin fetchpriority="low" href="/trpc/auth.me?';
    const landing = (await get('/')).body;
    expect(landing).toContain(userPreload);
    expect(landing).toMatch(/<link data-after-paint crossorigin href="\/assets\/libraries-/);
    expect(landing).not.toMatch(/rel="modulepreload"[^>]*libraries-/);
    const shell = (await get('/coaching')).body;
    expect(shell).toContain(userPreload);
    expect(shell).toMatch(
      /<link rel="modulepreload" fetchpriority="low" crossorigin href="\/assets\/libraries-/,
    );
  });

  it('returns 304 if the browser has the current page, and compresses any other response with an encoding that the browser accepts', async () => {
    const plain = await get('/', { 'accept-encoding': 'identity' });
    const br = await get('/', { 'accept-encoding': 'gzip, br' });
    const gzip = await get('/', { 'accept-encoding': 'gzip, br;q=0' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    expect(br.headers.vary).toContain('accept-encoding');
    const again = await get('/', { 'accept-encoding': 'br', 'if-none-match': String(br.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    const other = await get('/', { 'accept-encoding': 'gzip', 'if-none-match': String(br.headers.etag) });
    expect(other.statusCode).toBe(200);
  });

  it('returns the 404 page for an unknown path', async () => {
    const response = await get('/no-such-page');
    expect(response.statusCode).toBe(404);
    expect(response.body).toContain('<title>404 Page Not Found · ');
    expect(response.body).toContain('Did you forget to add the page to the router?');
    expect(response.body).toContain('Browse Products');
  });

  it('if the settings cannot be read, sends an empty page that the browser renders', async () => {
    const own = await createTestApp();
    await own.deps.db.schema.dropTable('settings').execute();
    const response = await own.app.inject({ method: 'GET', url: '/' });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('<div id="root"></div>');
    await own.close();
  });
});

describe('assets', () => {
  it('serves precompressed assets, with the headers of immutable content that varies by Accept-Encoding', async () => {
    const script = /src="(\/assets\/index-[^"]+\.js)"/.exec((await get('/')).body)?.[1] ?? '';
    const libraries = /href="(\/assets\/libraries-[^"]+\.js)"/.exec((await get('/')).body)?.[1] ?? '';
    expect(script).not.toBe('');
    const plain = await get(libraries);
    const br = await get(libraries, { 'accept-encoding': 'br' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(br.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(br.headers.vary).toContain('accept-encoding');
    expect(br.headers['content-type']).toBe(plain.headers['content-type']);
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect((await get(`${libraries}.br`)).statusCode).toBe(404);
  });
});

it('the page of a shared hand has its own picture, is not indexed, and sends no referrer', async () => {
  const token = 'a'.repeat(22);
  const { statusCode, headers, body } = await get(`/h/${token}`);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' });
  const picture = `${test.deps.appUrl()}/api/hands/shared/${token}/picture`;
  expect(body).toContain(`<meta property="og:image" content="${picture}">`);
  expect(body).toContain('<title>A shared hand');
  expect(body).not.toContain('rel="canonical"');
});

it.each([
  ['/coaching', 'noindex'],
  ['/payment-success?session_id=cs_test_a1b2c3d4e5f6g7h8', 'noindex'],
  ['/verify-email?token=abc', 'noindex'],
  ['/admin', 'noindex'],
  ['/', undefined],
  ['/products', undefined],
  ['/subscription-plans', undefined],
  ['/terms-of-service', undefined],
])('search engines may index only pages that the server renders for everyone: %s', async (url, expected) => {
  expect((await get(url)).headers['x-robots-tag']).toBe(expected);
});

it('counts a visit when a page is opened from outside the academy without a session, and stores only the number', async () => {
  const own = await createTestApp();
  const student = await logIn(own, 'Vera');
  const open = (url: string, site: string, more: Record<string, string> = {}, by = httpClient(own.app)) =>
    by.request('GET', url, undefined, { 'sec-fetch-dest': 'document', 'sec-fetch-site': site, ...more });
  await open('/', 'none');
  await open('/products', 'cross-site');
  // These are not visits: a link within the academy, a prefetch, a request with a session, an image, an unknown page, a
  // robot.
  await open('/products', 'same-origin');
  await open('/', 'none', { 'sec-purpose': 'prefetch' });
  await open('/', 'none', {}, student);
  await open('/', 'cross-site', { 'sec-fetch-dest': 'image' });
  await open('/no-such-page', 'none');
  await own.app.inject({ method: 'GET', url: '/' });

  await own.app.close();
  const day = own.deps.now().toISOString().slice(0, 10);
  expect(await own.deps.db.selectFrom('visits').selectAll().execute()).toEqual([{ day, count: 2 }]);
  await own.close();
});
