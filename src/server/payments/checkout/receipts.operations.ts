import { sellerText } from '../../../shared/site-settings.ts';
import type { Deps } from '../../deps.ts';
import { queueEmail } from '../../messages/email/email.operations.ts';
import { receiptEmail } from '../../messages/email/templates/receipt.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { PurchaseRow } from '../../platform/db/tables/shop-tables.ts';
import { readSettings } from '../../settings/settings.operations.ts';
import { recipientOf } from '../ledger/purchases.present.ts';
import type { BuyerRow } from '../ledger/purchases.queries.ts';

/** Queues the receipt of a delivered purchase, in the transaction that delivers it. */
export async function queueReceipt(
  deps: Deps,
  trx: Trx,
  purchase: PurchaseRow & { promotionCode: string | null; taxCents: number },
  buyer: BuyerRow,
): Promise<void> {
  const seller = sellerText(await readSettings(deps, trx));
  await queueEmail(deps, trx, receiptEmail(purchase, recipientOf(buyer), seller, deps.appUrl()));
}
