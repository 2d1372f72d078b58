import { beforeAll, beforeEach, expect, it } from 'vitest';
import { signIn } from '../../../testing/http-client.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';

const test = setUpTestApp();
let url: string;

beforeAll(async () => {
  url = await test.app.listen({ host: '127.0.0.1', port: 0 });
  await test.deps.db
    .insertInto('products')
    .values({ type: 'pdf', product_number: 1, title: 'Zoë’s ranges', price_cents: 500 })
    .execute();
});
beforeEach(() => {
  test.logs.length = 0;
});

async function lineOf(requestId: string | null) {
  await expect.poll(() => test.logs.filter((line) => line.includes(String(requestId)))).toHaveLength(1);
  return JSON.parse(test.logs.find((line) => line.includes(String(requestId))) ?? '');
}

it('the product list for visitors returns 304 without a body if the client has the current list', async () => {
  const etag = (await fetch(`${url}/api/products`)).headers.get('etag') ?? '';
  const response = await fetch(`${url}/api/products`, { headers: { 'if-none-match': etag } });
  expect([response.status, await response.text(), response.headers.get('x-frame-options')]).toEqual([
    304,
    '',
    'DENY',
  ]);
  expect(await lineOf(response.headers.get('x-request-id'))).toMatchObject({ status: 304 });
});

it('the product list for visitors equals the output of the procedure, and has the headers and the log line of any response', async () => {
  const response = await fetch(`${url}/api/products`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const body = await response.json();
  expect(body).toMatchObject([{ title: 'Zoë’s ranges', owned: false }]);
  // A visitor's request gets the cached list. A request with a query string calls the procedure.
  expect(body).toEqual(await (await fetch(`${url}/api/products?x=1`)).json());

  const usual = Object.entries((await test.app.inject({ url: '/api/user' })).headers);
  const own = ['content-length', 'content-type', 'cache-control', 'date', 'x-request-id', 'connection'];
  for (const [name, value] of usual.filter(([name]) => !own.includes(name))) {
    expect([name, response.headers.get(name)]).toEqual([name, value]);
  }
  const line = await lineOf(response.headers.get('x-request-id'));
  expect(line).toMatchObject({ method: 'GET', route: '/api/products', status: 200, msg: 'request' });
});

it('the product list for visitors changes when a product changes', async () => {
  const { etag } = Object.fromEntries((await fetch(`${url}/api/products`)).headers);
  await test.deps.db.updateTable('products').set({ title: 'Zoë’s new ranges' }).execute();
  const response = await fetch(`${url}/api/products`, { headers: { 'if-none-match': etag ?? '' } });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject([{ title: 'Zoë’s new ranges' }]);
});

it('clients must not cache the product list if the request has a session or a query string', async () => {
  const user = await test.createUser({ password: 'correct horse battery' });
  const client = await signIn(test.app, user);
  const uncached = 'private, no-store';
  const requests: [string, RequestInit][] = [
    ['/api/products', { headers: { cookie: 'a=b; session=unreadable' } }],
    ['/api/products', { headers: { cookie: '__Host-session=unreadable' } }],
    ['/api/products?x=1', {}],
  ];
  for (const [path, init] of requests) {
    const response = await fetch(url + path, init);
    expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 200, uncached]);
  }
  expect((await client.request('GET', '/api/products')).headers['cache-control']).toBe(uncached);
});
