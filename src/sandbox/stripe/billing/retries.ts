import type { Context } from '../context.ts';
import type { WireInvoice } from '../records.ts';
import { subscriptionOf } from './collect-invoice.ts';
import { endSubscription, saveSubscription } from './subscription-object.ts';

/**
 * Updates a subscription after a declined renewal: past due while retries follow, then as configured in
 * `afterRetries`.
 */
export function afterDecline(context: Context, invoice: WireInvoice): void {
  const record = subscriptionOf(context, invoice);
  if (!record) return;
  const { subscription } = record;
  const isLast = invoice.next_payment_attempt === null;
  const { afterRetries } = context.billing;
  if (isLast && afterRetries === 'cancel') {
    endSubscription(context, record, 'payment_failed');
    return;
  }
  const status = isLast && afterRetries === 'unpaid' ? 'unpaid' : 'past_due';
  saveSubscription(context, { ...record, subscription: { ...subscription, status } });
}
