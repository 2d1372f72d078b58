import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { isRefusedPromotion, promotionRefused } from '../promotions/promotions.operations.ts';
import { paymentsUnavailable } from '../stripe/stripe-calls.ts';
import { isStripeError, type StripeError } from '../stripe/stripe-errors.ts';
import { withTimeBudget } from '../stripe/time-budget.ts';

const minute = 60_000;
const hour = 60 * minute;
/** A click is answered within 15 s whatever Stripe does. */
const budgetMs = 13_500;
const mostTries = 6;
/** How long a click waits for another click that is opening the same page, before it asks Stripe itself. */
const waitForOtherMs = 2_500;
/** An attempt without a page that is older was left by a crash: nobody is at work on it. */
const inProgressMs = 15_000;
/** A page with less time left is replaced: nobody pays that fast. */
const shortestUsefulMs = 2 * minute;
/** How far our clock and Stripe's may be apart. */
const clockMargin = 5 * minute;
/** Stripe's most is 24 hours. */
const pageLifetime = 24 * hour - clockMargin;
/** Stripe wants half an hour at least, and forgets idempotency keys after a day. */
const longestReplay = 22 * hour;

/** A purchase or a subscription checkout on its way to a payment page. */
type Attempt = { id: string; created_at: string; checkout_session_id: string | null };

/**
 * Repeats the steps to a payment page until one has its address, within the time that a click has.
 * @param step takes the number of earlier ones; undefined when it came to nothing and the next one should look again
 * @param options.unavailable says so in the words of the call
 * @throws DomainError payments_unavailable
 */
export async function openPaymentPage(
  deps: Deps,
  step: (earlier: number) => Promise<string | undefined>,
  { about, unavailable }: { about: object; unavailable: (cause?: unknown) => DomainError },
): Promise<{ url: string }> {
  try {
    return await withTimeBudget(budgetMs, async () => {
      for (let earlier = 0; earlier < mostTries; earlier += 1) {
        const url = await step(earlier);
        if (url !== undefined) return { url };
      }
      throw paymentsUnavailable(new Error('no try led to a payment page'));
    });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'payments_unavailable') throw error;
    deps.log.error({ err: error.cause ?? error, ...about }, 'checkout could not be opened');
    throw unavailable(error.cause);
  }
}

/** When the attempt's page expires, in Stripe's seconds: from the row, so that the same attempt always sends the same. */
export function pageEnd(attempt: Attempt): number {
  return Math.floor((Date.parse(attempt.created_at) + pageLifetime) / 1000);
}

export function hasTimeToPay(deps: Pick<Deps, 'now'>, session: { expires_at: number }): boolean {
  return session.expires_at * 1000 - deps.now().getTime() > shortestUsefulMs;
}

/**
 * True when the attempt's parameters cannot be sent (again): its page would be over at once, or its key forgotten, or
 * the clock was put back since and Stripe refuses an end that lies too far ahead.
 */
export function cannotBeOpened(deps: Pick<Deps, 'now'>, attempt: Attempt): boolean {
  const age = deps.now().getTime() - Date.parse(attempt.created_at);
  return age > longestReplay || age < -clockMargin;
}

/**
 * Where another click may be opening the attempt's page, waits until that is noted, or given up, or takes too long.
 * @param read the attempt as it is now; undefined when it is over
 * @returns undefined when the attempt is over
 */
export async function waitForOtherClick<Row extends Attempt>(
  deps: Pick<Deps, 'now'>,
  attempt: Row,
  read: () => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const isInProgress = deps.now().getTime() - Date.parse(attempt.created_at) < inProgressMs;
  if (attempt.checkout_session_id !== null || !isInProgress) return attempt;
  const endsAt = performance.now() + waitForOtherMs;
  let current: Row | undefined = attempt;
  while (current?.checkout_session_id === null && performance.now() < endsAt) {
    await sleep(100);
    current = await read();
  }
  return current;
}

/**
 * What follows when Stripe did not make a page: look again, give the attempt up and look again, or tell the buyer.
 * @param refused.replace mends what Stripe does not know any more; true when a new attempt may then succeed
 * @throws DomainError invalid_input when Stripe does not take the code; payments_unavailable
 */
export async function handleRefusal(
  deps: Deps,
  attempt: { id: string; promotion_code_id: string | null },
  error: unknown,
  refused: {
    giveUp: () => Promise<unknown>;
    replace?: (error: StripeError) => Promise<boolean>;
  },
): Promise<undefined> {
  if (!isStripeError(error)) throw error;
  const about = { attemptId: attempt.id, stripeRequestId: error.requestId, status: error.statusCode };
  if (error.statusCode === 409) {
    await sleep(300);
    return undefined;
  }
  if (isStripeError(error, 'StripeAPIError') && error.statusCode === undefined) {
    deps.log.warn({ ...about, err: error }, 'unreadable answer from the payment provider');
    return undefined;
  }
  // Stripe repeats a stored failure for ever under its key: the next try needs a new attempt. Whatever page may exist
  // under the old key was never shown to anybody.
  const isStored = (error.statusCode ?? 0) >= 500 || isStripeError(error, 'StripeIdempotencyError');
  if (isStored || isStripeError(error, 'StripeInvalidRequestError')) await refused.giveUp();
  if (attempt.promotion_code_id !== null && isRefusedPromotion(error)) throw promotionRefused(error);
  if (await refused.replace?.(error)) return undefined;
  if (!isStored) throw paymentsUnavailable(error);
  deps.log.warn({ ...about, err: error }, 'checkout attempt given up, trying with a new one');
  return undefined;
}
