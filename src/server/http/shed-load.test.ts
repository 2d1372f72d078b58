import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { httpClient } from '../../testing/http-client.ts';
import { createTestApp, setUpTestApp } from '../../testing/test-app.ts';

const test = setUpTestApp({ env: { SHED_LOAD_AFTER_MS: '100' } });

const get = (url: string) => test.app.inject({ url });
/** The status for a visitor whose request is accepted. */
const accepted = 401;

/** Blocks the event loop, as a long computation of another request does. */
function blockEventLoop(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

it('while the event loop is delayed, the server rejects new requests and responds to health checks; afterwards it recovers', async () => {
  await expect.poll(async () => (await get('/api/user')).statusCode).toBe(accepted);

  // The delay is checked every half second.
  let rejected = await get('/api/user');
  for (let round = 0; round < 10 && rejected.statusCode === accepted; round += 1) {
    blockEventLoop(700);
    await sleep(1);
    rejected = await get('/api/user');
  }
  expect(rejected.statusCode).toBe(503);
  expect(rejected.headers['retry-after']).toBe('3');
  expect(rejected.json()).toMatchObject({ code: 'busy', message: expect.stringContaining('try again') });
  expect((await get('/healthz')).statusCode).toBe(200);
  // On a busy machine, the checks of /readyz may time out.
  expect((await get('/readyz')).json()).toHaveProperty('checks');

  await expect.poll(async () => (await get('/api/user')).statusCode, { interval: 250 }).toBe(accepted);
});

it('while the delay of the event loop is within the limit, the server rejects no request', async () => {
  const academy = await createTestApp({ env: { SHED_LOAD_AFTER_MS: '60000' } });
  onTestFinished(() => academy.close());
  for (let round = 0; round < 2; round += 1) {
    blockEventLoop(520);
    await sleep(1);
    expect((await academy.app.inject({ url: '/api/user' })).statusCode).toBe(accepted);
  }
});

it('while too many requests wait for the database, the server rejects new requests and responds to health checks; afterwards it recovers', async () => {
  await expect.poll(async () => (await get('/api/user')).statusCode).toBe(accepted);
  const url = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const { pool } = test.deps;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  // One more waiting request than the maximum of 150 for each connection.
  const waiting = Array.from({ length: pool.options.max * 150 + 1 }, () => pool.connect());
  const rejected = await get('/api/user');
  expect(rejected.statusCode).toBe(503);
  expect(rejected.headers['retry-after']).toBe('3');
  expect(rejected.json()).toMatchObject({ code: 'busy' });
  expect((await get('/healthz')).statusCode).toBe(200);
  // A real connection gets the same response as an injected request.
  const response = await fetch(`${url}/api/user`);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '3']);
  const body = await response.json();
  expect(body).toEqual({ ...rejected.json(), requestId: response.headers.get('x-request-id') });
  expect(test.logs.filter((line) => line.includes(body.requestId))).toHaveLength(1);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  for (const client of held) client.release();
  await Promise.all(waiting.map(async (client) => (await client).release()));
  // On a busy machine, the event loop may be delayed for a moment, too.
  await expect.poll(async () => (await get('/api/user')).statusCode, { interval: 250 }).toBe(accepted);
});

it('each call of a large batch counts, even if the commas of the batch are encoded; while large batches are rejected, smaller requests are accepted', async () => {
  const academy = await createTestApp();
  onTestFinished(() => academy.close());
  const { pool } = academy.deps;
  const client = httpClient(academy.app);
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  // One request must wait for the database before the server counts as saturated.
  const waiting = pool.connect();
  const batch = (comma: string, calls = 10) =>
    client.request('GET', `/trpc/${Array(calls).fill('shop.listProducts').join(comma)}?batch=1&input={}`);
  // 14 batches of ten calls take 140 of the 150 places for calls in flight. Another batch of ten would leave no place
  // free for smaller requests, and is therefore rejected.
  const running = Array.from({ length: 14 }, (_, index) => batch(index % 2 === 0 ? ',' : '%2C'));
  const further = [batch(','), batch('%2C')];
  // Each of these counts as one call: the single request, and batches as small as those of the client's pages.
  const small = [client.request('GET', '/api/products'), ...Array.from({ length: 5 }, () => batch(',', 3))];
  for (const { statusCode, headers } of await Promise.all(further)) {
    expect([statusCode, headers['retry-after']]).toEqual([503, '3']);
  }

  for (const connection of held) connection.release();
  (await waiting).release();
  expect((await Promise.all(small)).map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
  expect((await Promise.all(running)).map(({ statusCode }) => statusCode)).toEqual(Array(14).fill(200));
});

it('while the queue for password hashes is full, the server rejects logins before it reads their body, and accepts requests without a password', async () => {
  const academy = await createTestApp();
  onTestFinished(() => academy.close());
  const { passwords, metrics } = academy.deps;
  const { port } = new URL(await academy.app.listen({ host: '127.0.0.1', port: 0 }));
  const free = Promise.withResolvers<void>();
  const queued: Promise<void>[] = [];
  while (!passwords.isFull()) queued.push(passwords.reserve(() => free.promise));

  const socket = net.connect(Number(port), '127.0.0.1');
  socket.setEncoding('utf8');
  // The body is announced and never sent.
  socket.write(
    'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n',
  );
  const [response] = await once(socket, 'data');
  socket.destroy();
  expect(response).toMatch(/^HTTP\/1\.1 503 /);
  expect(response).toMatch(/\r\nretry-after: 3\r\n/);
  expect(response).toContain('Many people are logging in right now');
  expect((await metrics.read()).text).toMatch(/route="\/api\/login",status="503"\} 1/);
  expect((await fetch(`http://127.0.0.1:${port}/api/user`)).status).toBe(accepted);

  free.resolve();
  await Promise.all(queued);
  const body = { email: 'nobody@example.test', password: 'not the password' };
  const login = await fetch(`http://127.0.0.1:${port}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(login.status).toBe(401);
});
