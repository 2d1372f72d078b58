import { type NotNull, sql } from 'kysely';
import type { GrantFact } from '../../shared/access/effective-plan.ts';
import type { Db, Trx } from '../platform/db/database.ts';

export type GrantRow = GrantFact & { amountCents: number | null; description: string | null };

/**
 * The users' subscriptions. `plan` is the tier that a subscription gives access to while it runs. A suspended one that
 * gives access to no tier is left out.
 */
export async function findSubscriptionFacts(db: Db | Trx, userIds: readonly string[]) {
  return db
    .selectFrom('subscriptions')
    .select([
      'id',
      'user_id as userId',
      'access_plan as plan',
      'status',
      'current_period_end as currentPeriodEnd',
      'cancel_at_period_end as cancelAtPeriodEnd',
      'past_due_since as pastDueSince',
      'free_upgrade_from as upgradedFrom',
      'due_cents as dueCents',
      'owes_only_upgrade as owesOnlyUpgrade',
      'unpaid_since as unpaidSince',
      'pending_plan as pendingPlan',
    ])
    .where('user_id', '=', sql<string>`any(${userIds})`)
    .where('access_plan', 'is not', null)
    .$narrowType<{ plan: NotNull }>()
    .execute();
}

/** The grants of the users, the latest start first. */
export async function findGrants(db: Db | Trx, userIds: readonly string[]) {
  return db
    .selectFrom('plan_grants')
    .select([
      'user_id as userId',
      'plan',
      'starts_at as startsAt',
      'ends_at as endsAt',
      'revoked_at as revokedAt',
      'amount_cents as amountCents',
      'description',
    ])
    .where('user_id', '=', sql<string>`any(${userIds})`)
    .orderBy('starts_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
}
