import type Stripe from 'stripe';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SessionToStore } from '../ledger/purchases.queries.ts';
import type { StripeError } from '../stripe/stripe-errors.ts';

/** The row behind a payment page: a purchase or a plan's checkout. */
export type Attempt = {
  id: string;
  user_id: string | null;
  created_at: string;
  checkout_session_id: string | null;
  checkout_url: string | null;
  discount_cents: number;
  promotion_code_id: string | null;
};

/**
 * The state of an attempt after applying its Stripe session. `unpaid`: the first payment of its subscription failed,
 * but can still be made. `ended`: nothing can be paid any more.
 */
export type SettledAttempt = 'open' | 'processing' | 'on_hold' | 'paid' | 'unpaid' | 'ended';

/** The price and the discount that a payment page was created for. */
export type PageTotal = { currency: string; priceCents: number; discountCents: number };

/** How the checkouts of products (paid once) and plans (paid monthly) differ. */
export type CheckoutKind<Row extends Attempt> = {
  /** Prefix of the session's idempotency key; the attempt's id follows. */
  keyPrefix: string;
  /** The error message for each state of an attempt that blocks a new session. */
  conflicts: Partial<Record<SettledAttempt, string>>;
  stateOf(attempt: Row): 'open' | 'ended_unpaid' | 'paid';
  totalOf(attempt: Row): PageTotal;
  /** Depends on its arguments alone, not on the clock, so that a repeated call sends the same parameters. */
  sessionParams(
    deps: Pick<Deps, 'appUrl' | 'sealing'>,
    attempt: Row,
    email: string,
  ): Stripe.Checkout.SessionCreateParams;
  /** Applies a session that was just read from Stripe. Idempotent. */
  settle(deps: Deps, attempt: Row, session: Stripe.Checkout.Session): Promise<SettledAttempt>;
  /**
   * Called when Stripe rejected the session: forgets a customer that no longer exists at Stripe, so that a new attempt
   * creates another customer.
   * @returns whether the session names an object that no longer exists at Stripe
   */
  replaceMissing?(deps: Deps, attempt: Row, error: StripeError): Promise<boolean>;

  find(db: Db, id: string): Promise<Row | undefined>;
  findBySession(db: Db, sessionId: string): Promise<Row | undefined>;
  /** @returns false if the attempt has ended or has another session */
  storeSession(db: Db, id: string, session: SessionToStore, now: Date): Promise<boolean>;
  /** Open → ended without a payment. Other states are not changed. */
  end(db: Db, id: string, now: Date): Promise<unknown>;
  /** Like `end`, unless a session is stored already. */
  endUnopened(db: Db, id: string, now: Date): Promise<unknown>;
  /** Ends open attempts from before `createdBefore` that never got a session. @returns the number of attempts ended */
  endAbandoned(db: Db, createdBefore: Date, now: Date): Promise<number>;
  /** Open attempts with a session, least recently read from Stripe first. */
  findUnsettled(db: Db, bounds: { createdBefore: Date; readBefore: Date; limit: number }): Promise<Row[]>;
  /** Marks the attempt as just read from Stripe, so that `findUnsettled` returns it last. */
  touch(db: Db, id: string, now: Date): Promise<void>;
};
