import type { CurrentUser } from '../../shared/accounts.ts';
import type { AdminUser, RecentUser } from '../../shared/admin.ts';
import type { SubscriptionPlan } from '../../shared/enums.ts';
import type { AdminKycApplication } from '../../shared/kyc.ts';
import { effectivePlan, type GrantFact, type SubscriptionFact } from '../../shared/plan-rules.ts';
import type { UserRow } from '../db/tables/account-tables.ts';
import type { PlanFactsRow, RecentUserRow } from './admin.queries.ts';

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
        cancelAtPeriodEnd: row.isEnding,
        pastDueSince: row.since,
      });
    }
  }
  return new Map([...facts].map(([id, own]) => [id, effectivePlan(own.subscriptions, own.grants, now)]));
}

/** US cents that the newest live custom plan of each person is shown with (D-69). */
export function customAmounts(rows: readonly PlanFactsRow[], now: Date): Map<string, number | null> {
  const isLive = (row: PlanFactsRow) =>
    row.plan === 'custom' &&
    row.since === null &&
    Date.parse(row.startsAt ?? '') <= now.getTime() &&
    (row.endsAt === null || now.getTime() < Date.parse(row.endsAt));
  const live = rows.filter(isLive).toSorted((a, b) => (a.startsAt ?? '').localeCompare(b.startsAt ?? ''));
  return new Map(live.map((row) => [row.userId, row.amountCents]));
}

export function presentRecentUser(
  user: RecentUserRow,
  plan: SubscriptionPlan,
  customAmount: number | null,
): RecentUser {
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
    customPlanAmount: plan === 'custom' ? customAmount : null,
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
