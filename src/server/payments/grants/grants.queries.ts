import { type Insertable, type RawBuilder, sql } from 'kysely';
import { coveredMonthMs } from '../../../shared/access/effective-plan.ts';
import { planOpens } from '../../../shared/access/tier-gate.ts';
import { grantablePlans, type PaidPlan, paidPlans } from '../../../shared/payments/billing.ts';
import { liveStatuses } from '../../../shared/payments/subscription-statuses.ts';
import { canLogIn } from '../../platform/db/can-log-in.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { nameColumns } from '../../platform/db/name-columns.ts';
import type { PlanGrantRow, PlanGrantsTable } from '../../platform/db/tables/plan-tables.ts';

export type GrantWithGiver = Awaited<ReturnType<typeof findGrantsOf>>[number];

/** A user's grants, newest first. */
export async function findGrantsOf(db: Db | Trx, userId: string) {
  return db
    .selectFrom('plan_grants')
    .leftJoin('users as giver', 'giver.id', 'plan_grants.granted_by')
    .selectAll('plan_grants')
    .select(nameColumns('giver', 'giver'))
    .where('plan_grants.user_id', '=', userId)
    .orderBy('plan_grants.created_at', 'desc')
    .orderBy('plan_grants.id', 'desc')
    .execute();
}

export async function insertGrant(trx: Trx, grant: Insertable<PlanGrantsTable>): Promise<PlanGrantRow> {
  return trx.insertInto('plan_grants').values(grant).returningAll().executeTakeFirstOrThrow();
}

export async function findGrant(trx: Trx, id: string): Promise<PlanGrantRow | undefined> {
  return trx.selectFrom('plan_grants').selectAll().where('id', '=', id).executeTakeFirst();
}

const grantsIncluding = (plan: PaidPlan) => grantablePlans.filter((granted) => planOpens(granted, plan));

const monthEndAfter = (now: Date) => new Date(now.getTime() + coveredMonthMs);

/** Whether grants of the user include the plan during the whole next month: one of them, or several without a gap. */
export function isGrantedForMonth(userId: RawBuilder<unknown>, plan: PaidPlan, now: Date) {
  return sql<boolean>`(select range_agg(tstzrange(granted.starts_at, granted.ends_at))
      @> tstzrange(${now}, ${monthEndAfter(now)}, '[]')
    from plan_grants granted where granted.user_id = ${userId} and granted.revoked_at is null
      and granted.plan in (${sql.join(grantsIncluding(plan))}))`;
}

/** If grants of the user include the plan during the whole next month, the one of them that ends last. */
export async function findCoveringGrant(
  db: Db | Trx,
  userId: string,
  plan: PaidPlan,
  now: Date,
): Promise<PlanGrantRow | undefined> {
  return db
    .selectFrom('plan_grants')
    .selectAll()
    .where('user_id', '=', userId)
    .where('plan', 'in', grantsIncluding(plan))
    .where('revoked_at', 'is', null)
    .where('starts_at', '<=', monthEndAfter(now).toISOString())
    .where(isGrantedForMonth(sql.val(userId), plan, now))
    .orderBy('ends_at', (order) => order.desc().nullsFirst())
    .executeTakeFirst();
}

/**
 * A subscription of the user that is live and renews, or whose first payment is being processed, and that renews with a
 * plan that the granted plan includes.
 */
export async function findIncludedSubscription(
  trx: Trx,
  { user_id: userId, plan: granted }: PlanGrantRow,
): Promise<{ status: string } | undefined> {
  return trx
    .selectFrom('subscriptions')
    .select('status')
    .where('user_id', '=', userId)
    .where('status', 'in', [...liveStatuses, 'incomplete'])
    .where('cancel_at_period_end', '=', false)
    .where(
      (eb) => eb.fn.coalesce('pending_plan', 'plan'),
      'in',
      paidPlans.filter((plan) => planOpens(granted, plan)),
    )
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

export async function markGrantRevoked(
  trx: Trx,
  id: string,
  revocation: { reason: string; now: Date },
): Promise<PlanGrantRow> {
  return trx
    .updateTable('plan_grants')
    .set({ revoked_at: revocation.now, revoke_reason: revocation.reason })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type EndingGrantRow = Awaited<ReturnType<typeof findGrantsEnding>>[number];

/**
 * Unrevoked grants that have started by `now`, end in this period and have ids after `lastId`, ordered by id. Omits
 * grants to accounts that are deleted or about to be deleted.
 */
export async function findGrantsEnding(
  db: Db,
  span: { after: Date; until: Date; now: Date },
  { lastId, batch }: { lastId: string | undefined; batch: number },
) {
  return db
    .selectFrom('plan_grants')
    .innerJoin('users', 'users.id', 'plan_grants.user_id')
    .selectAll('plan_grants')
    .select(['users.email', 'users.first_name', 'users.time_zone'])
    .where('plan_grants.revoked_at', 'is', null)
    .where('plan_grants.starts_at', '<=', span.now.toISOString())
    .where('plan_grants.ends_at', '>', span.after.toISOString())
    .where('plan_grants.ends_at', '<=', span.until.toISOString())
    .where('users.deleted_at', 'is', null)
    .where('users.deletion_due_at', 'is', null)
    .$if(lastId !== undefined, (rows) => rows.where('plan_grants.id', '>', lastId ?? ''))
    .$narrowType<{ ends_at: string }>()
    .orderBy('plan_grants.id')
    .limit(batch)
    .execute();
}

/** The ids of the accounts in `ids` that cannot log in. */
export async function findClosedAccounts(db: Db | Trx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where((eb) => eb.not(canLogIn))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
