import { describe, expect, it, vi } from 'vitest';
import { isStaleChunkError, reloadOnce } from './stale-chunks.ts';

function memoryStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

const failure = new Error('Unable to preload CSS for /assets/a.css');

describe('stale chunks (LIB-7)', () => {
  it('knows the messages of the three browser families', () => {
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

  it('reloads once, not in a circle, and again after the next deploy', () => {
    const storage = memoryStorage();
    const reload = vi.fn();
    expect(reloadOnce(failure, storage, reload, 1_000_000)).toBe(true);
    expect(reloadOnce(failure, storage, reload, 1_005_000)).toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(reloadOnce(failure, storage, reload, 5_000_000)).toBe(true);
  });

  it('leaves it at the reload that the router did', () => {
    const storage = memoryStorage();
    const reload = vi.fn();
    storage.setItem(`tanstack_router_reload:${failure.message}`, '1');
    expect(reloadOnce(failure, storage, reload)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it('does not reload where it could not stop', () => {
    const reload = vi.fn();
    const forbidden = {
      getItem: () => {
        throw new Error('SecurityError');
      },
      setItem: () => undefined,
    };
    expect(reloadOnce(failure, forbidden, reload)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});
