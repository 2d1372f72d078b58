/** The views of Purchase History. The first one lists all payments. */
export const purchaseViews = ['purchases', 'requests', 'held', 'disputes', 'codes'] as const;
export type PurchaseView = (typeof purchaseViews)[number];

export const purchaseViewLabels: Record<PurchaseView, string> = {
  purchases: 'All payments',
  requests: 'Refund requests',
  held: 'On hold',
  disputes: 'Disputes',
  codes: 'Codes',
};

/** The view in the URL; anything else means the purchase list. */
export function readPurchaseView(view: string | undefined): PurchaseView {
  return purchaseViews.find((known) => known === view) ?? 'purchases';
}
