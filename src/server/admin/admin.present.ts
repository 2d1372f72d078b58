import type { AccountRow, AdminUser } from '../../shared/admin/admin.ts';
import type { CurrentUser } from '../../shared/auth/accounts.ts';
import type { AdminKycApplication } from '../../shared/kyc/kyc.ts';
import type { UserRow } from '../platform/db/tables/account-tables.ts';
import type { RecentUserRow } from './admin.queries.ts';

export function presentAccountRow(
  user: RecentUserRow,
  { subscriptionPlan, customPlanAmount }: Pick<AccountRow, 'subscriptionPlan' | 'customPlanAmount'>,
): AccountRow {
  return {
    id: user.id,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    profileImageUrl: user.profile_image_url,
    role: user.role,
    kycStatus: user.kyc_status,
    kycSubmitted: user.kycSubmitted,
    subscriptionPlan,
    customPlanAmount,
    createdAt: user.created_at,
  };
}

/**
 * The account with its newest application. The URLs of document images are paths under `/objects`, whose route checks
 * access.
 */
export function presentAdminUser(
  user: UserRow,
  account: CurrentUser,
  application: AdminKycApplication | undefined,
): AdminUser {
  return {
    ...presentAccountRow({ ...user, kycSubmitted: account.kycSubmitted }, account),
    customPlanDescription: account.customPlanDescription,
    purchases: account.purchases,
    stripeCustomerId: user.stripe_customer_id,
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
