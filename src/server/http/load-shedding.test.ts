import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp({ env: { SHED_LOAD_AFTER_MS: '100' } });
});
afterAll(() => test.close());

const get = (url: string) => test.app.inject({ url });

/** As long work of another request does. */
function holdEventLoop(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

it('refuses new work while the event loop is late, answers health, and recovers (SRV-3)', async () => {
  await expect.poll(async () => (await get('/api/products')).statusCode).toBe(200);

  // The lateness is looked at every half second.
  let refused = await get('/api/products');
  for (let round = 0; round < 10 && refused.statusCode === 200; round += 1) {
    holdEventLoop(700);
    await sleep(1);
    refused = await get('/api/products');
  }
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['retry-after']).toBe('3');
  expect(refused.json()).toMatchObject({ code: 'busy', message: expect.stringContaining('try again') });
  expect((await get('/healthz')).statusCode).toBe(200);

  await expect
    .poll(async () => (await get('/api/products')).statusCode, { timeout: 20_000, interval: 250 })
    .toBe(200);
});
