export type CircuitBreaker = {
  /** Runs `work`; while the circuit is open, throws the error that `whenOpen` returns for the last failure. */
  run<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * Opens after `failures` consecutive failures, so that requests do not queue behind a dead service. After `coolDownMs`,
 * one probe at a time is let through; a failed probe restarts the cool-down. `isFailure` separates outages from other
 * errors, which close the circuit like a success.
 */
export function createCircuitBreaker(options: {
  failures: number;
  coolDownMs: number;
  isFailure: (error: unknown) => boolean;
  whenOpen: (lastFailure: unknown) => Error;
  /** A monotonic clock, in milliseconds. */
  now?: () => number;
}): CircuitBreaker {
  const now = options.now ?? (() => performance.now());
  let failuresInARow = 0;
  let lastFailure: unknown;
  let openUntil = 0;
  let probing = false;

  return {
    async run(work) {
      const tripped = failuresInARow >= options.failures;
      if (tripped && (probing || now() < openUntil)) throw options.whenOpen(lastFailure);
      probing = tripped;
      try {
        const result = await work();
        failuresInARow = 0;
        return result;
      } catch (error) {
        if (options.isFailure(error)) {
          failuresInARow += 1;
          lastFailure = error;
          openUntil = now() + options.coolDownMs;
        } else {
          failuresInARow = 0;
        }
        throw error;
      } finally {
        if (tripped) probing = false;
      }
    },
  };
}
