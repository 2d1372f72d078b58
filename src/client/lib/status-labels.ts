import type { Difficulty, KycStatus, PurchaseStatus } from '../../shared/enums.ts';

type StatusWord = { word: string; tone: 'neutral' | 'success' | 'warning' | 'danger' };

/** How a KYC status is called on every screen. */
export const kycStatusLabels: Record<KycStatus, StatusWord> = {
  pending: { word: 'Pending', tone: 'warning' },
  approved: { word: 'Approved', tone: 'success' },
  rejected: { word: 'Rejected', tone: 'danger' },
  requires_review: { word: 'Needs review', tone: 'warning' },
};

/** How a purchase status is called on every screen. */
export const purchaseStatusLabels: Record<PurchaseStatus, StatusWord> = {
  pending: { word: 'Pending', tone: 'warning' },
  completed: { word: 'Completed', tone: 'success' },
  failed: { word: 'Failed', tone: 'danger' },
  refunded: { word: 'Refunded', tone: 'neutral' },
};

/** Anything that is not named here, `expert` included, gets the grey dot. */
export const difficultyLabels: Record<Difficulty, string> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
  expert: 'Expert',
};
