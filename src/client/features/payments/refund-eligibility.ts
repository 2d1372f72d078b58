import { dayMs } from '../../../shared/durations.ts';
import type { MyPayment } from '../../../shared/payments/refunds.ts';
import { formatDayMonth } from '../../lib/format.ts';

/** "Refundable until 14 Apr (12 days left)", or the exact reason why not. */
export function refundEligibility({ until, reason }: MyPayment['refundable'], now: Date): string {
  if (until === null) return reason;
  const left = Date.parse(until) - now.getTime();
  if (left <= 0) return 'The time to ask for a refund has just ended';
  const days = Math.floor(left / dayMs);
  const rest = days === 0 ? 'last day' : days === 1 ? '1 day left' : `${days} days left`;
  return `Refundable until ${formatDayMonth(until)} (${rest})`;
}
