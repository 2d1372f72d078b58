import type { Deps } from '../../deps.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { JobPayloads } from '../../platform/jobs/jobs.ts';
import { findProductOnSale } from '../../shop/shop.operations.ts';
import { type AppliedPromotion, promotionRejected } from '../promotions/promotions.operations.ts';
import { askStripe, retrieveCheckoutSession } from '../stripe/stripe-calls.ts';
import { isStripeError } from '../stripe/stripe-errors.ts';
import type { Attempt, CheckoutKind } from './checkout-kind.ts';
import { purchaseKind, subscriptionKind } from './checkout-kinds.operations.ts';
import {
  findOpenPagesWith,
  findOutdatedCheckouts,
  findOutdatedPurchases,
  type OpenPages,
} from './page-closing.queries.ts';

/**
 * Expires the session of an attempt (a purchase, or a plan's checkout) at Stripe. If the session is no longer open,
 * applies its current state to the attempt instead.
 */
export async function closeSession<Row extends Attempt>(
  deps: Deps,
  kind: CheckoutKind<Row>,
  attempt: Row,
  sessionId: string,
): Promise<void> {
  const isClosed = await askStripe(async () => {
    try {
      await deps.stripe.checkout.sessions.expire(sessionId);
      return true;
    } catch (error) {
      if (isStripeError(error, 'StripeInvalidRequestError')) return false;
      throw error;
    }
  });
  if (isClosed) {
    await kind.end(deps.db, attempt.id, deps.now());
    return;
  }
  const session = await retrieveCheckoutSession(deps, sessionId);
  if (session) await kind.settle(deps, attempt, session);
}

/** Closes the payment page of an attempt. If the attempt was paid in the meantime, processes the payment. */
export async function closePage<Row extends Attempt>(
  deps: Deps,
  kind: CheckoutKind<Row>,
  id: string,
): Promise<void> {
  // A concurrent request may be opening the page. If that request has already stored the session, the session is closed
  // below; if not, that request will find that the attempt has ended.
  await kind.endUnopened(deps.db, id, deps.now());
  const current = await kind.find(deps.db, id);
  if (!current || kind.stateOf(current) !== 'open' || current.checkout_session_id === null) return;
  await closeSession(deps, kind, current, current.checkout_session_id);
}

/**
 * The buyer's other open payment pages with this promotion code. Call this under the buyer's lock, so that of two
 * concurrent clicks, only the later one finds the page of the other click.
 */
export async function findOtherPages(
  trx: Trx,
  promotion: AppliedPromotion | undefined,
  attempt: Attempt,
): Promise<OpenPages> {
  if (!promotion || attempt.user_id === null) return { purchases: [], checkouts: [] };
  return findOpenPagesWith(trx, {
    userId: attempt.user_id,
    promotionId: promotion.id,
    exceptId: attempt.id,
  });
}

/**
 * Limits a promotion code to one open payment page per user, because with two pages the user could redeem it twice. The
 * page requested last keeps the code; the others are closed.
 * @throws DomainError invalid_input if one of the other pages was paid or could not be closed; payments_unavailable
 */
export async function closeOtherPages(deps: Deps, { purchases, checkouts }: OpenPages): Promise<void> {
  for (const id of purchases) await closeUnpaidPage(deps, purchaseKind, id);
  for (const id of checkouts) await closeUnpaidPage(deps, subscriptionKind, id);
}

async function closeUnpaidPage<Row extends Attempt>(
  deps: Deps,
  kind: CheckoutKind<Row>,
  id: string,
): Promise<void> {
  await closePage(deps, kind, id);
  const closed = await kind.find(deps.db, id);
  if (!closed || kind.stateOf(closed) !== 'ended_unpaid') throw promotionRejected();
}

/**
 * The `close-payment-pages` job. Closes pages that were opened at more than the current price or for another type of
 * product, pages of products that can no longer be bought, and pages of users who own the product or have the plan for
 * free. Pages opened at a lower price stay open.
 * @throws the last error, after all pages were tried, if some pages could not be closed
 */
export async function closeOutdatedPages(
  deps: Deps,
  payload: JobPayloads['close-payment-pages'],
): Promise<void> {
  const close =
    'plan' in payload
      ? (id: string) => closePage(deps, subscriptionKind, id)
      : (id: string) => closePage(deps, purchaseKind, id);
  const outdated =
    'plan' in payload
      ? await findOutdatedCheckouts(deps.db, payload.plan, deps.now())
      : await findOutdatedPurchases(
          deps.db,
          payload.productId,
          await findProductOnSale(deps, payload.productId),
        );
  let failure: unknown;
  for (const id of outdated) {
    try {
      await close(id);
    } catch (error) {
      failure = error;
      deps.log.warn({ err: error, ...payload }, 'a payment page could not be closed');
    }
  }
  if (failure !== undefined) throw failure;
}
