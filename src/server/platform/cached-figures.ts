import { LRUCache } from 'lru-cache';

const maxAgeMs = 60_000;
const maxFigures = 500;

/** Counts over whole tables, cached for a minute, because a dashboard needs no exact counts. */
export type CachedFigures = {
  /**
   * The last result of `count` for this key. After a success, `count` does not run again for a minute, unless `clear`
   * is called. Concurrent callers share one run. If it fails, all of them get the error, and the next call runs `count`
   * again.
   */
  get<Figures extends object>(key: string, count: () => Promise<Figures>): Promise<Figures>;
  /** Discards all cached figures; a count in progress is not cached. */
  clear(): void;
};

/** @param clock - a monotonic clock in milliseconds */
export function createCachedFigures(clock: { now(): number } = performance): CachedFigures {
  // Part of each key. `clear` increments it, so that the result of a count in progress is stored under a key that is no
  // longer read.
  let generation = 0;
  const cache = new LRUCache<string, object, () => Promise<object>>({
    max: maxFigures,
    ttl: maxAgeMs,
    ttlResolution: 0,
    perf: clock,
    fetchMethod: (_key, _stale, { context: count }) => count(),
  });
  return {
    get: async <Figures extends object>(key: string, count: () => Promise<Figures>) =>
      // A key stands for one count, so its cached value has that count's type.
      (await cache.forceFetch(`${generation} ${key}`, { context: count })) as Figures,
    clear() {
      generation += 1;
    },
  };
}
