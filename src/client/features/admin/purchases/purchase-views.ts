/** The parts of Purchase History; the first lists every payment. */
export const purchaseViews = ['purchases', 'requests', 'held', 'disputes', 'codes'] as const;
export type PurchaseView = (typeof purchaseViews)[number];

export const purchaseViewLabels: Record<PurchaseView, string> = {
  purchases: 'All payments',
  requests: 'Refund requests',
  held: 'On hold',
  disputes: 'Disputes',
  codes: 'Codes',
};

/** The view in the address; anything else means the list of purchases. */
export function readPurchaseView(view: string | undefined): PurchaseView {
  return purchaseViews.find((known) => known === view) ?? 'purchases';
}
