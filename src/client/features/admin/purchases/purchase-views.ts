/** The views of Purchase History. The first one lists all purchases. */
export const purchaseViews = ['purchases', 'requests', 'held', 'disputes', 'payments', 'codes'] as const;
export type PurchaseView = (typeof purchaseViews)[number];

export const purchaseViewLabels: Record<PurchaseView, string> = {
  purchases: 'Purchases',
  requests: 'Refund requests',
  held: 'On hold',
  disputes: 'Disputes',
  payments: 'All payments',
  codes: 'Codes',
};

/** The view in the URL; anything else means the purchase list. */
export function readPurchaseView(view: string | undefined): PurchaseView {
  return purchaseViews.find((known) => known === view) ?? 'purchases';
}
