import type Stripe from 'stripe';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/db/database.ts';
import type { StripeError } from '../stripe/stripe-errors.ts';

/** The row behind a payment page: a purchase, or the checkout of a plan. */
export type Attempt = {
  id: string;
  user_id: string | null;
  created_at: string;
  checkout_session_id: string | null;
  checkout_url: string | null;
  discount_cents: number;
  promotion_code_id: string | null;
};

/** What a session at Stripe made of its attempt. */
export type SettledAttempt = 'open' | 'processing' | 'on_hold' | 'paid' | 'refused' | 'ended';

/** What is noted of a session on its attempt. */
type SessionFacts = {
  id: string;
  url: string;
  discountCents: number;
  expiresAt: Date;
  paymentIntentId: string | null;
};

/** What a payment page is made for, in US cents. */
export type PageTotal = { currency: string; priceCents: number; discountCents: number };

/** What differs between a product, paid once, and a plan, paid monthly. The rest of a checkout is the same for both. */
export type CheckoutKind<Row extends Attempt> = {
  name: 'purchase' | 'subscription';
  /** With the attempt's id the idempotency key of its session. */
  keyPrefix: string;
  /** Why no new session is opened while the attempt's session is in this state. */
  conflicts: Partial<Record<SettledAttempt, string>>;
  /** `unpaid`: over without a payment. */
  stateOf(attempt: Row): 'open' | 'unpaid' | 'paid';
  totalOf(attempt: Row): PageTotal;
  /** Built from the row alone, without the clock, so that every call for an attempt sends the same parameters. */
  sessionParams(
    deps: Pick<Deps, 'appUrl' | 'sealing'>,
    attempt: Row,
    email: string,
  ): Stripe.Checkout.SessionCreateParams;
  /** Applies a session that was just read from Stripe. Any number of calls has one effect. */
  settle(deps: Deps, attempt: Row, session: Stripe.Checkout.Session): Promise<SettledAttempt>;
  /** Replaces what Stripe does not know any more. @returns whether a new attempt may then succeed */
  replaceMissing?(deps: Deps, attempt: Row, error: StripeError): Promise<boolean>;

  find(db: Db, id: string): Promise<Row | undefined>;
  findBySession(db: Db, sessionId: string): Promise<Row | undefined>;
  /** @returns false when the attempt is over, or has another session */
  storeSession(db: Db, id: string, session: SessionFacts, now: Date): Promise<boolean>;
  /** Open → ended without a payment. No other transition. */
  end(db: Db, id: string, now: Date): Promise<unknown>;
  /** The same, unless a session is noted already. */
  endUnopened(db: Db, id: string, now: Date): Promise<unknown>;
  /** The same for all that never got a session. @returns how many */
  endAbandoned(db: Db, createdBefore: Date, now: Date): Promise<number>;
  /** Open ones with a session, the longest unread first. */
  findUnsettled(db: Db, bounds: { createdBefore: Date; readBefore: Date; limit: number }): Promise<Row[]>;
  /** Puts one at the end of the line. */
  touch(db: Db, id: string, now: Date): Promise<void>;
};
