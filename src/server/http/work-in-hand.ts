/** Calls that take longer wait for something else than this server: Stripe, a slow line, a film. */
const longMs = 1_000;
const windowMs = 100;

export type WorkInHandOptions = {
  /** So many are always let in, however slow all is. */
  fewest: number;
  /** Never more than these while the server is at its limit, and twice as many at a stroke. */
  most: number;
  /** How long a call may take, the wait for its turn included. */
  patienceMs: number;
  /** True while the database or the processor has no time left. */
  isSaturated: () => boolean;
  /** Milliseconds that never go back. */
  now?: () => number;
};

export type WorkInHand = {
  /** A call was let in. @returns what to call when it is over, however it ended */
  begin(): () => void;
  /** As many as get done in time, at the pace of the last busy moments. */
  limit(): number;
  /** Whether the next call would be answered late. */
  isTooMuch(): boolean;
};

/**
 * How much a server may take on: a call's time is the number in hand, divided by how many get done in a second.
 * Whoever comes above what is done in time is better refused at once than answered late. The pace is measured while
 * there is more to do than can be done, since at other times it is only how much was asked.
 */
export function createWorkInHand(options: WorkInHandOptions): WorkInHand {
  const { fewest, most, patienceMs, isSaturated, now = () => performance.now() } = options;
  const young = new Set<{ since: number }>();
  let donePerMs = most / patienceMs;
  let window = { since: now(), done: 0, wasSaturated: false };

  function look(): void {
    const at = now();
    const elapsed = at - window.since;
    if (elapsed < windowMs) return;
    const saturated = isSaturated();
    // A busy moment that nothing ended for long is no measure: nobody asked meanwhile.
    if (window.wasSaturated && saturated && elapsed < longMs) {
      donePerMs = 0.7 * donePerMs + 0.3 * (window.done / elapsed);
    }
    window = { since: at, done: 0, wasSaturated: saturated };
  }

  function inHand(): number {
    const at = now();
    for (const call of young) {
      if (at - call.since < longMs) break;
      young.delete(call);
    }
    return young.size;
  }

  const limit = () => Math.round(Math.min(most, Math.max(fewest, donePerMs * patienceMs)));

  return {
    begin() {
      const call = { since: now() };
      young.add(call);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        young.delete(call);
        window.done += 1;
        look();
      };
    },
    limit,
    isTooMuch() {
      look();
      const count = inHand();
      return count >= 2 * most || (count >= limit() && isSaturated());
    },
  };
}
