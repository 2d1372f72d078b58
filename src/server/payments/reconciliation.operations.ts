import type { Deps } from '../deps.ts';
import type { PurchaseRow } from '../platform/db/tables/shop-tables.ts';
import { settlePurchase } from './checkout/fulfilment.operations.ts';
import {
  failAbandonedPurchases,
  failPendingPurchase,
  findPurchasesToReconcile,
  touchPurchase,
} from './payments.queries.ts';
import { openSection } from './reconciling-section.ts';
import { retrieveCheckoutSession } from './stripe/stripe-calls.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Webhook and return page have had their time. */
const settlesBy = 15 * minute;
const batchSize = 100;
/** Its part of the ten minutes that the whole job may take; what is left comes first in the next run. */
const longestRunMs = 2 * minute;

export type Reconciliation = {
  looked: number;
  completed: number;
  failed: number;
  abandoned: number;
  errors: number;
};

/**
 * Reads pending purchases again at Stripe, for the case that every webhook was lost and the buyer never came back.
 * Each that stays pending goes to the end of the line, so that runs of any length get round.
 */
export async function reconcilePurchases(deps: Deps): Promise<Reconciliation> {
  const startedAt = deps.now();
  const section = openSection(deps, longestRunMs);
  const counts = { looked: 0, completed: 0, failed: 0 };
  const abandoned = await failAbandonedPurchases(deps.db, new Date(startedAt.getTime() - day), startedAt);
  while (section.goesOn()) {
    const batch = await findPurchasesToReconcile(deps.db, {
      createdBefore: new Date(startedAt.getTime() - settlesBy),
      lookedAtBefore: startedAt,
      limit: batchSize,
    });
    if (batch.length === 0) break;
    for (const purchase of batch) {
      if (!section.goesOn()) break;
      await section.attempt({ purchaseId: purchase.id }, async () => {
        const settled = await settle(deps, purchase);
        counts.looked += 1;
        if (settled === 'completed') counts.completed += 1;
        else if (settled === 'failed' || settled === 'expired') counts.failed += 1;
      });
      await touchPurchase(deps.db, purchase.id, deps.now());
    }
  }
  const outcome: Reconciliation = { ...counts, abandoned, errors: section.errors };
  if (outcome.looked + outcome.abandoned + outcome.errors > 0) {
    deps.log.info({ event: 'purchases_reconciled', ...outcome }, 'purchases reconciled');
  }
  return outcome;
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
