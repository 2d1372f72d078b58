import { DomainError } from '../../errors.ts';

/** Two hashes at a time: more would not raise the throughput, and each takes 19 MiB of memory. */
export const maxConcurrentHashes = 2;
/**
 * The queue has room for the hashes that are expected to start within `timeoutMs`, but for at least `min` and at most
 * `max`.
 */
const queueSize = { min: 8, max: 24 };
const retryAfterSeconds = 3;

export const signInsBusy = 'Many people are logging in right now, please try again in a moment';

export type HashLimiter = {
  /** Runs a hash when its turn comes. @throws DomainError busy if the queue is full */
  run<T>(hash: () => Promise<T>): Promise<T>;
  /**
   * Runs `work`, such as a login, if the queue has a place for its hash. A rejected login has therefore usually written
   * nothing. If hashes without a reservation fill the queue meanwhile, `run` can still reject the login's hash.
   * @throws DomainError busy if no place is left
   */
  reserve<T>(work: () => Promise<T>): Promise<T>;
  /** Whether `reserve` would reject. */
  isFull(): boolean;
  load(): { running: number; waiting: number };
};

/**
 * @param timeoutMs - the longest time that a hash should wait for its turn
 * @param now - a monotonic clock, in milliseconds
 */
export function createHashLimiter(
  timeoutMs: number,
  now: () => number = () => performance.now(),
): HashLimiter {
  let running = 0;
  let reserved = 0;
  /** Moving average of the duration of a hash, in milliseconds. */
  let averageMs = 30;
  const waiting: (() => void)[] = [];

  function maxQueueLength(): number {
    const inTime = Math.floor((maxConcurrentHashes * timeoutMs) / averageMs);
    return Math.min(queueSize.max, Math.max(queueSize.min, inTime));
  }

  const isFull = () =>
    waiting.length >= maxQueueLength() || reserved >= maxConcurrentHashes + maxQueueLength();

  function busy(): DomainError {
    return new DomainError('busy', signInsBusy, { retryAfterSeconds });
  }

  return {
    async run(hash) {
      if (running >= maxConcurrentHashes) {
        if (waiting.length >= maxQueueLength()) throw busy();
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        running += 1;
      }
      const from = now();
      try {
        return await hash();
      } finally {
        averageMs = 0.8 * averageMs + 0.2 * (now() - from);
        // The slot passes to the next in the queue without becoming free.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
    async reserve(work) {
      if (isFull()) throw busy();
      reserved += 1;
      try {
        return await work();
      } finally {
        reserved -= 1;
      }
    },
    isFull,
    load: () => ({ running, waiting: waiting.length }),
  };
}
