import { useState } from 'react';
import type { PurchaseOnHold } from '../../../../shared/payments/refunds.ts';
import { formatCents, formatDateTime } from '../../../lib/format.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { AdminErrorState } from '../admin-query-view.tsx';
import { DeliverDialog } from './deliver-dialog.tsx';
import { holdReasonText } from './payment-labels.ts';
import { SubscriptionsOnHold } from './subscriptions-on-hold.tsx';

/** Purchases that were paid but not delivered, and subscriptions whose price does not match a plan. */
export function OnHoldPanel({ onRefund }: { onRefund: (paymentId: string) => void }) {
  const held = trpc.admin.payments.purchasesOnHold.useInfiniteQuery(
    {},
    { getNextPageParam: ({ nextCursor }) => nextCursor, staleTime: 0 },
  );
  const subscriptions = trpc.admin.subscriptions.onHold.useQuery(undefined, { staleTime: 0 });
  const [delivering, setDelivering] = useState<PurchaseOnHold>();
  const failed = [held, subscriptions].find(({ error, data }) => error && !data);
  if (failed) {
    return <AdminErrorState title="The purchases on hold could not be loaded" query={failed} />;
  }
  if (!held.data || !subscriptions.data) {
    return <TableSkeleton label="Loading the purchases on hold..." rows={4} />;
  }
  const outdated = [held, subscriptions].find(({ isRefetchError }) => isRefetchError);
  const purchases = loadedItems(held.data);
  // While the dialog is open, it stays, so that it can show its error after another admin has delivered the purchase.
  if (purchases.length + subscriptions.data.length === 0 && !delivering) {
    return (
      <EmptyState
        title="Nothing is on hold"
        description="If a payment does not match its purchase, for example in the amount, the purchase is not delivered and waits here for you."
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {outdated && (
        <AdminErrorState
          title="The purchases on hold could not be loaded"
          query={outdated}
          note="Below is what was loaded before."
        />
      )}
      {subscriptions.data.length > 0 && <SubscriptionsOnHold subscriptions={subscriptions.data} />}
      {purchases.length > 0 && (
        <section>
          <h2 className="sr-only">Purchases on hold</h2>
          <ul className="flex flex-col gap-4">
            {purchases.map((purchase) => (
              <PurchaseOnHoldCard
                key={purchase.id}
                purchase={purchase}
                onRefund={onRefund}
                onDeliver={() => setDelivering(purchase)}
              />
            ))}
          </ul>
          <LoadMore query={held} label="purchases on hold" />
        </section>
      )}
      {delivering && (
        <DeliverDialog key={delivering.id} purchase={delivering} onClose={() => setDelivering(undefined)} />
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
