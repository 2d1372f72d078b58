import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { UserRow } from '../db/schema.ts';

/** The four figures of D-66 in one read of each table. */
export async function countPeople(db: Db): Promise<{
  totalUsers: number;
  approvedUsers: number;
  pendingKyc: number;
  rejectedApplications: number;
}> {
  const people = await db
    .selectFrom('users')
    .select((eb) => [
      eb.fn.countAll<number>().as('totalUsers'),
      eb.fn.countAll<number>().filterWhere('kyc_status', '=', 'approved').as('approvedUsers'),
    ])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  const applications = await db
    .selectFrom('kyc_applications')
    .innerJoin('users', 'users.id', 'kyc_applications.user_id')
    .select((eb) => [
      eb.fn
        .countAll<number>()
        .filterWhere((open) =>
          open.and([
            open('kyc_applications.status', 'in', ['pending', 'requires_review']),
            open('kyc_applications.superseded_at', 'is', null),
            open('users.role', '<>', 'admin'),
          ]),
        )
        .as('pendingKyc'),
      eb.fn
        .countAll<number>()
        .filterWhere('kyc_applications.status', '=', 'rejected')
        .as('rejectedApplications'),
    ])
    .where('users.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { ...people, ...applications };
}

export type PlanFactsRow = {
  userId: string;
  kind: 'subscription' | 'grant';
  plan: 'silver' | 'gold' | 'diamond' | 'custom';
  status: string;
  startsAt: string | null;
  endsAt: string | null;
  since: string | null;
  /** US cents; of grants that have one. */
  amountCents: number | null;
  /** Of subscriptions: nothing renews it. */
  isEnding: boolean;
};

/** Every subscription and grant of people who are no admins, for counting effective plans (D-67). */
export async function findPlanFacts(db: Db, userIds?: readonly string[]): Promise<PlanFactsRow[]> {
  let subscriptions = db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .select([
      'subscriptions.user_id as userId',
      sql<'subscription' | 'grant'>`'subscription'`.as('kind'),
      sql<PlanFactsRow['plan']>`subscriptions.plan`.as('plan'),
      'subscriptions.status as status',
      sql<string | null>`null::timestamptz`.as('startsAt'),
      'subscriptions.current_period_end as endsAt',
      'subscriptions.past_due_since as since',
      sql<number | null>`null::integer`.as('amountCents'),
      'subscriptions.cancel_at_period_end as isEnding',
    ])
    .where('subscriptions.suspended_at', 'is', null)
    .where('users.deleted_at', 'is', null);
  let grants = db
    .selectFrom('plan_grants')
    .innerJoin('users', 'users.id', 'plan_grants.user_id')
    .select([
      'plan_grants.user_id as userId',
      sql<'subscription' | 'grant'>`'grant'`.as('kind'),
      sql<PlanFactsRow['plan']>`plan_grants.plan`.as('plan'),
      sql<string>`'granted'`.as('status'),
      sql<string | null>`plan_grants.starts_at`.as('startsAt'),
      'plan_grants.ends_at as endsAt',
      'plan_grants.revoked_at as since',
      'plan_grants.amount_cents as amountCents',
      sql<boolean>`false`.as('isEnding'),
    ])
    .where('users.deleted_at', 'is', null);
  if (userIds) {
    if (userIds.length === 0) return [];
    subscriptions = subscriptions.where('subscriptions.user_id', 'in', userIds);
    grants = grants.where('plan_grants.user_id', 'in', userIds);
  } else {
    subscriptions = subscriptions.where('users.role', '<>', 'admin');
    grants = grants.where('users.role', '<>', 'admin');
  }
  return subscriptions.unionAll(grants).execute();
}

export async function countStudents(db: Db): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .where('role', '<>', 'admin')
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function findListPrices(db: Db): Promise<{ plan: string; listPriceCents: number }[]> {
  return db.selectFrom('plans').select(['plan', 'list_price_cents as listPriceCents']).execute();
}

export type RecentUserRow = UserRow & { kycSubmitted: boolean };

export async function findNewestUsers(db: Db, limit: number): Promise<RecentUserRow[]> {
  return db
    .selectFrom('users')
    .selectAll('users')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('kyc_applications')
            .select('id')
            .whereRef('kyc_applications.user_id', '=', 'users.id'),
        )
        .$castTo<boolean>()
        .as('kycSubmitted'),
    )
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}
