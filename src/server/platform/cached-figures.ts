import { LRUCache } from 'lru-cache';

const maxAgeMs = 60_000;
const mostFigures = 500;

/** Counts over whole tables, as old as a minute: a dashboard needs none that is exact to the row. */
export type CachedFigures = {
  /**
   * What `count` last returned under this key. It runs at most once a minute, and once for all who wait for it; a failure
   * is told to them and tried again by the next.
   */
  get<Figures extends object>(key: string, count: () => Promise<Figures>): Promise<Figures>;
  /** The next reader of each figure counts again, also when a count is under way. */
  clear(): void;
};

/** @param clock milliseconds that never go back */
export function createCachedFigures(clock: { now(): number } = performance): CachedFigures {
  // Counts under way end for those who wait for them; nobody asks for an earlier generation any more.
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
      // A key stands for one count, so what is kept under it is what that one returns.
      (await cache.forceFetch(`${generation} ${key}`, { context: count })) as Figures,
    clear() {
      generation += 1;
    },
  };
}
