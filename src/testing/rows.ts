import type { Insertable, Updateable } from 'kysely';
import type { UsersTable } from '../server/platform/db/tables/account-tables.ts';
import type { PurchasesTable } from '../server/platform/db/tables/shop-tables.ts';
import type { TestApp } from './test-app.ts';

type User = { userId: string };

/** Changes columns of a user without the checks of the operations. */
export async function changeUser(
  { deps }: TestApp,
  { userId }: User,
  columns: Updateable<UsersTable>,
): Promise<void> {
  await deps.db.updateTable('users').set(columns).where('id', '=', userId).execute();
}

/** Makes the `finish-deletions` job erase the account at its next run. */
export async function makeErasureDue({ deps }: TestApp, { userId }: User): Promise<void> {
  await deps.db
    .insertInto('account_deletions')
    .values({ user_id: userId, requested_at: new Date(0), due_at: deps.now(), undo_token_hash: userId })
    .execute();
}

/** Inserts a completed purchase without a payment. @returns its id */
export async function insertPurchase(
  { deps }: TestApp,
  { userId }: User,
  columns: Partial<Insertable<PurchasesTable>> = {},
): Promise<string> {
  const { id } = await deps.db
    .insertInto('purchases')
    .values({
      user_id: userId,
      product_type: 'pdf',
      product_name: 'River Bluffs',
      amount_cents: 999,
      status: 'completed',
      purchased_at: deps.now(),
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes columns of a user's purchases. */
export async function changePurchases(
  { deps }: TestApp,
  { userId }: User,
  columns: Updateable<PurchasesTable>,
): Promise<void> {
  await deps.db.updateTable('purchases').set(columns).where('user_id', '=', userId).execute();
}

/** The emails that were queued for a user, of all kinds or of one, oldest first. */
export function emailsTo({ deps }: TestApp, { userId }: User, kind?: string) {
  return deps.db
    .selectFrom('mail_messages')
    .selectAll()
    .where((eb) => eb.and({ user_id: userId, ...(kind !== undefined && { kind }) }))
    .orderBy('created_at')
    .execute();
}

type AuditFilter = Partial<
  Record<'actor_id' | 'action' | 'subject_type' | 'subject_id' | 'about_user_id', string>
>;

/** The audit entries with these values, oldest first. */
export function auditEntries({ deps }: TestApp, filter: AuditFilter) {
  return deps.db
    .selectFrom('audit_log')
    .selectAll()
    .where((eb) => eb.and(filter))
    .orderBy('id')
    .execute();
}

export async function auditActions(app: TestApp, filter: AuditFilter): Promise<string[]> {
  return (await auditEntries(app, filter)).map(({ action }) => action);
}
