import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { waitForLockWaiters } from '../testing/lock-waiters.ts';
import { endAll, type ServerProcess, startServer } from '../testing/server-process.ts';
import { cloneDatabase } from '../testing/test-db.ts';
import { inTransaction, type OpenDatabase, openDatabase } from './platform/db/database.ts';

const admin = { email: 'admin@academy.test', password: 'admin of the academy' };

let cloned: Awaited<ReturnType<typeof cloneDatabase>>;
let database: OpenDatabase;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  cloned = await cloneDatabase();
  database = openDatabase(cloned.connection, () => undefined);
});
afterAll(async () => {
  await database.close();
  await cloned.drop();
});

/** @param preload - source of a module that the server loads first; it causes an error when the test sends a signal */
async function start(preload?: string): Promise<ServerProcess> {
  const server = await startServer(cloned.connection, {
    env: { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
    ...(preload !== undefined && { preload }),
  });
  servers.push(server);
  await server.ready();
  return server;
}

type HttpResponse = { status: number; body: string; headers: http.IncomingHttpHeaders };

/** Sends one request, on a new connection or on one of `agent`. */
function send(
  server: ServerProcess,
  method: string,
  path: string,
  more: { body?: unknown; cookie?: string; agent?: http.Agent } = {},
): Promise<HttpResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
  const request = http.request(server.url + path, {
    method,
    agent: more.agent ?? false,
    headers: {
      ...(more.body !== undefined && { 'content-type': 'application/json' }),
      ...(more.cookie !== undefined && { cookie: more.cookie }),
    },
  });
  request.on('response', (response) => {
    let body = '';
    response.on('data', (chunk) => {
      body += chunk;
    });
    response.on('end', () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
    response.on('error', reject);
  });
  request.on('error', reject);
  request.end(more.body === undefined ? undefined : JSON.stringify(more.body));
  return promise;
}

async function signIn(server: ServerProcess): Promise<{ cookie: string; id: string }> {
  const response = await send(server, 'POST', '/api/login', { body: admin });
  expect(response.status).toBe(200);
  const cookie = (response.headers['set-cookie'] ?? []).map((pair) => pair.split(';')[0]).join('; ');
  return { cookie, id: JSON.parse(response.body).id };
}

/** Locks the user's row, so that an update waits with its transaction open; `release` unlocks the row. */
async function lockUser(id: string): Promise<{ release(): Promise<void> }> {
  const held = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const done = inTransaction(database.db, async (trx) => {
    await sql`select from users where id = ${id} for update`.execute(trx);
    held.resolve();
    await free.promise;
  });
  await held.promise;
  return {
    async release() {
      free.resolve();
      await done;
    },
  };
}

/** A raw connection that sends bytes and collects what it receives. */
async function connect(
  server: ServerProcess,
): Promise<{ socket: net.Socket; received: () => string; closed: Promise<unknown> }> {
  const socket = net.connect(server.port, 'localhost');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => undefined);
  // `once` of `node:events` would reject on a reset, which is one way to end the connection.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  return { socket, received: () => received, closed };
}

async function secondsUntilEnd(server: ServerProcess): Promise<{ code: number | null; seconds: number }> {
  const startedAt = performance.now();
  const { code } = await server.ended;
  return { code, seconds: (performance.now() - startedAt) / 1000 };
}

describe('stopping', () => {
  afterEach(() => endAll(servers));

  it('a stopping server finishes a request with an open transaction, rejects new requests, loses nothing, and exits with 0', async () => {
    const server = await start();
    const { cookie, id } = await signIn(server);
    const idle = new http.Agent({ keepAlive: true });
    expect((await send(server, 'GET', '/healthz', { agent: idle })).status).toBe(200);

    const row = await lockUser(id);
    const change = send(server, 'PUT', `/api/user/${id}`, {
      cookie,
      body: { firstName: 'Ada', lastName: `Stopped ${server.port}` },
    });
    await waitForLockWaiters(database.db);
    server.child.kill('SIGTERM');
    const ending = secondsUntilEnd(server);
    await expect
      .poll(() => send(server, 'GET', '/healthz').catch((error) => error.code))
      .toBe('ECONNREFUSED');
    await row.release();
    expect((await change).status).toBe(200);

    const { code, seconds } = await ending;
    expect(code).toBe(0);
    // Idle browser connections do not delay the exit.
    expect(seconds).toBeLessThan(10);
    idle.destroy();
    const { last_name } = await database.db
      .selectFrom('users')
      .select('last_name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(last_name).toBe(`Stopped ${server.port}`);
  });

  it('a stopping server finishes an upload in progress', async () => {
    const server = await start();
    const { cookie } = await signIn(server);
    const grant = JSON.parse(
      (
        await send(server, 'POST', '/api/objects/upload', {
          cookie,
          body: { purpose: 'product', contentType: 'application/pdf', size: 30, filename: 'a.pdf' },
        })
      ).body,
    );
    const { pathname, search } = new URL(grant.uploadURL);
    const { socket, received, closed } = await connect(server);
    socket.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/pdf\r\nContent-Length: 30\r\n\r\n`,
    );
    socket.write('%PDF-1.7 01');
    await sleep(300);
    server.child.kill('SIGTERM');
    const ending = secondsUntilEnd(server);
    await sleep(500);
    socket.write('2345678901234567890');
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 200 /);
    expect(received()).toMatch(/etag: "[0-9a-f]{64}"/i);
    expect((await ending).code).toBe(0);
  });

  it('a stopping server does not wait for a client that sends a request body slowly', async () => {
    const server = await start();
    const slow = await connect(server);
    slow.socket.write(
      'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    );
    const timer = setInterval(() => slow.socket.write(' '), 200);
    await sleep(300);
    server.child.kill('SIGTERM');
    const { code, seconds } = await secondsUntilEnd(server);
    clearInterval(timer);
    await slow.closed;
    expect(code).toBe(0);
    expect(seconds).toBeLessThan(15);
  });

  it('a second signal makes the server exit immediately with 1', async () => {
    const server = await start();
    const { cookie, id } = await signIn(server);
    const row = await lockUser(id);
    const change = send(server, 'PUT', `/api/user/${id}`, {
      cookie,
      body: { firstName: 'No', lastName: 'No' },
    });
    const lost = change.catch((error) => error.code);
    await waitForLockWaiters(database.db);
    server.child.kill('SIGTERM');
    await sleep(100);
    server.child.kill('SIGINT');
    const { code, seconds } = await secondsUntilEnd(server);
    expect(code).toBe(1);
    expect(seconds).toBeLessThan(5);
    expect(await lost).toBe('ECONNRESET');
    await row.release();
  });

  it('a stopping server responds to a request on a connection that was open before the signal', async () => {
    const server = await start();
    const { cookie, id } = await signIn(server);
    const row = await lockUser(id);
    const change = send(server, 'PUT', `/api/user/${id}`, {
      cookie,
      body: { firstName: 'Ada', lastName: 'D' },
    });
    await waitForLockWaiters(database.db);
    // A proxy that connected before the signal would not send the request to another server.
    const { socket, received, closed } = await connect(server);
    socket.write('GET /api/products HTTP/1.1\r\nHost: localhost\r\n');
    await sleep(100);
    server.child.kill('SIGTERM');
    await sleep(200);
    socket.write('\r\n');
    await expect.poll(received).toMatch(/^HTTP\/1\.1 200 /);
    expect(received()).toMatch(/connection: close/i);
    await row.release();
    expect((await change).status).toBe(200);
    await closed;
    expect((await server.ended).code).toBe(0);
  });

  it('a stopping server reports unready immediately, even on open connections', async () => {
    const server = await start();
    const { cookie, id } = await signIn(server);
    const row = await lockUser(id);
    const change = send(server, 'PUT', `/api/user/${id}`, {
      cookie,
      body: { firstName: 'Ada', lastName: 'B' },
    });
    await waitForLockWaiters(database.db);
    // The request is completed only after the signal. The 503 tells the load balancer to use another server.
    const { socket, received, closed } = await connect(server);
    socket.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\n');
    await sleep(100);
    server.child.kill('SIGTERM');
    await sleep(200);
    socket.write('\r\n');
    await expect.poll(received).toMatch(/^HTTP\/1\.1 503 /);
    expect(received()).toMatch(/connection: close/i);
    await row.release();
    expect((await change).status).toBe(200);
    await closed;
    expect((await server.ended).code).toBe(0);
  });
});

describe('uncaught errors', () => {
  afterEach(() => endAll(servers));

  const faults: [string, string][] = [
    ['a rejection', "Promise.reject(new Error('injected fault'))"],
    ['a throw in a timer', "setTimeout(() => { throw new Error('injected fault'); }, 1)"],
    ['an error of a stream', "new (require('node:stream').Readable)().destroy(new Error('injected fault'))"],
  ];
  it.each(faults)('the server logs %s as fatal, drains, and exits with 1', async (_name, fault) => {
    const require = "import { createRequire } from 'node:module'; const require = createRequire('file:///');";
    const server = await start(`${require} process.on('SIGUSR2', () => { ${fault}; });`);
    const { cookie, id } = await signIn(server);
    const row = await lockUser(id);
    const change = send(server, 'PUT', `/api/user/${id}`, {
      cookie,
      body: { firstName: 'Ada', lastName: 'C' },
    });
    await waitForLockWaiters(database.db);
    server.child.kill('SIGUSR2');
    await expect.poll(() => server.lines().filter(({ level }) => level === 60)).toHaveLength(1);
    await row.release();
    expect((await change).status).toBe(200);
    expect((await server.ended).code).toBe(1);
    expect(server.lines().find(({ level }) => level === 60)).toMatchObject({
      msg: expect.stringMatching(/uncaught exception|unhandled rejection/),
      err: { message: 'injected fault' },
    });
  });

  it('the server survives clients that disconnect at any moment', async () => {
    const server = await start();
    const { cookie } = await signIn(server);
    const beginnings = [
      'GET /api/products HTTP/1.1\r\nHost: localhost\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n',
      `GET /api/admin/export-users-csv HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`,
      'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"ema',
      'POST /api/stripe/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{"id"',
      'PUT /uploads/quarantine/x?sig=1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\nabc',
      'POST /trpc/auth.login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n5\r\nabc',
    ];
    for (const wait of [0, 5, 60]) {
      await Promise.all(
        beginnings.map(async (text) => {
          const { socket, closed } = await connect(server);
          socket.write(text);
          await sleep(wait);
          socket.resetAndDestroy();
          await closed;
        }),
      );
    }
    expect((await send(server, 'GET', '/readyz')).status).toBe(200);
    expect(server.child.exitCode).toBeNull();
    // On a slow machine, the first export may still run when the next one starts, which is then rejected as busy.
    const failures = server.lines().filter(({ level, code }) => Number(level) >= 50 && code !== 'busy');
    expect(failures).toEqual([]);
  });
});

describe('slow clients', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => endAll(servers));

  it('requests with incomplete headers or bodies time out, and other clients are served at the same time', async () => {
    const body = await connect(server);
    body.socket.write(
      'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    );
    const slow = await Promise.all(
      Array.from({ length: 300 }, async () => {
        const line = await connect(server);
        line.socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n');
        return line;
      }),
    );
    const startedAt = performance.now();
    const timer = setInterval(() => {
      // Bytes sent after the response would reset the connection, and lose the response.
      for (const { socket, received } of slow) {
        if (!socket.destroyed && received() === '') socket.write('X-A: 1\r\n');
      }
      if (!body.socket.destroyed) body.socket.write(' ');
    }, 1_000);
    let slowest = 0;
    while (performance.now() - startedAt < 5_000) {
      const sentAt = performance.now();
      expect((await send(server, 'GET', '/healthz')).status).toBe(200);
      slowest = Math.max(slowest, performance.now() - sentAt);
      await sleep(50);
    }
    // Lenient, because the machine may run other tests.
    expect(slowest).toBeLessThan(5_000);
    await Promise.all([body, ...slow].map(({ closed }) => closed));
    clearInterval(timer);
    expect((performance.now() - startedAt) / 1000).toBeLessThan(50);
    expect(slow.every(({ received }) => received().startsWith('HTTP/1.1 408'))).toBe(true);
    expect((await send(server, 'GET', '/healthz')).status).toBe(200);
  });

  it('the server responds to pipelined requests in order, and closes the connection after the last one', async () => {
    const { socket, received, closed } = await connect(server);
    const one = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
    socket.write(one.repeat(50) + one.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    await closed;
    expect(received().match(/HTTP\/1\.1 200 /g)).toHaveLength(51);
  });

  it('the server rejects headers beyond the size limit', async () => {
    const { socket, received, closed } = await connect(server);
    socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`);
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 431 /);
  });
});
