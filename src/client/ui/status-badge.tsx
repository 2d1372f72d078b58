import { kycStatusLabels, purchaseStatusLabels, type StatusLabel } from '../lib/status-labels.ts';
import { Badge } from './badge.tsx';

export function StatusBadge({ status: { label, tone } }: { status: StatusLabel }) {
  return <Badge tone={tone}>{label}</Badge>;
}

export type KycStatusBadgeProps = {
  status: keyof typeof kycStatusLabels;
  /** Whether the user has submitted an application. Until the first one, `status` is `pending` as well. */
  submitted?: boolean;
};

export function KycStatusBadge({ status, submitted = true }: KycStatusBadgeProps) {
  if (!submitted && status === 'pending') return <Badge>Not submitted</Badge>;
  return <StatusBadge status={kycStatusLabels[status]} />;
}

export function PurchaseStatusBadge({ status }: { status: keyof typeof purchaseStatusLabels }) {
  return <StatusBadge status={purchaseStatusLabels[status]} />;
}
