import type { KycStatus, PurchaseStatus } from '../../shared/enums.ts';
import { upperFirst } from '../../shared/letter-case.ts';
import type { BadgeTone } from '../ui/badge.tsx';

export type StatusLabel = { label: string; tone: BadgeTone };

export const kycStatusLabels: Record<KycStatus, StatusLabel> = {
  pending: { label: 'Pending', tone: 'warning' },
  approved: { label: 'Approved', tone: 'success' },
  rejected: { label: 'Rejected', tone: 'danger' },
  requires_review: { label: 'Needs review', tone: 'warning' },
};

export const purchaseStatusLabels: Record<PurchaseStatus, StatusLabel> = {
  pending: { label: 'Pending', tone: 'warning' },
  completed: { label: 'Completed', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  refunded: { label: 'Refunded', tone: 'neutral' },
};

const subscriptionStatuses: Record<string, StatusLabel> = {
  active: { label: 'Active', tone: 'success' },
  trialing: { label: 'Trial', tone: 'success' },
  past_due: { label: 'Payment failed', tone: 'danger' },
  unpaid: { label: 'Unpaid', tone: 'danger' },
  incomplete: { label: 'Waiting for payment', tone: 'warning' },
  incomplete_expired: { label: 'Never paid', tone: 'neutral' },
  paused: { label: 'Paused', tone: 'warning' },
  canceled: { label: 'Ended', tone: 'neutral' },
};

/** An unknown status is labeled with a readable form of Stripe's name for it. */
export function subscriptionStatusLabel(status: string): StatusLabel {
  return subscriptionStatuses[status] ?? { label: sentenceCase(status), tone: 'neutral' };
}

/** `past_due` as "Past due", `user.knighted` as "User knighted". */
export function sentenceCase(name: string): string {
  return upperFirst(name.replaceAll(/[._]/g, ' '));
}
