import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { httpClient } from '../../testing/http-client.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let url: string;

beforeAll(async () => {
  test = await createTestApp();
  url = await test.app.listen({ host: '127.0.0.1', port: 0 });
  await test.deps.db
    .insertInto('products')
    .values({ type: 'pdf', product_number: 1, title: 'Zoë’s ranges', price_cents: 500 })
    .execute();
});
beforeEach(() => {
  test.logs.length = 0;
});
afterAll(() => test.close());

/** Kept answers wait for nobody to read their line. */
async function lineOf(requestId: string | null) {
  await expect.poll(() => test.logs.filter((line) => line.includes(String(requestId)))).toHaveLength(1);
  return JSON.parse(test.logs.find((line) => line.includes(String(requestId))) ?? '');
}

const list = '/trpc/shop.listProducts';

it.each([
  ['/api/products', '/api/products', (body: unknown) => body],
  [list, '/trpc/:path', (body: { result: { data: unknown } }) => body.result.data],
  [
    `${list}?batch=1&input=%7B%7D`,
    '/trpc/:path',
    ([{ result }]: [{ result: { data: unknown } }]) => result.data,
  ],
])(
  '%s says the same as the procedure, with the headers, the line and the figure of every answer',
  async (path, route, productsOf) => {
    const answer = await fetch(url + path);
    const byProcedure = await test.app.inject({ url: path });
    expect(answer.status).toBe(200);
    const body = await answer.text();
    expect(JSON.parse(body)).toEqual(byProcedure.json());
    expect(productsOf(JSON.parse(body))).toMatchObject([{ title: 'Zoë’s ranges', owned: false }]);
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));

    const elsewhere = Object.entries((await test.app.inject({ url: '/api/user' })).headers);
    const own = ['content-length', 'content-type', 'cache-control', 'date', 'x-request-id', 'connection'];
    for (const [name, value] of elsewhere.filter(([name]) => !own.includes(name))) {
      expect([name, answer.headers.get(name)]).toEqual([name, value]);
    }

    const requestId = answer.headers.get('x-request-id');
    expect(requestId).toMatch(/^[\da-f-]{36}$/);
    expect(await lineOf(requestId)).toMatchObject({ method: 'GET', route, status: 200, msg: 'request' });
    const { text } = await test.deps.metrics.read();
    expect(text).toContain(
      `academy_http_request_duration_seconds_count{method="GET",route="${route}",status="200"}`,
    );
  },
);

it('has 304 for who knows the list, without a body', async () => {
  const etag = (await fetch(`${url}/api/products`)).headers.get('etag') ?? '';
  const answer = await fetch(`${url}/api/products`, { headers: { 'if-none-match': etag } });
  expect([answer.status, await answer.text(), answer.headers.get('x-frame-options')]).toEqual([
    304,
    '',
    'DENY',
  ]);
  expect(await lineOf(answer.headers.get('x-request-id'))).toMatchObject({ status: 304 });
});

it('leaves to the procedure who comes with a session, a body, another method or more to ask', async () => {
  const user = await test.createUser({ password: 'correct horse battery' });
  const client = httpClient(test.app);
  await client.request('POST', '/api/login', { email: user.email, password: 'correct horse battery' });
  const plain = 'private, no-store';
  const asks: [string, RequestInit][] = [
    ['/api/products', { headers: { cookie: 'a=b; session=unreadable' } }],
    ['/api/products', { headers: { cookie: '__Host-session=unreadable' } }],
    ['/api/products?x=1', {}],
    ['/api/products', { method: 'HEAD' }],
  ];
  for (const [path, init] of asks) {
    const answer = await fetch(url + path, init);
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, plain]);
  }
  expect((await client.request('GET', '/api/products')).headers['cache-control']).toBe(plain);
  expect((await fetch(url + list, { method: 'POST', body: '{}' })).status).toBe(415);
});

it('writes down the id of a named proxy, and of nobody else', async () => {
  const proxied = await createTestApp({ env: { TRUST_PROXY: '127.0.0.1' } });
  try {
    const address = await proxied.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { 'x-request-id': 'proxy-0123456789' };
    await fetch(`${address}/api/products`, { headers });
    await expect
      .poll(() => proxied.logs.filter((line) => line.includes('"inboundId":"proxy-0123456789"')))
      .toHaveLength(1);
    const answer = await fetch(`${url}/api/products`, { headers });
    expect((await lineOf(answer.headers.get('x-request-id'))).inboundId).toBeUndefined();
  } finally {
    await proxied.close();
  }
});

it('tells an outage as everything else tells it', async () => {
  const outage = await createTestApp();
  try {
    const address = await outage.app.listen({ host: '127.0.0.1', port: 0 });
    await sql`alter table content_versions rename to elsewhere`.execute(outage.deps.db);
    const answer = await fetch(`${address}/api/products`);
    const elsewhere = await fetch(`${address}/api/products?x=1`);
    expect([answer.status, elsewhere.status]).toEqual([500, 500]);
    const { requestId, ...said } = await answer.json();
    const { requestId: another, ...saidElsewhere } = await elsewhere.json();
    expect([said, requestId === another]).toEqual([saidElsewhere, false]);
  } finally {
    await outage.close();
  }
});
