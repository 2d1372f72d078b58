/** After this time, a request is not counted as in flight anymore: it waits for something else, such as Stripe. */
const longRequestMs = 1_000;
const windowMs = 100;

export type InFlightLimiterOptions = {
  /** This many requests are always admitted. */
  min: number;
  /** The highest limit while the server is saturated. At other times, up to twice as many requests are admitted. */
  max: number;
  /** How long a request may take, including the wait for its turn. */
  timeoutMs: number;
  /** Whether the database or the processor is at capacity. */
  isSaturated: () => boolean;
  /** A monotonic clock, in milliseconds. */
  now?: () => number;
};

export type InFlightLimiter = {
  /** Counts an admitted request. @returns a function to call when it ends, regardless of its outcome */
  begin(): () => void;
  /**
   * How many requests finish within `timeoutMs`, at the throughput that was measured while the server was saturated. At
   * least `min`, at most `max`.
   */
  limit(): number;
  /** Whether the next request must be rejected. */
  isFull(): boolean;
};

/**
 * Limits the requests in flight by Little's law: the time of a request is the number in flight divided by the rate at
 * which they finish. The rate is measured only while the server is saturated; at other times, the rate would only show
 * the demand.
 */
export function createInFlightLimiter(options: InFlightLimiterOptions): InFlightLimiter {
  const { min, max, timeoutMs, isSaturated, now = () => performance.now() } = options;
  const recent = new Set<{ since: number }>();
  let finishedPerMs = max / timeoutMs;
  let window = { since: now(), finished: 0, wasSaturated: false };

  function measure(): void {
    const at = now();
    const elapsed = at - window.since;
    if (elapsed < windowMs) return;
    const isSaturatedNow = isSaturated();
    // A window that lasted longer does not show this server's throughput, because its requests waited for something
    // else.
    if (window.wasSaturated && isSaturatedNow && elapsed < longRequestMs) {
      finishedPerMs = 0.7 * finishedPerMs + 0.3 * (window.finished / elapsed);
    }
    window = { since: at, finished: 0, wasSaturated: isSaturatedNow };
  }

  function inFlight(): number {
    const at = now();
    for (const request of recent) {
      if (at - request.since < longRequestMs) break;
      recent.delete(request);
    }
    return recent.size;
  }

  const limit = () => Math.round(Math.min(max, Math.max(min, finishedPerMs * timeoutMs)));

  return {
    begin() {
      const request = { since: now() };
      recent.add(request);
      let hasEnded = false;
      return () => {
        if (hasEnded) return;
        hasEnded = true;
        recent.delete(request);
        window.finished += 1;
        measure();
      };
    },
    limit,
    isFull() {
      measure();
      const count = inFlight();
      return count >= 2 * max || (count >= limit() && isSaturated());
    },
  };
}
