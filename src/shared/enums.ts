/** Closed lists of values. The database also enforces them in check constraints (migrations). */
export const roles = ['user', 'admin'] as const;
export type Role = (typeof roles)[number];

export const documentTypes = ['passport', 'drivers_license', 'national_id'] as const;
export type DocumentType = (typeof documentTypes)[number];
export const documentTypeNames: Record<DocumentType, string> = {
  passport: 'Passport',
  drivers_license: 'Driver’s license',
  national_id: 'National ID',
};

export const kycStatuses = ['pending', 'approved', 'rejected', 'requires_review'] as const;
export type KycStatus = (typeof kycStatuses)[number];
/** Statuses of applications that are not decided. */
export const openKycStatuses: readonly KycStatus[] = ['pending', 'requires_review'];

export const difficulties = ['beginner', 'intermediate', 'advanced', 'expert'] as const;
export type Difficulty = (typeof difficulties)[number];

export const productTypes = ['pdf', 'session'] as const;
export type ProductType = (typeof productTypes)[number];

export const purchaseStatuses = ['completed', 'pending', 'failed', 'refunded'] as const;
export type PurchaseStatus = (typeof purchaseStatuses)[number];

/** In order of rank. `custom` opens everything. */
export const subscriptionPlans = ['free', 'silver', 'gold', 'diamond', 'custom'] as const;
export type SubscriptionPlan = (typeof subscriptionPlans)[number];
