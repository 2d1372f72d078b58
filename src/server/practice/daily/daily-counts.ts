import { LRUCache } from 'lru-cache';

/** Numbers of answers by the index of their option. */
type Counts = Map<number, number>;
type Cached = { counts: Promise<Counts>; isLoaded: boolean };

/** How long counts are cached. Answers that other servers store appear after this time at the latest. */
const cachedMs = 5_000;

export type DailyCounts = {
  /** The counts of a day. @param load reads them from the database */
  read(dailyId: string, load: () => Promise<Counts>): Promise<Counts>;
  /** Adds an answer that was stored. */
  add(dailyId: string, choice: number): void;
};

/**
 * Cached counts of answers, so that each answer does not count all of them again. They are exact on the server that
 * stores the answers, and up to a few seconds old on others.
 */
export function createDailyCounts(): DailyCounts {
  const cache = new LRUCache<string, Cached>({ max: 40, ttl: cachedMs });
  return {
    read(dailyId, load) {
      const known = cache.get(dailyId);
      if (known) return known.counts;
      const fresh: Cached = { counts: load(), isLoaded: false };
      cache.set(dailyId, fresh);
      fresh.counts.then(
        () => {
          fresh.isLoaded = true;
        },
        // The caller reports the error; the next one counts again.
        () => cache.delete(dailyId),
      );
      return fresh.counts;
    },
    add(dailyId, choice) {
      const known = cache.get(dailyId);
      if (!known) return;
      // Whether the running count contains the answer is unknown.
      if (!known.isLoaded) cache.delete(dailyId);
      else void known.counts.then((counts) => counts.set(choice, (counts.get(choice) ?? 0) + 1));
    },
  };
}
