import type { Deps } from '../../deps.ts';
import { queueEmail } from '../../messages/email/email.operations.ts';
import { readyEmail } from '../../messages/email/templates/receipt.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { recipientOf } from '../ledger/purchases.present.ts';
import { lockBuyer, lockPurchase } from '../ledger/purchases.queries.ts';
import {
  endPreOrder,
  type FulfilledPreOrder,
  findFulfilledPreOrders,
  markPurchasesWithoutContent,
} from './pre-orders.queries.ts';

const batch = 200;

/**
 * Emails the owners of products that had no content and have content now, once each time.
 * @returns the number of emails queued
 */
export async function notifyOfReadyProducts(deps: Deps): Promise<number> {
  await markPurchasesWithoutContent(deps.db);
  let count = 0;
  for (;;) {
    const found = await findFulfilledPreOrders(deps.db, batch);
    for (const preOrder of found) if (await notifyBuyer(deps, preOrder)) count += 1;
    if (found.length < batch) return count;
  }
}

async function notifyBuyer(deps: Deps, { id, user_id: userId }: FulfilledPreOrder): Promise<boolean> {
  return inTransaction(deps.db, async (trx) => {
    // Lock order: buyer, then purchase, as everywhere.
    const buyer = userId === null ? undefined : await lockBuyer(trx, userId);
    const purchase = await lockPurchase(trx, id);
    if (!purchase?.awaits_content || !purchase.grants_access) return false;
    await endPreOrder(trx, id);
    if (!buyer || buyer.deleted_at !== null) return false;
    await queueEmail(deps, trx, readyEmail(purchase, recipientOf(buyer), deps.now(), deps.appUrl()));
    return true;
  });
}
