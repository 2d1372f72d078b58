import type { SignInMethod, SignInOutcome } from '../../shared/auth/sign-in-security.ts';
import type { Difficulty, KycStatus, PurchaseStatus, SubscriptionPlan } from '../../shared/enums.ts';
import { planNames } from '../../shared/payments/plan-names.ts';

/** The name of a plan on screens; empty when the plan is not known. */
export function planName(plan: SubscriptionPlan | null): string {
  return plan ? planNames[plan] : '';
}

export type StatusLabel = { label: string; tone: 'neutral' | 'success' | 'warning' | 'danger' };

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

export const productTypeLabels = { pdf: 'PDF', session: 'Session' } as const;

export const difficultyLabels: Record<Difficulty, string> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
  expert: 'Expert',
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

/** @returns a readable form of Stripe's own name for an unknown status */
export function subscriptionStatusLabel(status: string): StatusLabel {
  return subscriptionStatuses[status] ?? { label: sentenceCase(status), tone: 'neutral' };
}

function sentenceCase(status: string): string {
  const text = status.replaceAll('_', ' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export const signInOutcomeLabels: Record<SignInOutcome, { label: string; tone: 'success' | 'danger' }> = {
  signed_in: { label: 'Logged in', tone: 'success' },
  registered: { label: 'Account created', tone: 'success' },
  wrong_password: { label: 'Wrong password', tone: 'danger' },
  wrong_code: { label: 'Wrong code', tone: 'danger' },
  refused: { label: 'Rejected', tone: 'danger' },
  unknown_account: { label: 'Rejected', tone: 'danger' },
};

export const signInMethodLabels: Record<SignInMethod, string> = {
  password: 'password',
  totp: 'password and code',
  recovery_code: 'password and recovery code',
};
