import type { PaymentEvent } from '../../../../shared/payments/payment-page.ts';
import { formatCents, formatDateTime } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { holdReasonText } from './purchase-labels.ts';
import { refundStatusLabels } from './refund-history.tsx';

const titles: Record<PaymentEvent['kind'], string> = {
  checkout_opened: 'Payment page opened',
  paid: 'Paid',
  failed: 'Payment failed',
  held: 'Put on hold',
  delivered: 'Delivered by hand',
  refund: 'Refund',
  refund_asked: 'The student asked for a refund',
  refund_declined: 'Refund declined',
  disputed: 'The bank asked for the money',
  evidence_downloaded: 'Evidence downloaded',
  evidence_sent: 'Evidence sent to Stripe',
  dispute_won: 'The bank decided: the payment stands',
  dispute_lost: 'The bank gave the money back',
};

/** What happened to a payment, oldest first. */
export function PaymentTimeline({ events }: { events: readonly PaymentEvent[] }) {
  return (
    <ol className="border-l border-border">
      {events.map((event, index) => (
        // Two things may happen in one second.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
        <li key={index} className="relative py-2 pl-5">
          <span
            aria-hidden="true"
            className="absolute top-4 -left-1 size-2 rounded-full bg-control ring-4 ring-bg"
          />
          <span className="flex flex-wrap items-center gap-x-3">
            <span className="font-semibold tabular">
              {titles[event.kind]}
              {event.amountCents !== null && ` ${formatCents(event.amountCents)}`}
            </span>
            {event.refundStatus !== null && (
              <Badge tone={refundStatusLabels[event.refundStatus].tone}>
                {refundStatusLabels[event.refundStatus].word}
              </Badge>
            )}
          </span>
          <span className="block text-sm wrap-anywhere text-muted">
            {formatDateTime(event.at)}
            {event.by !== null && `, by ${event.by}`}
          </span>
          {event.note !== null && (
            <span className="mt-0.5 block measure text-sm wrap-anywhere whitespace-pre-line">
              {event.kind === 'held' ? holdReasonText(event.note) : event.note}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
