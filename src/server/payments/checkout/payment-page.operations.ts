import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts';
import type { Actor } from '../../actor.ts';
import { recordEvent } from '../../audit/analytics.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, notSignedIn } from '../../errors.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { getSettings } from '../../settings/settings.operations.ts';
import { type BuyerRow, lockBuyer } from '../ledger/purchases.queries.ts';
import {
  type AppliedPromotion,
  assertNotRedeemed,
  isRejectedPromotion,
  promotionRejected,
} from '../promotions/promotions.operations.ts';
import { retrieveCheckoutSession } from '../stripe/stripe-calls.ts';
import { isStripeError, paymentsUnavailable } from '../stripe/stripe-errors.ts';
import { idOf } from '../stripe/stripe-subscription.ts';
import { withTimeBudget } from '../stripe/time-budget.ts';
import type { Attempt, CheckoutKind } from './checkout-kind.ts';
import { closeOtherPages, closeSession, findOtherPages } from './page-closing.operations.ts';
import { agreeOnTotal } from './page-total.operations.ts';
import { waiverParams } from './withdrawal-waiver.operations.ts';

/** The time limit for all calls to Stripe that one click causes, so that the click gets a response within 15 s. */
const timeLimitMs = 13_500;
/** The maximum number of rounds per click. Each round reads the order and tries to open its page. */
const maxRounds = 6;
/** While another click is opening the same page, a click waits up to this long before it calls Stripe itself. */
const waitForOtherMs = 2_500;
/** If an attempt is older than this, no other click is still opening its page, so there is nothing to wait for. */
const inProgressMs = 15_000;
/** A page with less time until it expires is replaced, because the buyer needs time to pay. */
const minRemainingMs = 2 * minuteMs;
/** The tolerated difference between our clock and Stripe's. */
const maxClockDifferenceMs = 5 * minuteMs;
/** Stripe's maximum is 24 hours. */
const pageLifetimeMs = dayMs - maxClockDifferenceMs;
/**
 * An attempt older than this is not repeated: Stripe removes idempotency keys after a day, and requires an expiry at
 * least 30 minutes ahead.
 */
const maxReplayAgeMs = 22 * hourMs;

export type Order<Row> = {
  promotion: AppliedPromotion | undefined;
  /**
   * Returns the open attempt or creates one, under the buyer's lock.
   * @returns undefined if the order has changed since it was read and must be read again
   * @throws DomainError if the buyer may not buy what was ordered
   */
  findOrInsertAttempt: (trx: Trx, buyer: BuyerRow, now: Date) => Promise<OpenAttempt<Row> | undefined>;
  /** For the analytics event; null for a plan. */
  productId: number | null;
};
export type OpenAttempt<Row> = {
  attempt: Row;
  isNew: boolean;
  /** Whether the attempt matches the current order and price. */
  isUnchanged: boolean;
};

/**
 * Opens the payment page for an order, or returns the page that is already open. Concurrent clicks, in any tab and on
 * any server, create only one session per attempt. Each round reads the order and tries to open its page. Rounds are
 * repeated until one returns a URL, the time is up, or `maxRounds` is reached.
 * @param options.prepare - reads the order at the beginning of each round; rounds are numbered from 0
 * @param options.about - logged if the page cannot be opened
 * @param options.unavailable - creates the error that is thrown instead of payments_unavailable
 * @throws DomainError invalid_input for `promotionCode`, conflict (processing, on hold or a different total),
 * payments_unavailable, and the errors of the order
 */
export async function openPaymentPage<Row extends Attempt>(
  deps: Deps,
  actor: Actor,
  kind: CheckoutKind<Row>,
  options: {
    prepare: (round: number) => Promise<Order<Row>>;
    about: object;
    unavailable: (cause?: unknown) => DomainError;
  },
): Promise<{ url: string }> {
  const own = new Set<string>();
  const runRound = async (round: number): Promise<string | undefined> => {
    const order = await options.prepare(round);
    const opened = await openAttempt(deps, actor, order);
    if (!opened) return undefined;
    if (opened.isNew) own.add(opened.attempt.id);
    // On open pages of other orders, the buyer could use the same promotion code again.
    await closeOtherPages(deps, opened.otherPages);
    const isOwn = own.has(opened.attempt.id);
    return continueAttempt(deps, kind, opened.attempt, { ...opened, isOwn, promotion: order.promotion });
  };
  try {
    return await withTimeBudget(timeLimitMs, async () => {
      for (let round = 0; round < maxRounds; round += 1) {
        const url = await runRound(round);
        if (url !== undefined) return { url };
      }
      throw paymentsUnavailable(new Error('no round led to a payment page'));
    });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'payments_unavailable') throw error;
    deps.log.error({ err: error.cause ?? error, ...options.about }, 'checkout could not be opened');
    throw options.unavailable(error.cause);
  }
}

/** Finds or creates the attempt, and commits it before its page is created at Stripe. */
async function openAttempt<Row extends Attempt>(deps: Deps, actor: Actor, order: Order<Row>) {
  return inTransaction(deps.db, async (trx) => {
    // The buyer's lock serializes clicks and makes a concurrent payment visible.
    const buyer = await lockBuyer(trx, actor.userId);
    // The request to delete an account ends its login sessions, but this click may be older than the request.
    if (!buyer || buyer.deleted_at !== null || buyer.deletion_due_at !== null) throw notSignedIn();
    const now = deps.now();
    const opened = await order.findOrInsertAttempt(trx, buyer, now);
    if (!opened) return undefined;
    if (order.promotion) await assertNotRedeemed(trx, order.promotion, buyer.id);
    if (opened.isNew) {
      await recordEvent(trx, 'checkout_started', {
        userId: buyer.id,
        properties: { productId: order.productId },
        at: now,
      });
    }
    const otherPages = await findOtherPages(trx, order.promotion, opened.attempt);
    return { ...opened, email: buyer.email, otherPages };
  });
}

type Opened = {
  isUnchanged: boolean;
  /** Whether this click created the attempt. */
  isOwn: boolean;
  email: string;
  promotion: AppliedPromotion | undefined;
};

/** @returns the URL of the payment page; undefined if the caller must start another round */
async function continueAttempt<Row extends Attempt>(
  deps: Deps,
  kind: CheckoutKind<Row>,
  attempt: Row,
  opened: Opened,
): Promise<string | undefined> {
  const current = opened.isOwn ? attempt : await waitForOtherClick(deps, kind, attempt);
  if (!current) return undefined;
  const wasUnopened = attempt.checkout_session_id === null;
  if (wasUnopened && opened.isUnchanged && current.checkout_url !== null) return current.checkout_url;
  if (current.checkout_session_id !== null) {
    return resumeSession(deps, kind, current, current.checkout_session_id, opened.isUnchanged);
  }
  if (!opened.isUnchanged || cannotBeOpened(deps, current)) {
    await kind.end(deps.db, current.id, deps.now());
    return undefined;
  }
  return createSession(deps, kind, current, opened);
}

/**
 * If another click may be opening the attempt's page, waits until the page is stored, the attempt ends or time runs
 * out.
 * @returns undefined if the attempt is no longer open
 */
async function waitForOtherClick<Row extends Attempt>(
  deps: Deps,
  kind: CheckoutKind<Row>,
  attempt: Row,
): Promise<Row | undefined> {
  const isInProgress = deps.now().getTime() - Date.parse(attempt.created_at) < inProgressMs;
  if (attempt.checkout_session_id !== null || !isInProgress) return attempt;
  const endsAt = performance.now() + waitForOtherMs;
  let current: Row | undefined = attempt;
  while (current?.checkout_session_id === null && performance.now() < endsAt) {
    await sleep(100);
    current = await kind.find(deps.db, attempt.id);
    if (current && kind.stateOf(current) !== 'open') return undefined;
  }
  return current;
}

/**
 * Whether the attempt's parameters can no longer be sent: its page would expire too soon, its idempotency key may have
 * expired, or the clock was set back and Stripe rejects an expiry that far ahead.
 */
function cannotBeOpened(deps: Pick<Deps, 'now'>, attempt: Attempt): boolean {
  const age = deps.now().getTime() - Date.parse(attempt.created_at);
  return age > maxReplayAgeMs || age < -maxClockDifferenceMs;
}

/**
 * Applies the session's state to the attempt. Closes a session that is open but cannot be reused, because the order or
 * a setting has changed or it expires too soon.
 * @returns the URL of the open session; undefined if the caller must start another round
 * @throws DomainError conflict (processing or on hold), payments_unavailable
 */
async function resumeSession<Row extends Attempt>(
  deps: Deps,
  kind: CheckoutKind<Row>,
  attempt: Row,
  sessionId: string,
  isUnchanged: boolean,
): Promise<string | undefined> {
  const session = await retrieveCheckoutSession(deps, sessionId);
  if (!session) {
    deps.log.warn({ attemptId: attempt.id, sessionId }, 'Stripe does not know this session');
    await kind.end(deps.db, attempt.id, deps.now());
    return undefined;
  }
  const state = await kind.settle(deps, attempt, session);
  const conflict = kind.conflicts[state];
  if (conflict !== undefined) throw new DomainError('conflict', conflict);
  if (state !== 'open') return undefined;
  const hasTimeToPay = session.expires_at * 1000 - deps.now().getTime() > minRemainingMs;
  const isReusable = isUnchanged && hasTimeToPay && (await followsSettings(deps, session));
  if (session.url !== null && isReusable) return session.url;
  await closeSession(deps, kind, attempt, sessionId);
  return undefined;
}

type TaxParams = Pick<Stripe.Checkout.SessionCreateParams, 'automatic_tax' | 'customer_update'>;

/**
 * Enables Stripe Tax if the setting `automaticTax` is on. Stripe determines the tax from the buyer's address, and saves
 * the address on an existing customer for renewals.
 */
async function taxParams(deps: Deps, hasCustomer: boolean): Promise<TaxParams> {
  if (!(await getSettings(deps)).automaticTax) return {};
  return { automatic_tax: { enabled: true }, ...(hasCustomer && { customer_update: { address: 'auto' } }) };
}

/** Whether the page agrees with the current settings for the withdrawal waiver and for tax. */
async function followsSettings(deps: Deps, session: Stripe.Checkout.Session): Promise<boolean> {
  const { askWithdrawalWaiver, automaticTax } = await getSettings(deps);
  const asksWaiver = session.consent_collection?.terms_of_service === 'required';
  return asksWaiver === askWithdrawalWaiver && session.automatic_tax.enabled === automaticTax;
}

/**
 * Creates the attempt's session at Stripe and stores it on the row. The attempt's id is the idempotency key, so that
 * any number of calls creates one session.
 * @returns the session's URL; undefined if the caller must start another round
 * @throws DomainError invalid_input if Stripe rejects the promotion code; conflict if the session's total differs;
 * payments_unavailable
 */
async function createSession<Row extends Attempt>(
  deps: Deps,
  kind: CheckoutKind<Row>,
  attempt: Row,
  { email, promotion }: Pick<Opened, 'email' | 'promotion'>,
): Promise<string | undefined> {
  const base = kind.sessionParams(deps, attempt, email);
  const params: Stripe.Checkout.SessionCreateParams = {
    ...base,
    // Everyone pays in US dollars, whatever is set in Stripe's dashboard.
    adaptive_pricing: { enabled: false },
    ...(await waiverParams(deps)),
    ...(await taxParams(deps, base.customer !== undefined)),
    ...(promotion && {
      discounts: [{ promotion_code: promotion.stripeId }],
      // The page that offers to try again keeps the discount.
      cancel_url: `${base.cancel_url}&code=${promotion.code}`,
    }),
    client_reference_id: attempt.user_id ?? '',
    // From the configured origin, never from a request's headers.
    success_url: `${deps.appUrl()}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    expires_at: Math.floor((Date.parse(attempt.created_at) + pageLifetimeMs) / 1000),
  };
  let session: Stripe.Checkout.Session;
  try {
    session = await deps.stripe.checkout.sessions.create(params, {
      idempotencyKey: `${kind.keyPrefix}:${attempt.id}`,
    });
  } catch (error) {
    return handleStripeError(deps, kind, attempt, error);
  }
  if (session.url === null) throw paymentsUnavailable(new Error('a new checkout session has no url'));
  const discountCents = await agreeOnTotal(deps, session, {
    expected: kind.totalOf(attempt),
    giveUp: () => kind.end(deps.db, attempt.id, deps.now()),
  });
  const facts = {
    id: session.id,
    url: session.url,
    discountCents,
    expiresAt: new Date(session.expires_at * 1000),
    paymentIntentId: idOf(session.payment_intent),
  };
  // The attempt may have been ended while its session was being created.
  return (await kind.storeSession(deps.db, attempt.id, facts, deps.now())) ? session.url : undefined;
}

/**
 * Decides what to do when Stripe did not create a session: retry, end the attempt and retry, or report an error.
 * @throws DomainError invalid_input if Stripe rejects the promotion code; payments_unavailable
 */
async function handleStripeError<Row extends Attempt>(
  deps: Deps,
  kind: CheckoutKind<Row>,
  attempt: Row,
  error: unknown,
): Promise<undefined> {
  if (!isStripeError(error)) throw error;
  const about = { attemptId: attempt.id, stripeRequestId: error.requestId, status: error.statusCode };
  if (error.statusCode === 409) {
    await sleep(300);
    return undefined;
  }
  if (isStripeError(error, 'StripeAPIError') && error.statusCode === undefined) {
    deps.log.warn({ ...about, err: error }, 'unreadable response from Stripe');
    return undefined;
  }
  // For the same idempotency key, Stripe repeats a stored failure, so a retry needs a new attempt. If Stripe created a
  // page for the old key, no user has seen it.
  const isStored = (error.statusCode ?? 0) >= 500 || isStripeError(error, 'StripeIdempotencyError');
  if (isStored || isStripeError(error, 'StripeInvalidRequestError')) {
    await kind.end(deps.db, attempt.id, deps.now());
  }
  if (attempt.promotion_code_id !== null && isRejectedPromotion(error))
    throw promotionRejected({ cause: error });
  if (await kind.replaceMissing?.(deps, attempt, error)) return undefined;
  if (!isStored) throw paymentsUnavailable(error);
  deps.log.warn({ ...about, err: error }, 'checkout attempt ended, retrying with a new one');
  return undefined;
}
