import { LRUCache } from 'lru-cache';

const maxAgeMs = 60_000;
const mostFigures = 500;

/** Counts over whole tables, at most a minute old: a dashboard needs no exact counts. */
export type CachedFigures = {
  /**
   * The last result of `count` for this key. It runs at most once a minute, and once for all concurrent callers; a
   * failure rejects them and is retried by the next.
   */
  get<Figures extends object>(key: string, count: () => Promise<Figures>): Promise<Figures>;
  /** The next caller of each figure counts again, even if a count is running. */
  clear(): void;
};

/** @param clock milliseconds that never go back */
export function createCachedFigures(clock: { now(): number } = performance): CachedFigures {
  // Running counts finish for their callers; nobody asks for an earlier generation again.
  let generation = 0;
  const cache = new LRUCache<string, object, () => Promise<object>>({
    max: mostFigures,
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
