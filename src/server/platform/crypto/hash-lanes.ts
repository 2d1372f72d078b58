import { DomainError } from '../../errors.ts';

/** Two hashes at a time keep the other requests fast, at the same throughput. */
const lanes = 2;
/** Who may wait: as many as have their turn in time, but some however slow it is, and not more however quick. */
const waiters = { fewest: 8, most: 24 };
const retryAfterSeconds = 3;

export const signInsBusy = 'Many people are signing in right now, please try again in a moment';

export type HashLanes = {
  /** Runs a hash when its turn comes. @throws DomainError busy when it would come late */
  run<T>(hash: () => Promise<T>): Promise<T>;
  /**
   * Takes a place before the rest of the work begins, so that nobody is refused in the middle of it: what a sign-in
   * writes before its hash would cost more than the refusal saves.
   * @throws DomainError busy when no place is left
   */
  inLine<T>(work: () => Promise<T>): Promise<T>;
  /** Whether the next one would be refused. */
  isFull(): boolean;
  /** Hashes under way, and those that wait for their turn. */
  load(): { running: number; waiting: number };
};

/**
 * @param patienceMs the longest that anybody should wait for a turn
 * @param now milliseconds that never go back
 */
export function createHashLanes(patienceMs: number, now: () => number = () => performance.now()): HashLanes {
  let running = 0;
  let places = 0;
  /** Milliseconds of a hash, of late. */
  let usual = 30;
  const waiting: (() => void)[] = [];

  function mostWaiting(): number {
    const inTime = Math.floor((lanes * patienceMs) / usual);
    return Math.min(waiters.most, Math.max(waiters.fewest, inTime));
  }

  const isFull = () => waiting.length >= mostWaiting() || places >= lanes + mostWaiting();

  function busy(): DomainError {
    return new DomainError('busy', signInsBusy, { retryAfterSeconds });
  }

  return {
    async run(hash) {
      if (running >= lanes) {
        if (waiting.length >= mostWaiting()) throw busy();
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        running += 1;
      }
      const from = now();
      try {
        return await hash();
      } finally {
        usual = 0.8 * usual + 0.2 * (now() - from);
        // The lane passes straight to the next in line; without one it is free.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
    async inLine(work) {
      if (isFull()) throw busy();
      places += 1;
      try {
        return await work();
      } finally {
        places -= 1;
      }
    },
    isFull,
    load: () => ({ running, waiting: waiting.length }),
  };
}
