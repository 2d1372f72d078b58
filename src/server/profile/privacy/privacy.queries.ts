import { type CompiledQuery, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { AccountDeletionsTable, DataExportsTable } from '../../platform/db/tables/privacy-tables.ts';
import type { PersonalTable } from './register/personal-table.ts';

function accountWith(db: Db | Trx, id: string) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'email_verified_at as emailVerifiedAt',
      'first_name as firstName',
      'time_zone as timeZone',
      'role',
      'deletion_due_at as deletionDueAt',
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
}

/** Undefined if the account is deleted. */
export async function findAccount(db: Db, id: string) {
  return accountWith(db, id).executeTakeFirst();
}

/**
 * Locks the account until the transaction ends; inserts of rows that refer to the account do not wait. Undefined if the
 * account is deleted.
 */
export async function lockAccount(trx: Trx, id: string) {
  return accountWith(trx, id).forNoKeyUpdate().executeTakeFirst();
}

/** As `lockAccount`, but inserts of rows that refer to the account also wait. */
export async function lockAccountToErase(trx: Trx, id: string) {
  return accountWith(trx, id).forUpdate().executeTakeFirst();
}

function ownedBy({ column, through }: PersonalTable['owner'], userId: string): RawBuilder<unknown> {
  if (!through) return sql`${sql.ref(column)} = ${userId}`;
  return sql`${sql.ref(through.column)} in
    (select id from ${sql.table(through.table)} where ${sql.ref(column)} = ${userId})`;
}

/** The query for the exported rows of a user in a registered table, with the given columns only. */
export function personalRows(
  db: Db,
  table: keyof Database,
  { owner, omitted }: Pick<PersonalTable, 'owner' | 'omitted'>,
  columns: readonly string[],
  userId: string,
): CompiledQuery<Record<string, unknown>> {
  const others = omitted ? sql` and ${sql.ref(omitted.column)} <> ${omitted.value}` : sql``;
  return sql<Record<string, unknown>>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${ownedBy(owner, userId)}${others}`.compile(db);
}

/** As `personalRows`, for rows that are about a user but belong to someone else, such as an admin's audit log entry. */
export function rowsByOthers(
  db: Db,
  table: keyof Database,
  { owner, byOthers }: PersonalTable & Required<Pick<PersonalTable, 'byOthers'>>,
  userId: string,
): CompiledQuery<Record<string, unknown>> {
  return sql<Record<string, unknown>>`
    select ${sql.join(byOthers.exported.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${sql.ref(byOthers.column)} = ${userId}
      and ${sql.ref(owner.column)} is distinct from ${userId}`.compile(db);
}

type AccountToErase = {
  id: string;
  /** The account's email if it is verified, else null. Rows with this email and no user id belong to the account. */
  verifiedEmail: string | null;
};

export async function erasePersonalRows(
  trx: Trx,
  table: keyof Database,
  owner: PersonalTable['owner'],
  account: AccountToErase,
): Promise<void> {
  const byEmail =
    owner.emailColumn && account.verifiedEmail !== null
      ? sql` or (${sql.ref(owner.column)} is null
          and lower(${sql.ref(owner.emailColumn)}) = lower(${account.verifiedEmail}))`
      : sql``;
  await sql`delete from ${sql.table(table)} where ${ownedBy(owner, account.id)}${byEmail}`.execute(trx);
}

export async function clearPersonalColumns(
  trx: Trx,
  table: keyof Database,
  owner: PersonalTable['owner'],
  columns: readonly string[],
  userId: string,
): Promise<void> {
  if (columns.length === 0) return;
  const values = columns.map((column) => sql`${sql.ref(column)} = null`);
  await sql`update ${sql.table(table)} set ${sql.join(values)} where ${ownedBy(owner, userId)}`.execute(trx);
}

/**
 * Replaces the email, password and names of an account, which can then no longer log in. Its id stays for references.
 */
export async function anonymizeAccount(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      email: `deleted-${userId}@deleted.invalid`,
      password_hash: 'deleted',
      first_name: 'Deleted',
      last_name: 'user',
      role: 'user',
      deleted_at: now,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute();
}

/**
 * Deletes the rate limits of an account. Their keys have the form `{limit}:{email or id}`, some followed by `|` and an
 * IP address or a device.
 */
export async function eraseRateLimits(trx: Trx, account: { id: string; email: string }): Promise<void> {
  for (const table of ['rate_limits', 'lasting_rate_limits']) {
    await sql`delete from ${sql.table(table)}
      where split_part(substr(key, position(':' in key) + 1), '|', 1) in (${account.email.toLowerCase()}, ${account.id})`.execute(
      trx,
    );
  }
}

/**
 * Clears the IP addresses of audit log entries, consents and identity reviews that were recorded before a given time.
 * @returns the number of rows
 */
export async function clearRecordAddresses(db: Db, before: Date): Promise<number> {
  const time = before.toISOString();
  const results = await Promise.all([
    db
      .updateTable('audit_log')
      .set({ ip: null })
      .where('ip', 'is not', null)
      .where('at', '<', time)
      .execute(),
    db
      .updateTable('consents')
      .set({ ip: null })
      .where('ip', 'is not', null)
      .where('given_at', '<', time)
      .execute(),
    db
      .updateTable('kyc_events')
      .set({ ip: null })
      .where('ip', 'is not', null)
      .where('created_at', '<', time)
      .execute(),
  ]);
  return results.flat().reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0);
}

/** Deletes expired rate limits, whose keys can contain emails and IP addresses. */
export async function deleteExpiredLimits(db: Db, now: Date): Promise<void> {
  for (const table of ['rate_limits', 'lasting_rate_limits'] as const) {
    await db.deleteFrom(table).where('expire', '<', now.getTime()).execute();
  }
}

export async function setDeletionDue(trx: Trx, userId: string, dueAt: Date | null): Promise<void> {
  await trx.updateTable('users').set({ deletion_due_at: dueAt }).where('id', '=', userId).execute();
}

export async function insertDeletion(
  trx: Trx,
  deletion: { userId: string; requestedAt: Date; dueAt: Date; undoTokenHash: string },
): Promise<string> {
  const row = await trx
    .insertInto('account_deletions')
    .values({
      user_id: deletion.userId,
      requested_at: deletion.requestedAt,
      due_at: deletion.dueAt,
      undo_token_hash: deletion.undoTokenHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * Cancels a deletion. Only one of several concurrent calls succeeds.
 * @returns the canceled deletion and its user; undefined if there is no deletion that can still be canceled
 */
export async function markUndone(
  trx: Trx,
  which: { undoTokenHash: string } | { userId: string },
  now: Date,
): Promise<{ id: string; userId: string; requestedAt: string } | undefined> {
  const [column, value] =
    'userId' in which
      ? (['user_id', which.userId] as const)
      : (['undo_token_hash', which.undoTokenHash] as const);
  return trx
    .updateTable('account_deletions')
    .set({ undone_at: now })
    .where(column, '=', value)
    .where('undone_at', 'is', null)
    .where('done_at', 'is', null)
    .where('due_at', '>', now.toISOString())
    .returning(['id', 'user_id as userId', 'requested_at as requestedAt'])
    .executeTakeFirst();
}

export async function findDueDeletions(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('account_deletions')
    .select('id')
    .where('undone_at', 'is', null)
    .where('done_at', 'is', null)
    .where('due_at', '<=', now.toISOString())
    .orderBy('due_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** @returns the row, or undefined if the deletion was canceled or completed in the meantime */
export async function markDone(
  trx: Trx,
  id: string,
  now: Date,
): Promise<Selectable<AccountDeletionsTable> | undefined> {
  return trx
    .updateTable('account_deletions')
    .set({ done_at: now })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .where('done_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export type DataExportRow = Selectable<DataExportsTable>;

export async function insertExport(trx: Trx, userId: string, now: Date): Promise<DataExportRow> {
  return trx
    .insertInto('data_exports')
    .values({ user_id: userId, requested_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findExport(db: Db, id: string): Promise<DataExportRow | undefined> {
  return db.selectFrom('data_exports').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findNewestExport(db: Db | Trx, userId: string): Promise<DataExportRow | undefined> {
  return db
    .selectFrom('data_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** requested → ready. @returns false if the row is gone or another run has finished it */
export async function markExportReady(
  trx: Trx,
  id: string,
  facts: { sizeBytes: number; readyAt: Date; expiresAt: Date },
): Promise<boolean> {
  const result = await trx
    .updateTable('data_exports')
    .set({
      status: 'ready',
      size_bytes: facts.sizeBytes,
      ready_at: facts.readyAt,
      expires_at: facts.expiresAt,
    })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function markExportFailed(db: Db, id: string): Promise<void> {
  await db
    .updateTable('data_exports')
    .set({ status: 'failed' })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .execute();
}

export async function findExportIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('data_exports').select('id').where('user_id', '=', userId).execute();
  return rows.map(({ id }) => id);
}

/** A user's exports: ready → expired, requested → failed. */
export async function endExportsOf(trx: Trx, userId: string, now: Date): Promise<void> {
  const ofUser = trx.updateTable('data_exports').where('user_id', '=', userId);
  await ofUser.set({ status: 'expired', expires_at: now }).where('status', '=', 'ready').execute();
  await ofUser.set({ status: 'failed' }).where('status', '=', 'requested').execute();
}

/** ready → expired, for exports whose `expires_at` has passed. @returns their number */
export async function expireExports(db: Db, now: Date): Promise<number> {
  const result = await db
    .updateTable('data_exports')
    .set({ status: 'expired' })
    .where('status', '=', 'ready')
    .where('expires_at', '<=', now.toISOString())
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Which of these exports are requested or ready. The files of all other exports can be removed. */
export async function findLiveExports(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('data_exports')
    .select('id')
    .where('id', 'in', ids)
    .where('status', 'in', ['requested', 'ready'])
    .execute();
  return new Set(rows.map((row) => row.id));
}
