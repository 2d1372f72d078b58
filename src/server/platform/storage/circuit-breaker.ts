export type CircuitBreaker = {
  /** Runs the work, or throws what `whenOpen` makes when the circuit is open. */
  run<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * After `failures` consecutive failures nothing is tried for `coolDownMs`; then one call at a time is let through
 * until one succeeds. Keeps requests from queueing behind a dead service. `isFailure` distinguishes outages from
 * answers.
 */
export function createCircuitBreaker(options: {
  failures: number;
  coolDownMs: number;
  isFailure: (error: unknown) => boolean;
  whenOpen: () => Error;
  now?: () => number;
}): CircuitBreaker {
  const now = options.now ?? Date.now;
  let failuresInARow = 0;
  let openUntil = 0;
  let probing = false;

  return {
    async run(work) {
      const tripped = failuresInARow >= options.failures;
      if (tripped && (probing || now() < openUntil)) throw options.whenOpen();
      probing = tripped;
      try {
        const result = await work();
        failuresInARow = 0;
        return result;
      } catch (error) {
        if (options.isFailure(error)) {
          failuresInARow += 1;
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
