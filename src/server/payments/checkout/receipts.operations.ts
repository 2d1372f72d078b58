import { formatCents } from '../../../shared/money.ts';
import { notReadyText } from '../../../shared/shop/product-content.ts';
import { sellerText } from '../../../shared/site-settings.ts';
import type { Deps } from '../../deps.ts';
import { queueEmail } from '../../messages/email/email.operations.ts';
import { receiptEmail } from '../../messages/email/templates/receipt.ts';
import { notify } from '../../messages/notifications/notifications.operations.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { PurchaseRow } from '../../platform/db/tables/shop-tables.ts';
import { readSettings } from '../../settings/settings.operations.ts';
import { recipientOf } from '../ledger/purchases.present.ts';
import type { BuyerRow } from '../ledger/purchases.queries.ts';

/** Queues the receipt of a delivered purchase and notifies its buyer, in the transaction that delivers it. */
export async function announcePurchase(
  deps: Deps,
  trx: Trx,
  purchase: PurchaseRow & { promotionCode: string | null; taxCents: number },
  buyer: BuyerRow,
): Promise<void> {
  const seller = sellerText(await readSettings(deps, trx));
  await queueEmail(deps, trx, receiptEmail(purchase, recipientOf(buyer), seller, deps.appUrl()));
  await notify(trx, { ...completionNotification(purchase), userId: buyer.id, appearsAt: deps.now() });
}

/** The notification of a completed purchase, sent once per purchase. */
function completionNotification(purchase: PurchaseRow) {
  const isSession = purchase.product_type === 'session' && purchase.product_id !== null;
  return {
    kind: 'purchase_completed' as const,
    title: `${purchase.product_name} is yours`,
    body: `We received ${formatCents(purchase.amount_cents)}. ${purchase.awaits_content ? notReadyText : 'It is in your library now.'}`,
    path: isSession ? `/coaching/${purchase.product_id}` : '/coaching',
    dedupeKey: `receipt:${purchase.id}`,
  };
}
