import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../testing/http-client.ts';
import { createTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';
import { restCalls } from './rest/rest.ts';

let test: TestApp;
let port: number;

beforeAll(async () => {
  test = await createTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
});
afterAll(() => test.close());

/** Sends raw bytes, because fetch and URL parsers would normalize the path. */
function raw(method: string, path: string, headers = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`);
    });
    let response = '';
    socket.on('data', (chunk) => {
      response += chunk;
    });
    socket.on('end', () => resolve(response));
    socket.on('error', reject);
  });
}

describe('responses of procedures', () => {
  it.each([
    '/trpc/shop.listProducts',
    '/trpc/shop.listProducts,auth.me?batch=1&input=%7B%7D',
    '/trpc/auth.nothing',
  ])('sends a response with a Content-Length, not chunked: %s', async (path) => {
    const [head = '', body = ''] = (await raw('GET', path)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^content-length: ${Buffer.byteLength(body)}$`, 'im'));
    expect(head).not.toMatch(/^transfer-encoding/im);
    expect(() => JSON.parse(body)).not.toThrow();
  });
});

describe('cross-site writes', () => {
  const writes = [
    ...restCalls
      .filter((row) => row.method !== 'GET')
      .map((row) => ({ method: row.method, url: row.path.replaceAll(/:\w+/g, '1') })),
    { method: 'POST' as const, url: '/trpc/auth.logout' },
    { method: 'POST' as const, url: '/trpc/kyc.requestUpload' },
  ];

  it.each(writes)('$method $url rejects cross-site requests', async ({ method, url }) => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' },
    ]) {
      const response = await test.app.inject({ method, url, headers, payload: {} });
      expect(response.statusCode).toBe(403);
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('writes from the academy’s own origin and from non-browser clients are accepted', async () => {
    for (const headers of [{ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }, {}]) {
      const response = await test.app.inject({ method: 'POST', url: '/api/logout', headers });
      expect(response.statusCode).toBe(200);
    }
  });
});

describe('request bodies', () => {
  it.each(['multipart/form-data; boundary=x', 'text/plain', 'application/x-www-form-urlencoded'])(
    'rejects %s over REST and tRPC',
    async (type) => {
      for (const url of ['/api/login', '/trpc/auth.login']) {
        const response = await test.app.inject({
          method: 'POST',
          url,
          headers: { 'content-type': type },
          payload: 'x',
        });
        expect(response.statusCode).toBe(415);
      }
    },
  );

  it.each(['"__proto__":{"role":"admin"}', '"constructor":{"prototype":{"role":"admin"}}'])(
    'rejects a login that also contains %s',
    async (more) => {
      const user = await test.createUser({ password: testPassword });
      const credentials = `"email":"${user.email}","password":"${testPassword}"`;
      for (const url of ['/api/login', '/trpc/auth.login']) {
        const send = (payload: string) =>
          test.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload });
        expect((await send(`{${credentials}}`)).statusCode).toBe(200);
        expect((await send(`{${credentials},${more}}`)).statusCode).toBe(400);
      }
    },
  );

  it.each(['{"a":', '[', 'nonsense'])('returns 400 for %s over REST and tRPC', async (payload) => {
    for (const url of ['/api/login', '/trpc/auth.login']) {
      const response = await test.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        payload,
      });
      expect(response.statusCode).toBe(400);
      expect(response.body).not.toMatch(/stack|node_modules/);
    }
  });

  it('returns 400 for JSON that is not UTF-8, whose characters would be lost', async () => {
    const { userId, email } = await test.createUser({ password: testPassword });
    const client = await signIn(test.app, { email });
    const send = (payload: Buffer) =>
      client.request('PUT', `/api/user/${userId}`, payload, { 'content-type': 'application/json' });
    const body = JSON.stringify({ firstName: 'José', lastName: 'Núñez' });
    const rejected = await send(Buffer.from(body, 'latin1'));
    expect(rejected.statusCode).toBe(400);
    expect(rejected.json()).toMatchObject({
      message: 'The request is not readable JSON: encode it as UTF-8',
      code: 'invalid_input',
    });
    expect((await send(Buffer.from(body))).json()).toMatchObject({ firstName: 'José', lastName: 'Núñez' });
  });

  it('rejects a compressed body, and names the reason', async () => {
    const payload = gzipSync(JSON.stringify({ email: 'a@b.example', password: testPassword }));
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const response = await test.app.inject({ method: 'POST', url: '/api/login', headers, payload });
    expect(response.statusCode).toBe(415);
    expect(response.json()).toMatchObject({
      message: 'Send the body without compression',
      code: 'unsupported_type',
    });
  });

  it.each(['[]', '"text"', '7', 'false'])('rejects %s where a JSON object is required', async (payload) => {
    const { email } = await test.createUser({ password: testPassword });
    const client = await signIn(test.app, { email });
    const response = await client.request('PUT', '/api/goals/2026-11-20', payload, {
      'content-type': 'application/json',
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ message: 'Send a JSON object', code: 'invalid_input' });
  });

  it('treats an empty body with a JSON type as absent', async () => {
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/logout',
      headers: { 'content-type': 'application/json' },
      payload: '',
    });
    expect(response.statusCode).toBe(200);
  });

  it('rejects more than 1 MiB', async () => {
    const payload = JSON.stringify({ email: 'a@b.example', password: 'x'.repeat(1_100_000) });
    for (const url of ['/api/login', '/trpc/auth.login']) {
      const headers = { 'content-type': 'application/json' };
      expect((await test.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(413);
    }
  });

  it('survives two hundred thousand nested arrays', async () => {
    const payload = `{"email":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'content-type': 'application/json' },
      payload,
    });
    expect(response.statusCode).toBe(400);
  });
});

describe('errors', () => {
  it('never reveal internal details', async () => {
    const own = await createTestApp();
    const marker = 'postgres://secret-marker';
    try {
      Object.defineProperty(own.deps, 'passwords', {
        value: {
          ...own.deps.passwords,
          matches: () => {
            throw new Error(marker);
          },
        },
      });
      const payload = { email: 'a@b.example', password: 'long enough' };
      for (const url of ['/api/login', '/trpc/auth.login']) {
        const response = await own.app.inject({ method: 'POST', url, payload });
        expect(response.statusCode).toBe(500);
        expect(response.body).not.toContain(marker);
        expect(response.body).not.toMatch(/stack|\.ts/);
        expect(own.logs.some((line) => line.includes(marker))).toBe(true);
        own.logs.length = 0;
      }
    } finally {
      await own.close();
    }
  });

  it.each([
    '/api/nothing',
    '/api/coaching-pdfs/1',
    '/trpc/auth.nothing',
    '/assets/old-chunk.js',
    '/.env',
    '/.git/config',
  ])('GET %s is 404 in JSON', async (url) => {
    const response = await test.app.inject({ method: 'GET', url });
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toMatch(/json/);
  });

  it.each([
    [
      'headers that are too long',
      'GET',
      '/api/products',
      `X-Long: ${'x'.repeat(40_000)}\r\n`,
      431,
      'too_large',
    ],
    ['an address that is too long', 'GET', `/api/products?q=${'x'.repeat(40_000)}`, '', 431, 'too_large'],
    ['an unknown method', 'FOO', '/api/products', '', 400, 'invalid_input'],
  ])('have the documented body for %s', async (_what, method, path, headers, status, code) => {
    const [head = '', body = ''] = (await raw(method, path, headers)).split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    const requestId = head.match(/x-request-id: (\S+)/)?.[1] ?? '';
    expect(JSON.parse(body)).toEqual({ message: expect.any(String), code, requestId });
    expect(test.logs.filter((line) => line.includes(requestId))).toHaveLength(1);
  });

  it('sets the security headers on successful and failed responses', async () => {
    for (const url of ['/healthz', '/api/user', '/api/nothing', '/objects/x', '/']) {
      const { headers } = await test.app.inject({ method: 'GET', url });
      expect(headers['content-security-policy']).toBeTruthy();
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBeTruthy();
      expect(headers['x-request-id']).toBeTruthy();
    }
  });
});

describe('path traversal', () => {
  const paths = [
    '../../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/etc/passwd',
    '%252e%252e%252fetc%252fpasswd',
    '..%5c..%5cetc%5cpasswd',
    '%2fetc/passwd',
    'a%00b',
    '%0d%0aset-cookie:x=1',
    'x'.repeat(5_000),
    'uploads/',
    'C:%5cboot.ini',
  ];

  const rows = paths.map((path) => ({ start: path.slice(0, 40), path }));
  it.each(rows)('$start reveals nothing below /objects/ and /uploads/', async ({ path }) => {
    for (const root of ['/objects/', '/uploads/']) {
      for (const method of ['GET', 'HEAD']) {
        const response = await raw(method, root + path);
        expect(response).toMatch(/^HTTP\/1\.1 (400|401|403|404|414|431) /);
        expect(response).not.toContain('root:');
        expect(response.toLowerCase()).not.toContain('set-cookie:x');
      }
    }
  });

  it('returns the same for an unknown document, one of another user and, by default, one of the user’s own', async () => {
    const student = await test.createUser({ password: testPassword });
    const client = await signIn(test.app, student);
    const path = await test.uploadDocument(test.caller(student));
    const others = await test.uploadDocument(test.caller(await test.createUser()));
    const bodies = [];
    for (const url of [path, others, '/objects/00000000-0000-4000-8000-000000000000', '/objects/nonsense']) {
      const response = await client.request('GET', url);
      expect(response.statusCode).toBe(404);
      const { requestId, ...body } = response.json();
      expect(requestId).toBeTruthy();
      bodies.push(body);
    }
    for (const body of bodies) expect(body).toEqual(bodies[0]);
    expect((await test.app.inject({ method: 'GET', url: path })).statusCode).toBe(401);
  });
});

describe('GET /api/login', () => {
  it.each([
    ['/api/login', '/auth?next=%2Fcoaching'],
    ['/api/login?next=/kyc', '/auth?next=%2Fkyc'],
    ['/api/login?next=//evil.example', '/auth?next=%2Fcoaching'],
    ['/api/login?next=/%5Cevil.example', '/auth?next=%2Fcoaching'],
    ['/api/login?next=https://evil.example/', '/auth?next=%2Fcoaching'],
    ['/api/login?next=javascript:alert(1)', '/auth?next=%2Fcoaching'],
  ])('%s redirects to %s', async (url, target) => {
    const response = await test.app.inject({ method: 'GET', url });
    expect(response.statusCode).toBe(302);
    expect(response.headers.location).toBe(target);
  });

  it('sets the referring page as the page to return to, unless that page is on another site', async () => {
    const headers = { referer: 'http://localhost:3000/kyc?x=1' };
    const response = await test.app.inject({ method: 'GET', url: '/api/login', headers });
    expect(response.headers.location).toBe('/auth?next=%2Fkyc%3Fx%3D1');
    const foreign = await test.app.inject({
      method: 'GET',
      url: '/api/login',
      headers: { referer: 'https://evil.example/kyc' },
    });
    expect(foreign.headers.location).toBe('/auth?next=%2Fcoaching');
  });
});

describe('health checks', () => {
  it('respond, and name each check', async () => {
    expect((await test.app.inject('/healthz')).json()).toEqual({ status: 'ok' });
    const ready = await test.app.inject('/readyz');
    expect(ready.statusCode).toBe(200);
    expect(ready.json().checks).toEqual({ database: 'ok', migrations: 'ok', storage: 'ok' });
  });

  it('keep responding while a client sends slowly', async () => {
    const slow = httpRequest({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/login',
      headers: { 'content-length': 100 },
    });
    slow.on('error', () => undefined);
    slow.write('{');
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    slow.destroy();
  });
});
