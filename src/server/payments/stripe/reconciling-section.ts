import type { Deps } from '../../deps.ts';
import { isReplayedError } from './stripe-errors.ts';

/**
 * After this many failures in a row, Stripe or the database is probably unavailable, and further items would fail too.
 */
const maxConsecutiveFailures = 3;

type Task<Item> = {
  /** Context for logging a failure. */
  about: (item: Item) => Record<string, string | null>;
  work: (item: Item) => Promise<unknown>;
  /** Runs after success and failure, for example to move the item to the end of its queue. */
  after?: (item: Item, succeeded: boolean) => Promise<void>;
};

/**
 * One section of a reconciliation job. It stops at a time limit or after several failures in a row, so that it does not
 * block the other sections.
 */
export type ReconcilingSection = {
  /** The number of failures, not counting stored errors that Stripe repeats for an idempotency key. */
  readonly errors: number;
  /** Whether the section has reached neither its time limit nor its limit of failures in a row. */
  canContinue(): boolean;
  /** Runs `work`, and logs its failure. @returns whether `work` succeeded */
  attempt(about: Record<string, string | null>, work: () => Promise<unknown>): Promise<boolean>;
  /** Processes items until the section stops. @returns how many succeeded, without those whose work returned false */
  each<Item>(items: readonly Item[], task: Task<Item>): Promise<number>;
  /** Processes batches until one is empty or the section stops. @returns the sum of what `each` returns */
  eachBatch<Item>(next: () => Promise<readonly Item[]>, task: Task<Item>): Promise<number>;
};

export function openSection({ log }: Pick<Deps, 'log'>, maxMs: number): ReconcilingSection {
  const endsAt = performance.now() + maxMs;
  let errors = 0;
  let consecutiveFailures = 0;
  return {
    get errors() {
      return errors;
    },
    canContinue: () => consecutiveFailures < maxConsecutiveFailures && performance.now() < endsAt,
    async attempt(about, work) {
      try {
        await work();
        consecutiveFailures = 0;
        return true;
      } catch (error) {
        if (isReplayedError(error)) {
          log.warn({ err: error, ...about }, 'Stripe repeats the error of an earlier call');
          return false;
        }
        errors += 1;
        consecutiveFailures += 1;
        log.error({ err: error, ...about }, 'could not be reconciled');
        return false;
      }
    },
    async each(items, { about, work, after }) {
      let done = 0;
      for (const item of items) {
        if (!this.canContinue()) break;
        const succeeded = await this.attempt(about(item), async () => {
          if ((await work(item)) !== false) done += 1;
        });
        await after?.(item, succeeded);
      }
      return done;
    },
    async eachBatch(next, task) {
      let done = 0;
      while (this.canContinue()) {
        const batch = await next();
        if (batch.length === 0) break;
        done += await this.each(batch, task);
      }
      return done;
    },
  };
}
