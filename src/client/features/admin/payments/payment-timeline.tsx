import type { PaymentEvent } from '../../../../shared/payments/payment-details.ts';
import { formatCents, formatDateTime } from '../../../lib/format.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TimelineItem } from '../timeline-item.tsx';
import { holdReasonText } from './payment-labels.ts';
import { refundStatusLabels } from './refund-history.tsx';

const titles: Record<PaymentEvent['kind'], string> = {
  checkout_opened: 'Payment page opened',
  paid: 'Paid',
  failed: 'Payment failed',
  held: 'Put on hold',
  delivered: 'Delivered manually',
  refund: 'Refund',
  refund_asked: 'The student asked for a refund',
  refund_declined: 'Refund declined',
  inquiry: 'The bank asked about the payment',
  disputed: 'The bank opened a dispute',
  evidence_downloaded: 'Evidence downloaded',
  evidence_sent: 'Evidence sent to Stripe',
  dispute_won: 'The dispute ended: the payment stands',
  dispute_lost: 'The bank gave the money back to the student',
};

/** What happened to a payment, oldest first. */
export function PaymentTimeline({ events }: { events: readonly PaymentEvent[] }) {
  return (
    <ol className="border-l border-border">
      {events.map((event, index) => (
        <TimelineItem
          // The time is not a unique key: two events may have the same time.
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no state of its own
          key={index}
          title={`${titles[event.kind]}${event.amountCents === null ? '' : ` ${formatCents(event.amountCents)}`}`}
          facts={`${formatDateTime(event.at)}${event.by === null ? '' : `, by ${event.by}`}`}
          note={event.kind === 'held' && event.note !== null ? holdReasonText(event.note) : event.note}
        >
          {event.refundStatus !== null && <StatusBadge status={refundStatusLabels[event.refundStatus]} />}
        </TimelineItem>
      ))}
    </ol>
  );
}
