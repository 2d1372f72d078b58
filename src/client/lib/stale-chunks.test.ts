import { afterEach, describe, expect, it, vi } from 'vitest';
import { isReachable, isStaleChunkError, reloadOnce } from './stale-chunks.ts';

function memoryStorage() {
  const items = new Map<string, string>();
  return () => ({
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  });
}

const reachable = async () => true;

afterEach(() => vi.restoreAllMocks());

it.each([
  ['reachable', 'it responds', async () => new Response('{"status":"ok"}')],
  ['reachable', 'a proxy rejects the request', async () => new Response('Forbidden', { status: 403 })],
  ['unreachable', 'a proxy reports an error', async () => new Response('Bad Gateway', { status: 502 })],
  ['unreachable', 'nothing responds', () => Promise.reject(new TypeError('Failed to fetch'))],
])('the server counts as %s if %s', async (expected, _case, respond) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(respond);
  expect(await isReachable()).toBe(expected === 'reachable');
});

describe('stale chunks', () => {
  it('the chunk error messages of all three browser engines are recognized', () => {
    for (const message of [
      'Failed to fetch dynamically imported module: /assets/a.js',
      'error loading dynamically imported module: /assets/a.js',
      'Importing a module script failed.',
    ]) {
      expect(isStaleChunkError(new TypeError(message))).toBe(true);
    }
    expect(isStaleChunkError(new TypeError('x is not a function'))).toBe(false);
    expect(isStaleChunkError('Importing a module script failed.')).toBe(false);
  });

  it('a stale chunk reloads the page at most once in 30 seconds', async () => {
    const openStorage = memoryStorage();
    const reload = vi.fn();
    expect(await reloadOnce({ openStorage, reload, reachable, now: 1_000_000 })).toBe(true);
    expect(await reloadOnce({ openStorage, reload, reachable, now: 1_005_000 })).toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(await reloadOnce({ openStorage, reload, reachable, now: 5_000_000 })).toBe(true);
  });

  it('the page does not reload while the server is unreachable, but does afterwards', async () => {
    const openStorage = memoryStorage();
    const reload = vi.fn();
    expect(await reloadOnce({ openStorage, reload, reachable: async () => false })).toBe(false);
    expect(reload).not.toHaveBeenCalled();
    expect(await reloadOnce({ openStorage, reload, reachable })).toBe(true);
  });

  it('the page does not reload if storage is blocked, because nothing would prevent a reload loop', async () => {
    const reload = vi.fn();
    // As in a browser that blocks storage.
    const openStorage = () => {
      throw new Error('SecurityError');
    };
    expect(await reloadOnce({ openStorage, reload, reachable })).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});
