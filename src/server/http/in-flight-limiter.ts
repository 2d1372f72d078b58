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
  begin(client: Client, calls: number): () => void;
  /** How many requests finish within `timeoutMs` at the throughput measured while saturated, from `min` to `max`. */
  limit(): number;
  /**
   * Why the next request of a client must be rejected: `client` if a session has as many calls in flight as a
   * third of the limit, or an address as many requests as two thirds, `server` if all clients together have as many requests in flight as the limit.
   */
  rejection(client: Client): 'client' | 'server' | undefined;
};

/** Who sends a request: a session or, if `isShared`, an address, from which many visitors may come. */
export type Client = { id: string; isShared: boolean };

/** A browser over HTTP/1.1 sends at most six requests at once, fewer than a third of the lowest limit. */
const shareOf = ({ isShared }: Pick<Client, 'isShared'>, admitted: number) =>
  (admitted * (isShared ? 2 : 1)) / 3;

type InFlight = { since: number; client: Client; calls: number };

/**
 * Limits the requests in flight by Little's law: the time of a request is the number in flight divided by the rate at
 * which they finish. The rate is measured only while the server is saturated; at other times it shows the demand. What
 * a client has in flight beyond its share, because the limit has fallen since, does not count against others.
 */
export function createInFlightLimiter(options: InFlightLimiterOptions): InFlightLimiter {
  const { min, max, timeoutMs, isSaturated, now = () => performance.now() } = options;
  const recent = new Set<InFlight>();
  /** `recent`: requests that are not long. `calls`: the calls of all requests. */
  const byClient = new Map<string, { isShared: boolean; recent: number; calls: number }>();
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
    const own = byClient.get(request.client.id) ?? { isShared: request.client.isShared, recent: 0, calls: 0 };
    byClient.set(request.client.id, { ...own, recent: own.recent + 1, calls: own.calls + request.calls });
  }

  function forget(request: InFlight): void {
    const own = byClient.get(request.client.id);
    if (recent.delete(request) && own) own.recent -= 1;
  }

  function remove(request: InFlight): void {
    forget(request);
    const own = byClient.get(request.client.id);
    if (!own) return;
    own.calls -= request.calls;
    if (own.calls === 0) byClient.delete(request.client.id);
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
      const own = byClient.get(client.id);
      if (own && (client.isShared ? own.recent : own.calls) >= shareOf(client, admitted)) return 'client';
      if (recent.size < admitted) return undefined;
      let counted = 0;
      for (const each of byClient.values()) counted += Math.min(each.recent, shareOf(each, admitted));
      return counted >= admitted ? 'server' : undefined;
    },
  };
}
