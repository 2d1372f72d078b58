import { LRUCache } from 'lru-cache';

/** How many answers chose each option, by the option's index. */
type Counts = Map<number, number>;
type Cached = { counts: Promise<Counts>; isLoaded: boolean };

const cachedMs = 5_000;

type DailyCounts = {
  /** The counts of a day. @param load - reads them from the database */
  read(dailyId: string, load: () => Promise<Counts>): Promise<Counts>;
  /** Adds an answer that was stored. */
  add(dailyId: string, choice: number): void;
  /** Subtracts an answer that was deleted. */
  remove(dailyId: string, choice: number): void;
};

/**
 * Cached counts of answers, because counting all answers again after each one would be slow. Answers that this server
 * stores appear immediately; answers that another server stores appear within `cachedMs`.
 */
export function createDailyCounts(): DailyCounts {
  const cache = new LRUCache<string, Cached>({ max: 40, ttl: cachedMs });

  function change(dailyId: string, choice: number, by: 1 | -1) {
    const known = cache.get(dailyId);
    if (!known) return;
    // It is unknown whether the count in progress will contain the change, so the next call counts again.
    if (!known.isLoaded) cache.delete(dailyId);
    else void known.counts.then((counts) => counts.set(choice, (counts.get(choice) ?? 0) + by));
  }

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
        // The caller reports the error, and the next call counts again.
        () => cache.delete(dailyId),
      );
      return fresh.counts;
    },
    add: (dailyId, choice) => change(dailyId, choice, 1),
    remove: (dailyId, choice) => change(dailyId, choice, -1),
  };
}
