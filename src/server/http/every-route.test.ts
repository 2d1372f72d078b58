import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { plausibleValue } from '../../testing/fuzz/plausible-values.ts';
import { routeKey, routesOf } from '../../testing/fuzz/route-list.ts';
import { type FuzzActor, type FuzzWorld, openFuzzWorld } from '../../testing/fuzz/world.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { procedureSchemas, schemasOf } from './procedure-schemas.ts';
import { documentedCalls, restCalls } from './rest/rest.ts';
import { rawRequest } from './testing/raw-request.ts';

type Write = { name: string; method: 'POST' | 'PUT' | 'DELETE'; url: string; payload: string };

let world: FuzzWorld;
let port: number;

beforeAll(async () => {
  world = await openFuzzWorld();
  await world.test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (world.test.app.server.address() as AddressInfo).port;
});
afterAll(() => world.close());

/** Input that is likely to succeed, the same in every run. */
function likelyInput(name: string, input: z.ZodType | undefined): Record<string, unknown> {
  if (!input) return {};
  const schema = z.toJSONSchema(input, { io: 'input' });
  const [value] = fc.sample(plausibleValue(schema, world.knownFor(name)), { seed: 7, numRuns: 1 });
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Every mutation, over tRPC and REST, and every other writing route. */
function writes(): Write[] {
  const mutations = [...procedureSchemas].filter(([, { type }]) => type === 'mutation');
  const rpc = mutations.map(([name, { input }]): Write => {
    const payload = JSON.stringify(likelyInput(name, input));
    return { name, method: 'POST', url: `/trpc/${name}`, payload };
  });
  const rest = routesOf(world.test.app)
    .filter(({ method, path }) => isWrite(method) && !path.startsWith('/trpc/'))
    .map((route): Write => {
      const row = restCalls.find((one) => routeKey(one) === routeKey(route));
      const input = likelyInput(route.path, row && schemasOf(row.procedure).input);
      const url = route.path.replaceAll(/:(\w+)|\*/g, (_, name: string) =>
        encodeURIComponent(String(input[name] ?? 1)),
      );
      const method = route.method as Write['method'];
      return { name: `${method} ${route.path}`, method, url, payload: JSON.stringify(input) };
    });
  return [...rpc, ...rest];
}

function isWrite(method: string): boolean {
  return ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);
}

/** The number of rows of each table and a hash of their content, as one text. */
async function databaseState(): Promise<string> {
  const { db } = world.test.deps;
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const sums = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await sql<{ sum: string }>`
        select count(*) || '/' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum
        from ${sql.table(name)} as t`.execute(db);
      return `${name} ${rows[0]?.sum}`;
    }),
  );
  return sums.join('\n');
}

const otherSites: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:3000.evil.example' },
  { origin: 'https://localhost:3000' },
];

describe('cross-site writes', () => {
  it('are rejected by every mutation and every writing route except the webhook, and change nothing', {
    timeout: 120_000,
  }, async () => {
    const before = await databaseState();
    const list = writes().filter(({ name }) => name !== 'POST /api/stripe/webhook');
    expect(list.length).toBeGreaterThan(90);
    for (const { name, method, url, payload } of list) {
      for (const headers of otherSites) {
        const response = await world.test.app.inject({
          method,
          url,
          payload,
          headers: { 'content-type': 'application/json', cookie: world.cookieOf('admin') ?? '', ...headers },
        });
        expect(response.statusCode, `${name} ${JSON.stringify(headers)}`).toBe(403);
        expect(response.json().code, name).toBe('cross_site');
        expect(response.headers['x-request-id'], name).toBe(response.json().requestId);
        expect(response.headers['x-content-type-options'], name).toBe('nosniff');
        expect(response.headers['access-control-allow-origin'], name).toBeUndefined();
        expect(response.headers['set-cookie'], name).toBeUndefined();
      }
    }
    expect(await databaseState()).toBe(before);
  });

  it('mutations reject GET requests, and writing routes reject the content types of forms: other sites can send both without a CORS preflight', {
    timeout: 120_000,
  }, async () => {
    const before = await databaseState();
    // The webhook is signed. Unsubscribing and the hand of the day accept forms. Uploaded files can have any type.
    const takesOtherTypes = /webhook|unsubscribe|^POST \/daily$|^PUT \/uploads/;
    const cookie = world.cookieOf('admin') ?? '';
    for (const { name, method, url, payload } of writes().filter(
      (write) => !takesOtherTypes.test(write.name),
    )) {
      for (const type of [
        'multipart/form-data; boundary=x',
        'application/x-www-form-urlencoded',
        'text/plain',
      ]) {
        const headers = { 'content-type': type, cookie };
        const response = await world.test.app.inject({ method, url, payload, headers });
        expect(response.statusCode, `${name} as ${type}`).toBe(415);
      }
      if (!url.startsWith('/trpc/')) continue;
      const asGet = `${url}?input=${encodeURIComponent(payload)}`;
      const response = await world.test.app.inject({ method: 'GET', url: asGet, headers: { cookie } });
      expect([404, 405], name).toContain(response.statusCode);
      const withoutType = await rawRequest(port, {
        method: 'POST',
        path: url,
        headers: [`Cookie: ${cookie}`, 'Content-Length: 0'],
      });
      expect(withoutType, name).toMatch(/^HTTP\/1\.1 415 /);
    }
    expect(await databaseState()).toBe(before);
  });

  it("writes from the academy's own pages and from clients other than browsers are accepted", async () => {
    for (const headers of [{}, { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }]) {
      for (const url of ['/trpc/auth.logout', '/api/logout']) {
        const response = await world.test.app.inject({ method: 'POST', url, payload: {}, headers });
        expect(response.statusCode, url).toBe(200);
      }
    }
  });
});

describe('JSON bodies', () => {
  it('every writing route that takes JSON rejects prototype keys, malformed JSON, and more than 1 MiB', async () => {
    const cookie = world.cookieOf('admin') ?? '';
    const list = writes().filter(({ name }) => !/webhook|unsubscribe|^PUT \/uploads/.test(name));
    for (const { name, method, url } of list) {
      const send = (payload: string) =>
        world.test.app.inject({
          method,
          url,
          payload,
          headers: { 'content-type': 'application/json', cookie },
        });
      expect((await send('{"__proto__":{"role":"admin"}}')).statusCode, name).toBe(400);
      expect((await send('{"x":{"constructor":{"prototype":{"role":"admin"}}}}')).statusCode, name).toBe(400);
      for (const text of ['{"a":', '[', 'nonsense']) {
        const malformed = await send(text);
        expect(malformed.statusCode, `${name} ${text}`).toBe(400);
        expect(malformed.body, name).not.toMatch(/stack|node_modules/);
      }
      expect((await send(`{"x":"${'x'.repeat(1_048_576)}"}`)).statusCode, name).toBe(413);
    }
  });
});

const requiredHeaders = {
  'content-security-policy': /./,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^(strict-origin-when-cross-origin|no-referrer|same-origin)$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'x-frame-options': /^DENY$/i,
  'permissions-policy': /camera=\(\)/,
  'x-request-id': /^[\w-]{8,}$/,
};

function expectSecurityHeaders(response: LightMyRequestResponse, name: string): void {
  for (const [header, form] of Object.entries(requiredHeaders)) {
    expect(String(response.headers[header] ?? ''), `${header} of ${name} (${response.statusCode})`).toMatch(
      form,
    );
  }
  const policy = String(response.headers['content-security-policy']);
  expect(policy, name).toMatch(/default-src '(self|none)'/);
  expect(policy, name).not.toMatch(/script-src[^;]*unsafe/);
  expect(response.headers['x-powered-by'], name).toBeUndefined();
  expect(response.headers.server, name).toBeUndefined();
}

describe('security headers', () => {
  it('every route sets the security headers for visitors, students and admins', {
    timeout: 120_000,
  }, async () => {
    const seen = new Set<number>();
    for (const route of routesOf(world.test.app)) {
      if (!['GET', 'POST', 'PUT', 'DELETE'].includes(route.method)) continue;
      for (const actor of ['visitor', 'student', 'admin'] satisfies FuzzActor[]) {
        // Logging out would end the session for the rest of the test.
        if (actor !== 'visitor' && /logout/.test(route.path)) continue;
        const response = await world.test.app.inject({
          method: route.method as Write['method'] | 'GET',
          url: route.path.replaceAll(/:\w+|\*/g, '1'),
          headers: { cookie: world.cookieOf(actor) ?? '' },
        });
        seen.add(response.statusCode);
        expectSecurityHeaders(response, `${route.method} ${route.path} for ${actor}`);
      }
    }
    expect([...seen].map((status) => Math.floor(status / 100))).toEqual(expect.arrayContaining([2, 3, 4]));
  });

  it.each([
    ['a page', '/api/docs', {}, 200],
    ['an unknown page', '/no/such/page', {}, 404],
    ['a URL that cannot be decoded', '/api/products/%zz', {}, 400],
    ['a missing file', '/assets/gone-00000000.js', {}, 404],
    ['a path that does not support the method', '/api/user', { method: 'PATCH' }, 405],
    ['a URL with a parameter that is too long', `/api/products/${'x'.repeat(5_100)}`, {}, 400],
    [
      'a document that the browser already has',
      '/api/openapi.json',
      { headers: { 'if-none-match': '*' } },
      304,
    ],
  ] as const)('a request for %s returns the security headers', async (name, url, options, status) => {
    const response = await world.test.app.inject({ url, ...options });
    expect(response.statusCode).toBe(status);
    expectSecurityHeaders(response, name);
    if (status === 400) {
      const { requestId, ...body } = response.json();
      expect(body).toEqual({ code: 'invalid_input', message: 'The request could not be read' });
      expect(requestId).toBe(response.headers['x-request-id']);
    }
  });

  it('sets the security headers on internal errors', async () => {
    const { deps } = world.test;
    const passwords = deps.passwords;
    const setPasswords = (value: object) =>
      Object.defineProperty(deps, 'passwords', { value, configurable: true, writable: true });
    setPasswords({ ...passwords, matches: () => Promise.reject(new Error('broken on purpose')) });
    try {
      const payload = { email: 'nobody@example.test', password: 'long enough' };
      const response = await world.test.app.inject({ method: 'POST', url: '/api/login', payload });
      expect(response.statusCode).toBe(500);
      expectSecurityHeaders(response, 'a fault');
    } finally {
      setPasswords(passwords);
    }
  });

  it('responses make browsers use only HTTPS if the academy is served over HTTPS', async () => {
    const secure = await createTestApp({ appUrl: 'https://academy.example' });
    onTestFinished(() => secure.close());
    for (const url of ['/', '/api/user', '/api/nothing']) {
      const { headers } = await secure.app.inject(url);
      expect(headers['strict-transport-security']).toMatch(/max-age=31536000; includeSubDomains/);
    }
  });
});

describe('personal data', () => {
  it('is never cached: every response that is not public, including errors, has the directive no-store', async () => {
    for (const { method, path: pattern } of documentedCalls.filter(({ access }) => access !== 'anyone')) {
      const url = pattern.replaceAll(/:\w+|\*/g, '1');
      for (const actor of ['visitor', 'admin'] satisfies FuzzActor[]) {
        const response = await world.test.app.inject({
          method,
          url,
          headers: { cookie: world.cookieOf(actor) ?? '' },
        });
        expect(
          response.headers['cache-control'],
          `${method} ${pattern} for ${actor}: ${response.statusCode}`,
        ).toMatch(/no-store/);
      }
    }
    for (const [name, { type }] of procedureSchemas) {
      if (type !== 'query') continue;
      const response = await world.test.app.inject({
        url: `/trpc/${name}`,
        headers: { cookie: world.cookieOf('admin') ?? '' },
      });
      if (/^(shop\.listProducts|settings\.public|payments\.plans|shop\.cheapest)$/.test(name)) continue;
      expect(response.headers['cache-control'], name).toMatch(/no-store/);
    }
  });
});

describe('path traversal as raw bytes', () => {
  const attacks = [
    '../../../../../../etc/passwd',
    '..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '%252e%252e%252f%252e%252e%252fetc%252fpasswd',
    '..%5c..%5c..%5cetc%5cpasswd',
    '..%c0%af..%c0%afetc/passwd',
    '%2fetc%2fpasswd',
    '/etc/passwd',
    'a%00.png',
    '%0d%0aset-cookie:%20x=1',
    'C:%5cboot.ini',
    '%zz',
    '....//....//etc/passwd',
    '../package.json',
    '..%2fpackage.json',
    '.env',
    'uploads/',
    'x'.repeat(5_000),
  ];
  const roots = [
    '/',
    '/assets/',
    '/objects/',
    '/uploads/',
    '/api/products/',
    '/api/privacy/exports/',
    '/api/coaching-pdfs/',
  ];

  it.each(['GET', 'HEAD', 'POST', 'TRACE'])('a %s request returns no file', async (method) => {
    const cookie = `Cookie: ${world.cookieOf('admin')}`;
    for (const root of roots) {
      for (const attack of attacks) {
        const headers = [cookie, 'Range: bytes=0-200', 'Content-Length: 0'];
        const response = await rawRequest(port, { method, path: root + attack, headers });
        const [head = '', body = ''] = response.split('\r\n\r\n');
        expect(head, `${method} ${root}${attack}`).toMatch(/^HTTP\/1\.1 (400|403|404|405|414|415|501) /);
        expect(body).not.toMatch(/root:|"dependencies"|DATABASE_URL/);
        // The request must not be echoed in a header, or in a body that a browser would execute (TRACE).
        expect(head.toLowerCase()).not.toMatch(/set-cookie: ?x|message\/http/);
        if (method === 'HEAD') expect(body).toBe('');
      }
    }
  });

  it('does not redirect to the host of an absolute URL', async () => {
    const response = await rawRequest(port, { method: 'GET', path: 'http://evil.example/api/login' });
    expect(response).not.toMatch(/location: *(https?:)?\/\/evil/i);
  });
});
