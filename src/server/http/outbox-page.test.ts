import { access } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createTestApp, setUpTestApp, type TestApp } from '../../testing/test-app.ts';

const test = setUpTestApp({ env: { NODE_ENV: 'development' } });
const publicApp = setUpTestApp({
  env: { NODE_ENV: 'development' },
  appUrl: 'https://academy.example',
});

const getOutbox = (app: TestApp['app'], host: string, remoteAddress = '127.0.0.1') =>
  app.inject({ method: 'GET', url: '/dev/outbox', headers: { host }, remoteAddress });

it.each(['localhost:3000', '127.0.0.1:5173', '[::1]:3000'])('shows the outbox at %s', async (host) => {
  for (const from of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    expect((await getOutbox(test.app, host, from)).statusCode).toBe(200);
  }
});

it('the outbox page links to an icon that exists, so that the browser does not request /favicon.ico', async () => {
  const icon = /<link rel="icon" href="([^"]+)">/.exec(
    (await getOutbox(test.app, 'localhost:3000')).body,
  )?.[1];
  await expect(access(`public${icon}`)).resolves.toBeUndefined();
});

it.each(['evil.example', 'localhost.evil.example:3000', 'evil.example:3000@localhost', '192.168.0.7:3000'])(
  'the outbox page rejects requests with the host %s (DNS rebinding)',
  async (host) => {
    expect((await getOutbox(test.app, host)).statusCode).toBe(404);
  },
);

it('the outbox page rejects requests from other machines, whatever their Host header is', async () => {
  for (const from of ['192.168.0.7', '::ffff:10.0.0.1', '2001:db8::1']) {
    expect((await getOutbox(test.app, 'localhost:3000', from)).statusCode).toBe(404);
  }
});

it('the outbox page rejects all requests when the academy is publicly reachable', async () => {
  for (const host of ['academy.example', 'localhost:3000']) {
    expect((await getOutbox(publicApp.app, host)).statusCode).toBe(404);
  }
});

it('the outbox page does not exist outside development', async () => {
  const other = await createTestApp();
  const page = { method: 'GET', url: '/dev/outbox' } as const;
  expect(test.app.hasRoute(page)).toBe(true);
  expect(other.app.hasRoute(page)).toBe(false);
  await other.close();
});
