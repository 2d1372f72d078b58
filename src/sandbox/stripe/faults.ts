import type Stripe from 'stripe';
import type { RawParams } from './form-encoding.ts';
import type { StripeEventObject } from './records.ts';

/** One API request as it arrived; `status` is set once it was answered (never for a hang or a reset). */
export type RecordedRequest = {
  readonly id: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  readonly apiVersion: string | undefined;
  /** Body and query parameters, nested as sent. */
  readonly params: RawParams;
  /** ms */
  readonly at: number;
  status?: number;
  replayed?: boolean;
};

/**
 * What goes wrong with one request. `before` = Stripe has done nothing; `after` = it has done the work, only the answer
 * goes wrong. `saved` = the wrong answer is kept under the idempotency key (default: as Stripe does, after = yes).
 */
export type Fault =
  | { kind: 'status'; status: number; when?: 'before' | 'after'; saved?: boolean; code?: string }
  | { kind: 'delay'; ms: number }
  | { kind: 'hang'; when?: 'before' | 'after' }
  | { kind: 'reset'; when?: 'before' | 'after' }
  /** A 200 with half its body: cut off on the wire, or complete by its length but no JSON. */
  | { kind: 'truncate'; as?: 'aborted' | 'invalid_json' };

/** One copy of an event to send: after `delayMs`, with `payload` in place of the event if given. */
export type Delivery = { delayMs?: number; payload?: StripeEventObject };

/** Hooks that tests set; each may be replaced at any time. */
export type SandboxFaults = {
  /** Undefined = the request is served as usual. */
  onRequest?: ((request: RecordedRequest) => Fault | undefined) | undefined;
  /** The copies to send: [] = drop, two = duplicate, delays = reorder. Undefined = one at once. */
  onEvent?: ((event: StripeEventObject) => Delivery[] | undefined) | undefined;
  /** Changes a session as it is made: what is stored, and what is then paid. */
  alterNewSession?: ((session: Stripe.Checkout.Session) => Stripe.Checkout.Session) | undefined;
  /** Changes what retrieving or listing a session answers, not what is stored. */
  alterSession?: ((session: Stripe.Checkout.Session) => Stripe.Checkout.Session) | undefined;
};

/** What happens to the next `count` events; `deliver` gets each one's number, from 0. */
export function disturbNext(
  count: number,
  deliver: (index: number) => Delivery[],
): (event: StripeEventObject) => Delivery[] | undefined {
  let done = 0;
  return () => {
    if (done === count) return undefined;
    done += 1;
    return deliver(done - 1);
  };
}

/** A fault for the next `count` requests that match, then none. */
export function failNext(
  count: number,
  fault: Fault,
  matches: (request: RecordedRequest) => boolean = () => true,
): (request: RecordedRequest) => Fault | undefined {
  let left = count;
  return (request) => {
    if (left === 0 || !matches(request)) return undefined;
    left -= 1;
    return fault;
  };
}
