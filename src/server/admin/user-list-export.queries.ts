import { sql } from 'kysely';
import type { UserExportInput } from '../../shared/admin/admin-users.ts';
import type { Db } from '../platform/db/database.ts';
import { escapeCsvFormula } from '../platform/db/escape-csv-formula.ts';
import { filteredUsers, listOrder } from './user-list.queries.ts';
import { currentPlanRanks, planOfRank } from './user-plan.queries.ts';

const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const dollars = (cents: ReturnType<typeof sql>) => sql`(coalesce(${cents}, 0) / 100.0)::numeric(12, 2)`;

/** The users of the filtered list, in its order, with the columns of the exported table. */
export function userListExport(db: Db, filter: UserExportInput, now: Date) {
  // `isRare` changes the query plan, not the rows.
  const isRare = false;
  const gross = sql`spent.gross_cents`;
  const returned = sql`spent.returned_cents`;
  return filteredUsers(db, filter, now, isRare)
    .leftJoin(
      sql<{ user_id: string; rank: number }>`(${currentPlanRanks(now)})`.as('plans'),
      'plans.user_id',
      'users.id',
    )
    .leftJoin(
      sql<{ holder: string; gross_cents: number; returned_cents: number }>`(
        select holder, sum(gross_cents) as gross_cents, sum(returned_cents) as returned_cents
        from payment_facts group by holder)`.as('spent'),
      'spent.holder',
      'users.id',
    )
    .select([
      escapeCsvFormula(sql`users.first_name || ' ' || users.last_name`).as('name'),
      escapeCsvFormula(sql`users.email`).as('email'),
      'users.role as role',
      sql`case when users.kyc_status = 'pending' and not exists
        (select from kyc_applications where kyc_applications.user_id = users.id) then 'not_submitted'
        else users.kyc_status end`.as('identity'),
      planOfRank(sql`plans.rank`).as('plan'),
      sql`case when users.suspended_at is not null then 'suspended'
        when users.deletion_due_at is not null then 'leaving' else 'active' end`.as('account'),
      sql`case when users.email_verified_at is null then 'no' else 'yes' end`.as('emailVerified'),
      iso('users.created_at').as('joined'),
      iso('users.last_seen_at').as('lastSeen'),
      dollars(gross).as('gross'),
      dollars(returned).as('refunded'),
      dollars(sql`${gross} - ${returned}`).as('net'),
      escapeCsvFormula(
        sql`(select string_agg(user_tags.tag, '; ' order by lower(user_tags.tag)) from user_tags
          where user_tags.user_id = users.id)`,
      ).as('tags'),
      'users.id as id',
    ])
    .orderBy(listOrder(filter.sort));
}
