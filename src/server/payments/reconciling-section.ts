import type { Deps } from '../deps.ts';
import { isReplayedError } from './stripe/stripe-errors.ts';

/** With Stripe or the database down, further work only waits. */
const mostFailuresInARow = 3;

/** One part of a reconciling job. It ends by itself and holds up no other part. */
export type ReconcilingSection = {
  /** Failures of this section, without the errors that Stripe only replays. */
  readonly errors: number;
  goesOn(): boolean;
  /** @returns whether the work succeeded; a failure is logged */
  attempt(about: Record<string, string | null>, work: () => Promise<unknown>): Promise<boolean>;
};

export function openSection({ log }: Pick<Deps, 'log'>, longestMs: number): ReconcilingSection {
  const endsAt = performance.now() + longestMs;
  let errors = 0;
  let failuresInARow = 0;
  return {
    get errors() {
      return errors;
    },
    goesOn: () => failuresInARow < mostFailuresInARow && performance.now() < endsAt,
    async attempt(about, work) {
      try {
        await work();
        failuresInARow = 0;
        return true;
      } catch (error) {
        if (isReplayedError(error)) {
          log.warn({ err: error, ...about }, 'Stripe repeats the error of an earlier call');
          return false;
        }
        errors += 1;
        failuresInARow += 1;
        log.error({ err: error, ...about }, 'could not be reconciled');
        return false;
      }
    },
  };
}
