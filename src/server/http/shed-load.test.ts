import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { expect, it, onTestFinished } from 'vitest';
import { describeError } from '../../client/lib/error-text.ts';
import { httpClient, signedIn } from '../../testing/http-client.ts';
import { createTestApp, setUpTestApp } from '../../testing/test-app.ts';
import type { AppRouter } from '../router.ts';

const test = setUpTestApp({ env: { SHED_LOAD_AFTER_MS: '100' } });

const get = (url: string) => test.app.inject({ url });
/** The status for a visitor whose request is accepted. */
const accepted = 401;

/** Blocks the event loop, like another request's long computation. */
function blockEventLoop(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

it('rejects new requests while the event loop is delayed, responds to health checks, and recovers', async () => {
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
  // Its checks may time out on a busy machine.
  expect((await get('/readyz')).json()).toHaveProperty('checks');

  await expect.poll(async () => (await get('/api/user')).statusCode, { interval: 250 }).toBe(accepted);
});

it('rejects no request while the delay is within the limit', async () => {
  const academy = await createTestApp({ env: { SHED_LOAD_AFTER_MS: '60000' } });
  onTestFinished(() => academy.close());
  for (let round = 0; round < 2; round += 1) {
    blockEventLoop(520);
    await sleep(1);
    expect((await academy.app.inject({ url: '/api/user' })).statusCode).toBe(accepted);
  }
});

it('rejects new requests while too many requests wait for the database, responds to health checks, and recovers', async () => {
  await expect.poll(async () => (await get('/api/user')).statusCode).toBe(accepted);
  const address = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const { pool } = test.deps;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  // One more than the maximum of 150 per connection.
  const waiting = Array.from({ length: pool.options.max * 150 + 1 }, () => pool.connect());
  const rejected = await get('/api/user');
  expect(rejected.statusCode).toBe(503);
  expect(rejected.headers['retry-after']).toBe('3');
  expect(rejected.json()).toMatchObject({ code: 'busy' });
  expect((await get('/healthz')).statusCode).toBe(200);
  // A real connection gets the same response as an injected request.
  const response = await fetch(`${address}/api/user`);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '3']);
  const body = await response.json();
  expect(body).toEqual({ ...rejected.json(), requestId: response.headers.get('x-request-id') });
  expect(test.logs.filter((line) => line.includes(body.requestId))).toHaveLength(1);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);

  for (const client of held) client.release();
  await Promise.all(waiting.map(async (client) => (await client).release()));
  // On a busy machine, the event loop may be delayed for a moment, too.
  await expect.poll(async () => (await get('/api/user')).statusCode, { interval: 250 }).toBe(accepted);
});

it('rejects requests of a session that has a third of the admitted calls, and admits those of others', async () => {
  const academy = await createTestApp();
  onTestFinished(() => academy.close());
  const [student, other] = [await signedIn(academy), await signedIn(academy)];
  const { pool } = academy.deps;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const forged = httpClient(academy.app);
  forged.setCookie('session=forged');
  const address = await academy.app.listen({ host: '127.0.0.1', port: 0 });
  // One request must wait for the database before the server counts as saturated.
  const running = [other.client.request('GET', '/api/user')];
  await expect.poll(() => pool.waitingCount).toBeGreaterThan(0);
  // Of the 50 calls that one client can have in flight, the batch has three. A comma may be encoded.
  const batch = '/trpc/auth.currentUser,goals.today%2Cleaks.map?batch=1&input={}';
  running.push(student.client.request('GET', batch));
  for (let count = 0; count < 47; count += 1) running.push(student.client.request('GET', '/api/user'));
  const rejected = await student.client.request('GET', '/api/user');
  expect(rejected.statusCode).toBe(429);
  expect(rejected.headers['retry-after']).toBe('3');
  expect(rejected.json()).toMatchObject({
    code: 'too_many_requests',
    message: expect.stringContaining('try again'),
  });
  const call = createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: `${address}/trpc`, headers: () => ({ cookie: student.client.cookie() }) })],
  }).auth.currentUser.query();
  const failure = describeError(await call.catch((error: unknown) => error));
  expect(failure).toMatchObject({ status: 429, code: 'too_many_requests', message: rejected.json().message });
  running.push(other.client.request('GET', '/api/user'));
  running.push(forged.request('GET', '/api/user'));

  for (const client of held) client.release();
  const statuses = (await Promise.all(running)).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([...Array<number>(running.length - 1).fill(200), accepted]);
  expect((await student.client.request('GET', '/api/user')).statusCode).toBe(200);
});

it('while the queue for password hashes is full, rejects logins before reading their body, and nothing else', async () => {
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
