import type { PurchaseRow } from '../db/tables/shop-tables.ts';
import type { Deps } from '../deps.ts';
import { settlePurchase } from './checkout/fulfilment.operations.ts';
import {
  failAbandonedPurchases,
  failPendingPurchase,
  findPurchasesToReconcile,
  touchPurchase,
} from './payments.queries.ts';
import { retrieveCheckoutSession } from './stripe/stripe-calls.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Webhook and return page have had their time. */
const settlesBy = 15 * minute;
const batchSize = 100;
/** One run ends well before the next begins; what is left comes first then. */
const longestRunMs = 2 * minute;
/** With Stripe down, further reads only wait. */
const mostFailures = 3;

export type Reconciliation = {
  looked: number;
  completed: number;
  failed: number;
  abandoned: number;
  errors: number;
};

/**
 * Reads pending purchases again at Stripe, for the case that every webhook was lost and the buyer never came back
 * (PAY-22). Each that stays pending goes to the end of the line, so that runs of any length get round.
 */
export async function reconcilePurchases(deps: Deps): Promise<Reconciliation> {
  const startedAt = deps.now();
  const endsAt = performance.now() + longestRunMs;
  const counts: Reconciliation = { looked: 0, completed: 0, failed: 0, abandoned: 0, errors: 0 };
  counts.abandoned = await failAbandonedPurchases(deps.db, new Date(startedAt.getTime() - day), startedAt);
  while (performance.now() < endsAt && counts.errors < mostFailures) {
    const batch = await findPurchasesToReconcile(deps.db, {
      createdBefore: new Date(startedAt.getTime() - settlesBy),
      lookedAtBefore: startedAt,
      limit: batchSize,
    });
    if (batch.length === 0) break;
    for (const purchase of batch) {
      await reconcileOne(deps, purchase, counts);
      if (performance.now() >= endsAt || counts.errors >= mostFailures) break;
    }
  }
  if (counts.looked + counts.abandoned > 0) {
    deps.log.info({ event: 'purchases_reconciled', ...counts }, 'purchases reconciled');
  }
  return counts;
}

async function reconcileOne(deps: Deps, purchase: PurchaseRow, counts: Reconciliation): Promise<void> {
  counts.looked += 1;
  try {
    const settled = await settle(deps, purchase);
    if (settled === 'completed') counts.completed += 1;
    else if (settled === 'failed' || settled === 'expired') counts.failed += 1;
  } catch (error) {
    counts.errors += 1;
    deps.log.error({ err: error, purchaseId: purchase.id }, 'purchase could not be reconciled');
  }
  await touchPurchase(deps.db, purchase.id, deps.now());
}

async function settle(deps: Deps, purchase: PurchaseRow): Promise<string> {
  const sessionId = purchase.checkout_session_id;
  if (sessionId === null) return 'open';
  const session = await retrieveCheckoutSession(deps, sessionId);
  if (session) return (await settlePurchase(deps, purchase, session)).status;
  const isOver = deps.now().getTime() - Date.parse(purchase.created_at) > day;
  if (!isOver) return 'open';
  deps.log.warn({ purchaseId: purchase.id, sessionId }, 'the payment provider does not know this session');
  await failPendingPurchase(deps.db, purchase.id, deps.now());
  return 'failed';
}
