/** Requests that take longer do not count as in flight: they wait for something else, such as Stripe. */
const longRequestMs = 1_000;
const windowMs = 100;

export type InFlightLimiterOptions = {
  /** This many requests are always admitted. */
  min: number;
  /** The highest limit while the server is saturated. While it is not, up to twice as many are admitted. */
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
   * Counts an admitted request.
   * @param client who sent it
   * @param calls how many calls it contains
   * @returns a function to call when it ends, regardless of its outcome
   */
  begin(client: string, calls: number): () => void;
  /** How many requests finish within `timeoutMs` at the throughput measured while saturated, from `min` to `max`. */
  limit(): number;
  /**
   * Why the next request of a client must be rejected: `client` if this client alone has half of the calls that the
   * server admits, `server` if all clients together have as many requests in flight as it admits.
   */
  rejection(client: string): 'client' | 'server' | undefined;
};

type InFlight = { since: number; client: string; calls: number };

/**
 * Limits the requests in flight by Little's law: the time of a request is the number in flight divided by the rate at
 * which they finish. The rate is measured only while the server is saturated; at other times it shows the demand. One
 * client can use at most half of the limit. What it has in flight beyond that, because the limit has fallen since, does
 * not count against others.
 */
export function createInFlightLimiter(options: InFlightLimiterOptions): InFlightLimiter {
  const { min, max, timeoutMs, isSaturated, now = () => performance.now() } = options;
  const recent = new Set<InFlight>();
  const byClient = new Map<string, { requests: number; calls: number }>();
  let finishedPerMs = max / timeoutMs;
  let window = { since: now(), finished: 0, wasSaturated: false };

  function measure(): void {
    const at = now();
    const elapsed = at - window.since;
    if (elapsed < windowMs) return;
    const isSaturatedNow = isSaturated();
    // In a longer window, the requests waited for something else, so it does not show this server's throughput.
    if (window.wasSaturated && isSaturatedNow && elapsed < longRequestMs) {
      finishedPerMs = 0.7 * finishedPerMs + 0.3 * (window.finished / elapsed);
    }
    window = { since: at, finished: 0, wasSaturated: isSaturatedNow };
  }

  function add(request: InFlight): void {
    recent.add(request);
    const { requests, calls } = byClient.get(request.client) ?? { requests: 0, calls: 0 };
    byClient.set(request.client, { requests: requests + 1, calls: calls + request.calls });
  }

  function remove(request: InFlight): void {
    const own = byClient.get(request.client);
    if (!recent.delete(request) || !own) return;
    own.requests -= 1;
    own.calls -= request.calls;
    if (own.requests === 0) byClient.delete(request.client);
  }

  function forgetLong(): void {
    const at = now();
    for (const request of recent) {
      if (at - request.since < longRequestMs) break;
      remove(request);
    }
  }

  const limit = () => Math.round(Math.min(max, Math.max(min, finishedPerMs * timeoutMs)));

  return {
    begin(client, calls) {
      const request = { since: now(), client, calls };
      add(request);
      let hasEnded = false;
      return () => {
        if (hasEnded) return;
        hasEnded = true;
        remove(request);
        window.finished += 1;
        measure();
      };
    },
    limit,
    rejection(client) {
      measure();
      forgetLong();
      const admitted = isSaturated() ? limit() : 2 * max;
      const share = admitted / 2;
      if ((byClient.get(client)?.calls ?? 0) >= share) return 'client';
      if (recent.size < admitted) return undefined;
      let counted = 0;
      for (const { requests } of byClient.values()) counted += Math.min(requests, share);
      return counted >= admitted ? 'server' : undefined;
    },
  };
}
