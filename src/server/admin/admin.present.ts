import type { CurrentUser } from '../../shared/accounts.ts';
import type { AdminUser, RecentUser } from '../../shared/admin.ts';
import type { SubscriptionPlan } from '../../shared/enums.ts';
import type { AdminKycApplication } from '../../shared/kyc.ts';
import { effectivePlan, type GrantFact, type SubscriptionFact } from '../../shared/plan-rules.ts';
import type { UserRow } from '../db/schema.ts';
import type {
  ExportedApplicationRow,
  ExportedUserRow,
  PlanFactsRow,
  RecentUserRow,
} from './admin.queries.ts';

/** The plan of each person that has a subscription or grant; everyone else is free. */
export function plansByUser(rows: readonly PlanFactsRow[], now: Date): Map<string, SubscriptionPlan> {
  const facts = new Map<string, { subscriptions: SubscriptionFact[]; grants: GrantFact[] }>();
  for (const row of rows) {
    const own = facts.get(row.userId) ?? { subscriptions: [], grants: [] };
    facts.set(row.userId, own);
    if (row.kind === 'grant') {
      own.grants.push({
        plan: row.plan,
        startsAt: row.startsAt ?? '',
        endsAt: row.endsAt,
        revokedAt: row.since,
      });
    } else if (row.plan !== 'custom') {
      own.subscriptions.push({
        plan: row.plan,
        status: row.status,
        currentPeriodEnd: row.endsAt,
        pastDueSince: row.since,
      });
    }
  }
  return new Map([...facts].map(([id, own]) => [id, effectivePlan(own.subscriptions, own.grants, now)]));
}

export function presentRecentUser(user: RecentUserRow, plan: SubscriptionPlan): RecentUser {
  return {
    id: user.id,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    profileImageUrl: user.profile_image_url,
    role: user.role,
    kycStatus: user.kyc_status,
    kycSubmitted: user.kycSubmitted,
    subscriptionPlan: plan,
    customPlanAmount: null,
    createdAt: user.created_at,
  };
}

/** The account and what its newest application holds; the documents are references that `/objects` guards. */
export function presentAdminUser(
  user: UserRow,
  account: CurrentUser,
  application: AdminKycApplication | undefined,
): AdminUser {
  return {
    id: user.id,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    profileImageUrl: user.profile_image_url,
    role: user.role,
    kycStatus: user.kyc_status,
    kycSubmitted: account.kycSubmitted,
    subscriptionPlan: account.subscriptionPlan,
    customPlanAmount: account.customPlanAmount,
    customPlanDescription: account.customPlanDescription,
    purchases: account.purchases,
    stripeCustomerId: user.stripe_customer_id,
    createdAt: user.created_at,
    updatedAt: user.updated_at,
    dateOfBirth: application?.dateOfBirth ?? user.date_of_birth,
    phoneNumber: application?.phoneNumber ?? user.phone_number,
    address: application?.address ?? user.address,
    city: application?.city ?? user.city,
    state: application?.state ?? user.state,
    country: application?.country ?? user.country,
    postalCode: application?.postalCode ?? user.postal_code,
    documentType1: application?.documentType1 ?? null,
    documentType2: application?.documentType2 ?? null,
    documentNumber1: application?.documentNumber1 ?? null,
    documentNumber2: application?.documentNumber2 ?? null,
    documentImageUrl1: application?.documentImageUrl1 ?? null,
    documentImageUrl2: application?.documentImageUrl2 ?? null,
    kycNotes: application?.adminNotes ?? null,
    kycReviewedBy: application?.reviewedBy ?? null,
    kycReviewedAt: application?.reviewedAt ?? null,
  };
}

export function presentExportedUser(row: ExportedUserRow, plan: SubscriptionPlan): Record<string, unknown> {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    kycStatus: row.kyc_status,
    subscriptionPlan: plan,
    dateOfBirth: row.date_of_birth,
    phoneNumber: row.phone_number,
    address: row.address,
    city: row.city,
    state: row.state,
    country: row.country,
    postalCode: row.postal_code,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function presentExportedApplication(row: ExportedApplicationRow): Record<string, unknown> {
  return {
    id: row.id,
    userId: row.user_id,
    status: row.status,
    firstName: row.first_name,
    lastName: row.last_name,
    dateOfBirth: row.date_of_birth,
    country: row.country,
    documentType1: row.document_type1,
    documentType2: row.document_type2,
    documentNumber1Last4: row.document_number_tail1,
    documentNumber2Last4: row.document_number_tail2,
    reviewedBy: row.reviewed_by,
    reviewedAt: row.reviewed_at,
    adminNotes: row.admin_notes,
    supersededAt: row.superseded_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
