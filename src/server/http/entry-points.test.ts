import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { signIn } from '../../testing/http-client.ts';
import { createTestApp, setUpTestApp, testPassword } from '../../testing/test-app.ts';
import { rawRequest } from './testing/raw-request.ts';

const test = setUpTestApp();
let port: number;

beforeAll(async () => {
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
});

describe('responses of procedures', () => {
  it.each([
    '/trpc/shop.listProducts',
    '/trpc/shop.listProducts,auth.me?batch=1&input=%7B%7D',
    '/trpc/auth.nothing',
  ])('have a Content-Length and are not chunked: %s', async (path) => {
    const [head = '', body = ''] = (await rawRequest(port, { method: 'GET', path })).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^content-length: ${Buffer.byteLength(body)}$`, 'im'));
    expect(head).not.toMatch(/^transfer-encoding/im);
    expect(() => JSON.parse(body)).not.toThrow();
  });
});

describe('request bodies', () => {
  it.each(['"__proto__":{"role":"admin"}', '"constructor":{"prototype":{"role":"admin"}}'])(
    'a login whose body also contains %s is rejected',
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

  it('JSON in an encoding other than UTF-8 is rejected with 400, because characters would be lost', async () => {
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

  it('a compressed body is rejected with an error that names the reason', async () => {
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

  it('an empty body with the content type JSON is treated like no body', async () => {
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/logout',
      headers: { 'content-type': 'application/json' },
      payload: '',
    });
    expect(response.statusCode).toBe(200);
  });

  it('two hundred thousand nested arrays are rejected without an internal error', async () => {
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
    onTestFinished(() => own.close());
    const marker = 'postgres://secret-marker';
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
  });

  it.each([
    '/api/nothing',
    '/api/coaching-pdfs/1',
    '/trpc/auth.nothing',
    '/assets/old-chunk.js',
    '/.env',
    '/.git/config',
  ])('GET %s returns 404 in JSON', async (url) => {
    const response = await test.app.inject({ method: 'GET', url });
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toMatch(/json/);
  });

  it.each([
    [
      'headers that are too long',
      'GET',
      '/api/products',
      [`X-Long: ${'x'.repeat(40_000)}`],
      431,
      'too_large',
    ],
    ['a URL that is too long', 'GET', `/api/products?q=${'x'.repeat(40_000)}`, [], 431, 'too_large'],
    ['an unknown method', 'FOO', '/api/products', [], 400, 'invalid_input'],
  ])('have the documented format in response to %s', async (_what, method, path, headers, status, code) => {
    const [head = '', body = ''] = (await rawRequest(port, { method, path, headers })).split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    const requestId = head.match(/x-request-id: (\S+)/)?.[1] ?? '';
    expect(JSON.parse(body)).toEqual({ message: expect.any(String), code, requestId });
    expect(test.logs.filter((line) => line.includes(requestId))).toHaveLength(1);
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

  it('makes the login return to the referring page, unless that page is on another site', async () => {
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
