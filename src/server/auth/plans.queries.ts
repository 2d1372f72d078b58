import type { GrantFact, SubscriptionFact } from '../../shared/plan-rules.ts';
import type { Db, Trx } from '../db/database.ts';

export type GrantRow = GrantFact & { amountCents: number | null; description: string | null };

export async function findSubscriptionFacts(db: Db | Trx, userId: string): Promise<SubscriptionFact[]> {
  return (
    db
      .selectFrom('subscriptions')
      .select([
        'plan',
        'status',
        'current_period_end as currentPeriodEnd',
        'cancel_at_period_end as cancelAtPeriodEnd',
        'past_due_since as pastDueSince',
      ])
      .where('user_id', '=', userId)
      // A disputed payment holds access back (PAY-20).
      .where('suspended_at', 'is', null)
      .execute()
  );
}

export async function findGrants(db: Db | Trx, userId: string): Promise<GrantRow[]> {
  return db
    .selectFrom('plan_grants')
    .select([
      'plan',
      'starts_at as startsAt',
      'ends_at as endsAt',
      'revoked_at as revokedAt',
      'amount_cents as amountCents',
      'description',
    ])
    .where('user_id', '=', userId)
    .orderBy('starts_at', 'desc')
    .execute();
}
