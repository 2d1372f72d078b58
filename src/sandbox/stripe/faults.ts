import type Stripe from 'stripe';
import type { RawParams } from './form-encoding.ts';

/** One API request as received. `status` is set once there is a response (never for a hang or a reset). */
export type RecordedRequest = {
  readonly id: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  readonly apiVersion: string | undefined;
  /** Body and query parameters, nested as sent. */
  readonly params: RawParams;
  status?: number;
  replayed?: boolean;
};

/**
 * A fault injected into one request. `before` (default) = Stripe has not processed the request; `after` = Stripe has
 * processed it, and only the response fails. `saved` = the faulty response is saved under the idempotency key (default:
 * like Stripe, only for `after`).
 */
export type Fault =
  | { kind: 'status'; status: number; when?: 'before' | 'after'; saved?: boolean; code?: string }
  | { kind: 'delay'; ms: number }
  | { kind: 'hang'; when?: 'before' | 'after' }
  | { kind: 'reset'; when?: 'before' | 'after' }
  /**
   * Only half of the body is sent. `aborted` (default) = the connection then breaks; `invalid_json` = the content
   * length matches, but the JSON is incomplete.
   */
  | { kind: 'truncate'; as?: 'aborted' | 'invalid_json' };

/** Hooks that tests set. Each can be replaced at any time. */
export type SandboxFaults = {
  /** Undefined = the request is served normally. */
  onRequest?: ((request: RecordedRequest) => Fault | undefined) | undefined;
  /** Changes a new session before it is stored. The buyer then pays what the changed session says. */
  alterNewSession?: ((session: Stripe.Checkout.Session) => Stripe.Checkout.Session) | undefined;
  /** Changes a session in retrieve and list responses, not in the store. */
  alterSession?: ((session: Stripe.Checkout.Session) => Stripe.Checkout.Session) | undefined;
};

/** A value for `onRequest` that injects a fault into the next `count` matching requests. */
export function failNext(
  count: number,
  fault: Fault,
  matches: (request: RecordedRequest) => boolean = () => true,
): (request: RecordedRequest) => Fault | undefined {
  let remaining = count;
  return (request) => {
    if (remaining === 0 || !matches(request)) return undefined;
    remaining -= 1;
    return fault;
  };
}
