import { kycStatusLabels, purchaseStatusLabels } from '../lib/status-labels.ts';
import { Badge } from './badge.tsx';

export type KycStatusBadgeProps = {
  status: keyof typeof kycStatusLabels;
  /** False if the user has no application yet. The account's status is `pending` then, too. */
  submitted?: boolean;
};

export function KycStatusBadge({ status, submitted = true }: KycStatusBadgeProps) {
  if (!submitted && status === 'pending') return <Badge>Not submitted</Badge>;
  const { label, tone } = kycStatusLabels[status];
  return <Badge tone={tone}>{label}</Badge>;
}

export function PurchaseStatusBadge({ status }: { status: keyof typeof purchaseStatusLabels }) {
  const { label, tone } = purchaseStatusLabels[status];
  return <Badge tone={tone}>{label}</Badge>;
}
