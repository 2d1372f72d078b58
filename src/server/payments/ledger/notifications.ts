import { formatCents } from '../../../shared/money.ts';
import { notReadyText } from '../../../shared/shop/product-content.ts';
import type { PurchaseRow } from '../../platform/db/tables/shop-tables.ts';

/** What notifications says of a completed purchase; one a purchase, however often it is told. */
export function purchaseNotice(purchase: PurchaseRow) {
  const isSession = purchase.product_type === 'session' && purchase.product_id !== null;
  return {
    kind: 'purchase_completed' as const,
    title: `${purchase.product_name} is yours`,
    body: `We received ${formatCents(purchase.amount_cents)}. ${purchase.awaits_content ? notReadyText : 'It is in your library now.'}`,
    path: isSession ? `/coaching/${purchase.product_id}` : '/coaching',
    dedupeKey: `receipt:${purchase.id}`,
  };
}

/** What it says when the money did not arrive after all. */
export function failedPurchaseNotice(purchase: PurchaseRow) {
  return {
    kind: 'payment_failed' as const,
    title: `The payment for ${purchase.product_name} did not go through`,
    body: 'Nothing was charged. You can try again with another card or account.',
    path: purchase.product_id === null ? '/products' : `/products/${purchase.product_id}`,
    dedupeKey: `payment_failed:${purchase.id}`,
  };
}
