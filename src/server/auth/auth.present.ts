import type { CurrentUser } from '../../shared/auth/accounts.ts';
import { purchaseKey } from '../../shared/shop/products.ts';
import { type PlanFacts, presentPlan } from '../access/current-plan.present.ts';
import type { UserRow } from '../platform/db/tables/account-tables.ts';

export type AccountFacts = PlanFacts & {
  owned: { type: 'pdf' | 'session'; id: number; productNumber: number }[];
  kycSubmitted: boolean;
};

/** The fields of a user that the client may see: never a password, a document or a postal address. */
export function presentCurrentUser(user: UserRow, facts: AccountFacts, now: Date): CurrentUser {
  return {
    id: user.id,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    profileImageUrl: user.profile_image_url,
    role: user.role,
    createdAt: user.created_at,
    kycStatus: user.kyc_status,
    kycSubmitted: facts.kycSubmitted,
    emailVerified: user.email_verified_at !== null,
    twoFactorEnabled: user.two_factor_enabled_at !== null,
    purchases: facts.owned.map(purchaseKey),
    ...presentPlan(facts, now),
  };
}
