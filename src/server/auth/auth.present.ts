import type { CurrentUser } from '../../shared/accounts.ts';
import { customGrant, effectivePlan, type SubscriptionFact } from '../../shared/plan-rules.ts';
import { purchaseKey } from '../../shared/products.ts';
import type { UserRow } from '../db/tables/account-tables.ts';
import type { GrantRow } from './plans.queries.ts';

/** What decides over somebody's plan. */
export type PlanFacts = { subscriptions: SubscriptionFact[]; grants: GrantRow[] };

export type AccountFacts = PlanFacts & {
  owned: { type: 'pdf' | 'session'; id: number; productNumber: number }[];
  kycSubmitted: boolean;
};

/** The plan that counts now, with the terms of a custom one. */
export type OwnPlan = Pick<CurrentUser, 'subscriptionPlan' | 'customPlanAmount' | 'customPlanDescription'>;

export function presentPlan({ subscriptions, grants }: PlanFacts, now: Date): OwnPlan {
  const custom = customGrant(grants, now);
  return {
    subscriptionPlan: effectivePlan(subscriptions, grants, now),
    customPlanAmount: custom?.amountCents ?? null,
    customPlanDescription: custom?.description ?? null,
  };
}

/** The fields of a user that leave the server: never a password, a document or an address. */
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
