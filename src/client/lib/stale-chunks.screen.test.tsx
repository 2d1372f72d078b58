import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isReachable, isStaleChunkError, reloadOnce } from './stale-chunks.ts';

const respond = vi.fn<typeof fetch>();
const reload = vi.fn<() => void>();

beforeEach(() => {
  sessionStorage.clear();
  vi.spyOn(globalThis, 'fetch').mockImplementation(respond);
  vi.spyOn(window.location, 'reload').mockImplementation(reload.mockReset());
  respond.mockReset().mockImplementation(async () => new Response('{"status":"ok"}'));
});

it.each([
  ['reachable', 'it responds', async () => new Response('{"status":"ok"}')],
  ['reachable', 'a proxy rejects the request', async () => new Response('Forbidden', { status: 403 })],
  ['unreachable', 'a proxy reports an error', async () => new Response('Bad Gateway', { status: 502 })],
  ['unreachable', 'nothing responds', () => Promise.reject(new TypeError('Failed to fetch'))],
])('the server counts as %s if %s', async (expected, _case, response) => {
  respond.mockImplementation(response);
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
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
    expect(await reloadOnce()).toBe(true);
    now.mockReturnValue(1_005_000);
    expect(await reloadOnce()).toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
    now.mockReturnValue(5_000_000);
    expect(await reloadOnce()).toBe(true);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('the page does not reload while the server is unreachable, but does afterwards', async () => {
    respond.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(await reloadOnce()).toBe(false);
    expect(reload).not.toHaveBeenCalled();
    expect(await reloadOnce()).toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('the page does not reload if storage is blocked, because nothing would prevent a reload loop', async () => {
    const storage = vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
      throw new Error('SecurityError');
    });
    expect(await reloadOnce()).toBe(false);
    expect(reload).not.toHaveBeenCalled();
    storage.mockRestore();
  });
});
