import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { SubscriptionFact } from '../../shared/access/effective-plan.ts';
import type { GrantRow } from '../access/plans.queries.ts';
import { compiledOnce } from '../platform/db/compiled-once.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { lockKey } from '../platform/db/lock-key.ts';
import type { UserRow, UsersTable } from '../platform/db/tables/account-tables.ts';

export async function insertUser(trx: Db | Trx, user: Insertable<UsersTable>): Promise<UserRow> {
  return trx.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();
}

export async function findUserById(db: Db | Trx, id: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Whether the account in `users` has this email, whatever its case. */
export function hasEmail(email: string): RawBuilder<boolean> {
  return sql<boolean>`lower(users.email) = lower(${email})`;
}

export async function findUserByEmail(db: Db | Trx, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(hasEmail(email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** @returns false if the password has changed since `previousHash` was read */
export async function renewPasswordHash(
  db: Db | Trx,
  renewal: { userId: string; previousHash: string; hash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: renewal.hash })
    .where('id', '=', renewal.userId)
    .where('password_hash', '=', renewal.previousHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function markSeen(db: Db | Trx, id: string, now: Date): Promise<void> {
  await db.updateTable('users').set({ last_seen_at: now }).where('id', '=', id).execute();
}

/** Serializes the creation of the admin with this email until the transaction ends. */
export async function lockConfiguredAdmin(trx: Trx, email: string): Promise<void> {
  await lockKey(trx, `admin:${email.toLowerCase()}`);
}

export async function makeAdmin(db: Db | Trx, id: string): Promise<void> {
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute();
}

export type AccountWithFacts = {
  user: UserRow;
  facts: {
    /**
     * Omits a subscription that a dispute or refund has suspended. If another payment of the same period paid for a
     * plan, the subscription is included with that plan.
     */
    subscriptions: SubscriptionFact[];
    /** Latest start first. */
    grants: GrantRow[];
    /** Products that purchases give access to now, in order of purchase. */
    owned: { type: 'pdf' | 'session'; id: number; productNumber: number }[];
    kycSubmitted: boolean;
  };
};

const accountRows = compiledOnce<UserRow & AccountWithFacts['facts']>((db, ids) =>
  db
    .selectFrom('users')
    .selectAll()
    .select([
      sql<AccountWithFacts['facts']['subscriptions']>`coalesce((
        select json_agg(json_build_object('plan', access_plan, 'status', status, 'currentPeriodEnd', current_period_end,
          'cancelAtPeriodEnd', cancel_at_period_end, 'pastDueSince', past_due_since))
        from subscriptions where user_id = users.id and access_plan is not null), '[]')`.as('subscriptions'),
      sql<AccountWithFacts['facts']['grants']>`coalesce((
        select json_agg(json_build_object('plan', plan, 'startsAt', starts_at, 'endsAt', ends_at,
          'revokedAt', revoked_at, 'amountCents', amount_cents, 'description', description) 
          order by starts_at desc, created_at desc)
        from plan_grants where user_id = users.id), '[]')`.as('grants'),
      sql<AccountWithFacts['facts']['owned']>`coalesce((
        select json_agg(json_build_object('type', p.type, 'id', p.id, 'productNumber', p.product_number)
          order by purchases.purchased_at)
        from purchases join products p on p.id = purchases.product_id
        where purchases.user_id = users.id and purchases.grants_access), '[]')`.as('owned'),
      // Not `exists`, for which Postgres may choose to scan all applications.
      sql<boolean>`coalesce(
        (select true from kyc_applications where user_id = users.id limit 1), false)`.as('kycSubmitted'),
    ])
    .where('id', '=', sql<string>`any(${ids})`)
    .where('deleted_at', 'is', null),
);

/**
 * Reads accounts in one query, with the data that determines their plan and the products that they own. Omits deleted
 * accounts.
 */
export async function findAccounts(db: Db, ids: readonly string[]): Promise<AccountWithFacts[]> {
  const rows = await accountRows(db, ids);
  return rows.map(({ subscriptions, grants, owned, kycSubmitted, ...user }) => ({
    user,
    facts: { subscriptions, grants, owned, kycSubmitted },
  }));
}
