import { Link } from '@tanstack/react-router';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { byCursor, LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { adminLinkClass } from '../admin-link.ts';
import { AdminQueryView } from '../admin-query-view.tsx';
import { DisputeCard } from './dispute-card.tsx';
import { isDisputeWaiting } from './payment-labels.ts';

export function DisputesPanel({ onRefund }: { onRefund: (paymentId: string) => void }) {
  const query = trpc.admin.payments.disputes.useInfiniteQuery({}, byCursor);
  return (
    <AdminQueryView
      query={query}
      errorTitle="The disputes could not be loaded"
      skeleton={<TableSkeleton label="Loading the disputes..." rows={4} />}
    >
      {(data) => {
        const disputes = loadedItems(data);
        return disputes.length === 0 ? (
          <EmptyState
            title="No payment was disputed"
            description="When a bank asks for money back, access is suspended, you get an email, and the evidence is prepared here."
          />
        ) : (
          <section>
            <h2 className="sr-only">Disputes</h2>
            <ul className="flex flex-col gap-4">
              {disputes.map((dispute) => (
                <DisputeCard
                  key={dispute.id}
                  dispute={dispute}
                  title={
                    <Link
                      to="/admin/payments/$id"
                      params={{ id: dispute.payment.id }}
                      className={adminLinkClass}
                    >
                      {dispute.payment.userName}: {dispute.payment.description}
                    </Link>
                  }
                  actions={
                    dispute.standing === 'inquiry' &&
                    isDisputeWaiting(dispute) && (
                      <Button size="small" variant="secondary" onClick={() => onRefund(dispute.payment.id)}>
                        Refund...
                      </Button>
                    )
                  }
                />
              ))}
            </ul>
            <LoadMore query={query} label="disputes" />
          </section>
        );
      }}
    </AdminQueryView>
  );
}
