import { kycStatusWords, purchaseStatusWords } from '../lib/status-words.ts';
import { Badge } from './badge.tsx';

export type KycStatusBadgeProps = {
  status: keyof typeof kycStatusWords;
  /** False: the person has no application yet, which the account calls pending too. */
  submitted?: boolean;
};

export function KycStatusBadge({ status, submitted = true }: KycStatusBadgeProps) {
  if (!submitted && status === 'pending') return <Badge>Not submitted</Badge>;
  const { word, tone } = kycStatusWords[status];
  return <Badge tone={tone}>{word}</Badge>;
}

export function PurchaseStatusBadge({ status }: { status: keyof typeof purchaseStatusWords }) {
  const { word, tone } = purchaseStatusWords[status];
  return <Badge tone={tone}>{word}</Badge>;
}
