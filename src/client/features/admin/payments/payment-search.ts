import { isCalendarDay } from '../../../../shared/calendar-day.ts';
import {
  type PaymentFilterInput,
  type PaymentListFilter,
  type PaymentType,
  paymentFilters,
  paymentTypes,
} from '../../../../shared/payments/payment-list.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';

export const paymentFilterLabels: Record<PaymentListFilter, string> = {
  all: 'All',
  completed: 'Completed',
  pending: 'Pending',
  failed: 'Failed',
  refunded: 'Refunded',
  partial: 'Refunded in part',
  disputed: 'Disputed, now or earlier',
  held: 'On hold, needs a decision',
};

export const paymentTypeLabels: Record<PaymentType, { one: string; many: string }> = {
  pdf: { one: 'PDF', many: 'PDFs' },
  session: { one: 'Session', many: 'Sessions' },
  membership: { one: 'Membership', many: 'Memberships' },
};

/** Reads the filter of the list of payments from the URL; unknown values count as unset. */
export function readPaymentSearch(search: AdminSearch): PaymentFilterInput {
  const type = paymentTypes.find((known) => known === search.type);
  return {
    status: paymentFilters.find((known) => known === search.status) ?? 'all',
    q: (search.q ?? '').slice(0, 200),
    ...(type && { type }),
    ...(search.from && isCalendarDay(search.from) && { from: search.from }),
    ...(search.to && isCalendarDay(search.to) && { to: search.to }),
  };
}

export function isFiltered({ status, ...filters }: PaymentFilterInput): boolean {
  return status !== 'all' || Object.values(filters).some(Boolean);
}
