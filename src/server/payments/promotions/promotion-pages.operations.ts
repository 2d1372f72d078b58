import type { Deps } from '../../deps.ts';
import type { Trx } from '../../platform/db/database.ts';
import { closePlanPage, closePurchasePage } from '../checkout/page-closing.operations.ts';
import { findPurchase } from '../payments.queries.ts';
import { findCheckout } from '../subscriptions/checkout.queries.ts';
import { findOtherPages, type OpenPages } from './promotion-pages.queries.ts';
import { type AppliedPromotion, promotionRefused } from './promotions.operations.ts';

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
export async function closeOtherPages(deps: Deps, { purchases, checkouts }: OpenPages): Promise<void> {
  for (const { id } of purchases) await closePurchase(deps, id);
  for (const { id } of checkouts) await closeCheckout(deps, id);
}

async function closePurchase(deps: Deps, id: string): Promise<void> {
  await closePurchasePage(deps, id);
  const closed = await findPurchase(deps.db, id);
  if (closed?.status !== 'failed' || closed.held_reason !== null) throw promotionRefused();
}

async function closeCheckout(deps: Deps, id: string): Promise<void> {
  await closePlanPage(deps, id);
  if ((await findCheckout(deps.db, id))?.status !== 'ended') throw promotionRefused();
}
