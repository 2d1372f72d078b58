/** A request that takes longer than this does not count as in flight: it waits for another service, such as Stripe. */
const longRequestMs = 1_000;
const windowMs = 100;

export type InFlightLimiterOptions = {
  /** The lowest limit. Up to this many calls outside of batches are always admitted. */
  min: number;
  /** The highest limit while the server is saturated. At other times, up to twice as many calls are admitted. */
  max: number;
  /** How long a request may take, including the wait for its turn. */
  timeoutMs: number;
  /** Whether the database or the processor is at capacity. */
  isSaturated: () => boolean;
  /** A monotonic clock, in milliseconds. */
  now?: () => number;
};

export type InFlightLimiter = {
  /**
   * Counts an admitted request of this many calls.
   * @returns a function to call when it ends, regardless of its outcome
   */
  begin(calls: number): () => void;
  /**
   * How many calls finish within `timeoutMs`, at the throughput that was measured while the server was saturated. At
   * least `min`, at most `max`.
   */
  limit(): number;
  /**
   * Whether a request of this many calls must be rejected. A batch is admitted only if places remain free after it, so
   * that large batches cannot take all places of smaller requests.
   */
  isFull(calls: number): boolean;
};

/**
 * Limits the calls in flight by Little's law: the time of a call is the number of calls in flight divided by the rate
 * at which calls finish. A request contains one call, or several calls in a batch. The rate is measured only while the
 * server is saturated; at other times, the rate would only show the demand.
 */
export function createInFlightLimiter(options: InFlightLimiterOptions): InFlightLimiter {
  const { min, max, timeoutMs, isSaturated, now = () => performance.now() } = options;
  const recent = new Set<{ since: number; calls: number }>();
  let recentCalls = 0;
  let finishedPerMs = max / timeoutMs;
  let window = { since: now(), finished: 0, wasSaturated: false };

  function measure(): void {
    const at = now();
    const elapsed = at - window.since;
    if (elapsed < windowMs) return;
    const isSaturatedNow = isSaturated();
    // A window of a second or longer does not show this server's throughput, because its requests waited for another
    // service.
    if (window.wasSaturated && isSaturatedNow && elapsed < longRequestMs) {
      finishedPerMs = 0.7 * finishedPerMs + 0.3 * (window.finished / elapsed);
    }
    window = { since: at, finished: 0, wasSaturated: isSaturatedNow };
  }

  function forget(request: { since: number; calls: number }): void {
    if (recent.delete(request)) recentCalls -= request.calls;
  }

  function forgetLong(): void {
    const at = now();
    for (const request of recent) {
      if (at - request.since < longRequestMs) break;
      forget(request);
    }
  }

  const limit = () => Math.round(Math.min(max, Math.max(min, finishedPerMs * timeoutMs)));

  return {
    begin(calls) {
      const request = { since: now(), calls };
      recent.add(request);
      recentCalls += calls;
      let hasEnded = false;
      return () => {
        if (hasEnded) return;
        hasEnded = true;
        forget(request);
        window.finished += calls;
        measure();
      };
    },
    limit,
    isFull(calls) {
      measure();
      forgetLong();
      const needed = recentCalls + 2 * (calls - 1);
      return needed >= 2 * max || (needed >= limit() && isSaturated());
    },
  };
}
