import type { CurrentUser } from '../../shared/accounts.ts';
import { effectivePlan, type SubscriptionFact } from '../../shared/plan-rules.ts';
import { purchaseKey } from '../../shared/products.ts';
import type { UserRow } from '../db/tables/account-tables.ts';
import type { GrantRow } from './plans.queries.ts';

export type AccountFacts = {
  subscriptions: SubscriptionFact[];
  grants: GrantRow[];
  owned: { type: 'pdf' | 'session'; id: number; productNumber: number }[];
  kycSubmitted: boolean;
};

/** The whitelist of D-63: never a password, a document or an address. */
export function presentCurrentUser(user: UserRow, facts: AccountFacts, now: Date): CurrentUser {
  const plan = effectivePlan(facts.subscriptions, facts.grants, now);
  const custom = facts.grants.find((grant) => grant.plan === 'custom' && grant.revokedAt === null);
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
    subscriptionPlan: plan,
    customPlanAmount: plan === 'custom' ? (custom?.amountCents ?? null) : null,
    customPlanDescription: plan === 'custom' ? (custom?.description ?? null) : null,
  };
}
