import { type ReactNode, useState } from 'react';
import type { SubscriptionOnHoldView } from '../../../../shared/payments/billing.ts';
import type { PurchaseOnHold } from '../../../../shared/payments/refunds.ts';
import { formatCents, formatDateTime } from '../../../lib/format.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { byCursor, LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { DeliverDialog } from './deliver-dialog.tsx';
import { holdReasonText } from './payment-labels.ts';
import { SubscriptionsOnHold } from './subscriptions-on-hold.tsx';

/** Purchases that were paid but not delivered, and subscriptions whose price does not match a plan. */
export function OnHoldPanel({ onRefund }: { onRefund: (paymentId: string) => void }) {
  const purchasesQuery = trpc.admin.payments.purchasesOnHold.useInfiniteQuery({}, byCursor);
  const subscriptionsQuery = trpc.admin.subscriptions.onHold.useQuery();
  const [delivering, setDelivering] = useState<PurchaseOnHold>();
  const skeleton = <TableSkeleton label="Loading the purchases on hold..." rows={4} />;
  return (
    <>
      <AdminQueryView
        query={purchasesQuery}
        errorTitle="The purchases on hold could not be loaded"
        skeleton={skeleton}
      >
        {(pages) => (
          <AdminQueryView
            query={subscriptionsQuery}
            errorTitle="The memberships on hold could not be loaded"
            skeleton={skeleton}
          >
            {(subscriptions) => (
              <OnHoldList
                purchases={loadedItems(pages)}
                subscriptions={subscriptions}
                loadMore={<LoadMore query={purchasesQuery} label="purchases on hold" />}
                onRefund={onRefund}
                onDeliver={setDelivering}
              />
            )}
          </AdminQueryView>
        )}
      </AdminQueryView>
      {/* Outside of the list, so that the dialog and its error stay after another admin has delivered the purchase. */}
      {delivering && (
        <DeliverDialog key={delivering.id} purchase={delivering} onClose={() => setDelivering(undefined)} />
      )}
    </>
  );
}

type OnHoldListProps = {
  purchases: readonly PurchaseOnHold[];
  subscriptions: readonly SubscriptionOnHoldView[];
  loadMore: ReactNode;
  onRefund: (paymentId: string) => void;
  onDeliver: (purchase: PurchaseOnHold) => void;
};

function OnHoldList({ purchases, subscriptions, loadMore, onRefund, onDeliver }: OnHoldListProps) {
  if (purchases.length + subscriptions.length === 0) {
    return (
      <EmptyState
        title="Nothing is on hold"
        description="If a payment does not match its purchase, for example in the amount, the purchase is not delivered and waits here for you."
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {subscriptions.length > 0 && <SubscriptionsOnHold subscriptions={subscriptions} />}
      {purchases.length > 0 && (
        <section>
          <h2 className="sr-only">Purchases on hold</h2>
          <ul className="flex flex-col gap-4">
            {purchases.map((purchase) => (
              <PurchaseOnHoldCard
                key={purchase.id}
                purchase={purchase}
                onRefund={onRefund}
                onDeliver={() => onDeliver(purchase)}
              />
            ))}
          </ul>
          {loadMore}
        </section>
      )}
    </div>
  );
}

type PurchaseOnHoldCardProps = {
  purchase: PurchaseOnHold;
  onRefund: (paymentId: string) => void;
  onDeliver: () => void;
};

function PurchaseOnHoldCard({ purchase, onRefund, onDeliver }: PurchaseOnHoldCardProps) {
  const { payment } = purchase;
  return (
    <Card as="li">
      <h3 className="font-semibold wrap-anywhere">
        {purchase.userName}: {purchase.productName}
      </h3>
      <p className="mt-1 font-semibold text-danger">{holdReasonText(purchase.heldReason)}</p>
      <p className="mt-1 text-sm text-muted tabular">
        Expected {formatCents(purchase.amountCents)}
        {payment && `, paid ${formatCents(payment.amountCents)}`}, on hold since{' '}
        {formatDateTime(purchase.heldAt)}
      </p>
      {purchase.checkoutSessionId && (
        <p className="mt-1 font-mono text-xs wrap-anywhere text-muted">{purchase.checkoutSessionId}</p>
      )}
      {purchase.obstacle && <p className="mt-3 measure">{purchase.obstacle}</p>}
      <div className="mt-4 flex flex-wrap gap-2">
        {purchase.obstacle === null && (
          <Button size="small" onClick={onDeliver}>
            Deliver...
          </Button>
        )}
        {payment && (
          <Button size="small" variant="secondary" onClick={() => onRefund(payment.id)}>
            Refund...
          </Button>
        )}
      </div>
    </Card>
  );
}
