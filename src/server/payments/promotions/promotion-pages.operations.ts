import type { Trx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { expireCheckoutSession } from '../checkout/checkout-session.operations.ts';
import { findPurchase } from '../payments.queries.ts';
import { createTimeBudget, type TimeBudget } from '../stripe/stripe-calls.ts';
import { findCheckout } from '../subscriptions/subscription-checkout.queries.ts';
import { closeSession } from '../subscriptions/subscription-page.operations.ts';
import {
  endUnopenedCheckout,
  failUnopenedPurchase,
  findOtherPages,
  type OpenPages,
} from './promotion-pages.queries.ts';
import { type AppliedPromotion, promotionRefused } from './promotions.operations.ts';

/** Of a click that has no time of its own. */
const budgetMs = 10_000;

/**
 * The other pages that this person has open with the code. Read under the buyer's lock, so that of two clicks at once
 * only the later one sees the other.
 */
export async function otherPagesWith(
  trx: Trx,
  promotion: AppliedPromotion | undefined,
  attempt: { id: string; user_id: string | null },
): Promise<OpenPages> {
  if (!promotion || attempt.user_id === null) return { purchases: [], checkouts: [] };
  return findOtherPages(trx, {
    userId: attempt.user_id,
    promotionId: promotion.id,
    exceptId: attempt.id,
  });
}

/**
 * Keeps a code to one open payment page a person: with two of them it could be paid with twice. The page that was asked
 * for last has it, the others are closed.
 * @throws DomainError invalid_input when one of them was paid in this moment, or is being paid; payments_unavailable
 */
export async function closeOtherPages(
  deps: Deps,
  { purchases, checkouts }: OpenPages,
  budget?: TimeBudget,
): Promise<void> {
  if (purchases.length + checkouts.length === 0) return;
  const time = budget ?? createTimeBudget(budgetMs);
  for (const { id } of purchases) await closePurchase(deps, id, time);
  for (const { id } of checkouts) await closeCheckout(deps, id);
}

async function closePurchase(deps: Deps, id: string, time: TimeBudget): Promise<void> {
  // A page that opens at this moment either notes itself first and is closed, or finds its attempt given up.
  await failUnopenedPurchase(deps.db, id, deps.now());
  const current = await findPurchase(deps.db, id);
  if (current?.status === 'pending' && current.checkout_session_id !== null) {
    await expireCheckoutSession(deps, current, current.checkout_session_id, time);
  }
  const closed = await findPurchase(deps.db, id);
  if (closed?.status !== 'failed' || closed.held_reason !== null) throw promotionRefused();
}

async function closeCheckout(deps: Deps, id: string): Promise<void> {
  await endUnopenedCheckout(deps.db, id, deps.now());
  const current = await findCheckout(deps.db, id);
  if (current?.status === 'open' && current.checkout_session_id !== null) {
    await closeSession(deps, current, current.checkout_session_id);
  }
  if ((await findCheckout(deps.db, id))?.status !== 'ended') throw promotionRefused();
}
