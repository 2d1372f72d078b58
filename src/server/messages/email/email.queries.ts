import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import {
  isAdminEmailKind,
  isOptionalEmailKind,
  optionalEmails,
} from '../../../shared/messages/email-kinds.ts';
import { canLogIn } from '../../platform/db/can-log-in.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { isBehind, type TimePosition } from '../../platform/db/paging.ts';
import type { EmailMessagesTable, EmailPreferencesTable } from '../../platform/db/tables/message-tables.ts';

export type EmailRow = Selectable<EmailMessagesTable>;

/**
 * Keeps the users from being erased until the transaction ends, so that an erasure finds their emails.
 * @returns the users who are not erased; the others may have been erased after the caller read their email addresses
 */
async function lockRecipients(trx: Trx, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const users = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .execute();
  return new Set(users.map(({ id }) => id));
}

type NewEmail = {
  kind: string;
  userId: string | null;
  to: string;
  subject: string;
  text: string;
  html: string;
  dedupeKey: string;
};

/** Skips emails whose `dedupeKey` exists, and emails to erased users. @returns the ids of the inserted emails */
export async function insertEmails(trx: Trx, emails: readonly NewEmail[]): Promise<string[]> {
  const present = await lockRecipients(
    trx,
    emails.flatMap(({ userId }) => userId ?? []),
  );
  const rows = emails
    .filter(({ userId }) => userId === null || present.has(userId))
    .map((mail) => ({
      kind: mail.kind,
      user_id: mail.userId,
      to_address: mail.to,
      subject: mail.subject,
      body_text: mail.text,
      body_html: mail.html,
      dedupe_key: mail.dedupeKey,
    }));
  if (rows.length === 0) return [];
  const inserted = await trx
    .insertInto('mail_messages')
    .values(rows)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .execute();
  return inserted.map(({ id }) => id);
}

export async function findEmail(db: Db, id: string): Promise<EmailRow | undefined> {
  return db.selectFrom('mail_messages').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findEmailByKey(trx: Trx, dedupeKey: string): Promise<EmailRow | undefined> {
  return trx.selectFrom('mail_messages').selectAll().where('dedupe_key', '=', dedupeKey).executeTakeFirst();
}

/**
 * Queued emails that will not be tried again, the oldest first: their job has failed for good, or, with
 * `includeUntried`, has ended without an attempt.
 */
export async function findAbandonedEmails(
  db: Db,
  { includeUntried, limit }: { includeUntried: boolean; limit: number },
): Promise<(EmailRow & { wasTried: boolean })[]> {
  const hasJob = (condition: RawBuilder<unknown>) => sql<boolean>`exists (
    select from pgboss.job
    where name = 'send-mail' and data ->> 'mailId' = mail_messages.id::text and ${condition})`;
  return db
    .selectFrom('mail_messages')
    .selectAll()
    .select(hasJob(sql`state = 'failed'`).as('wasTried'))
    .where('status', '=', 'queued')
    .$if(!includeUntried, (rows) => rows.where(hasJob(sql`state = 'failed'`)))
    .where(sql<boolean>`not ${hasJob(sql`state in ('created', 'retry', 'active')`)}`)
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

export async function deleteUnsentEmail(trx: Trx, dedupeKey: string): Promise<void> {
  await trx
    .deleteFrom('mail_messages')
    .where('dedupe_key', '=', dedupeKey)
    .where('status', '<>', 'sent')
    .execute();
}

/** The bodies that remain after an email was sent or has failed. */
type RedactedBodies = { text: string; html: string | null };

export async function markEmailSent(db: Db, id: string, bodies: RedactedBodies, now: Date): Promise<void> {
  await db
    .updateTable('mail_messages')
    .set((eb) => ({
      status: 'sent',
      sent_at: now,
      attempts: eb('attempts', '+', 1),
      last_error: null,
      body_text: bodies.text,
      body_html: bodies.html,
    }))
    .where('id', '=', id)
    .execute();
}

/** Leaves the email queued for the next attempt. */
export async function markEmailDelayed(db: Db, id: string, error: string): Promise<void> {
  await db
    .updateTable('mail_messages')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), last_error: error.slice(0, 500) }))
    .where('id', '=', id)
    .execute();
}

export async function markEmailFailed(
  db: Db | Trx,
  id: string,
  error: string,
  bodies: RedactedBodies,
  newAttempts: 0 | 1,
  now: Date,
): Promise<void> {
  await db
    .updateTable('mail_messages')
    .set((eb) => ({
      status: 'failed',
      failed_at: now,
      attempts: eb('attempts', '+', newAttempts),
      last_error: error.slice(0, 500),
      body_text: bodies.text,
      body_html: bodies.html,
    }))
    .where('id', '=', id)
    .execute();
}

const isWithout = (text: string) => sql<boolean>`strpos(body_text, ${text}) = 0`;

/** `failed_at` is null for emails that failed before the column existed. */
const failedAt = sql<string>`coalesce(failed_at, created_at)`;

/**
 * Failed emails that are not dismissed, newest first.
 * @param filter.after - the last email of the previous page
 * @param filter.failedUntil - only emails that had failed by this time, which `countFailedEmails` returned
 * @param filter.without - only emails whose text does not contain this
 */
export async function findFailedEmails(
  db: Db,
  filter: { after?: TimePosition | undefined; failedUntil?: string; without?: string; limit: number },
) {
  const { after, failedUntil, without, limit } = filter;
  return db
    .selectFrom('mail_messages')
    .selectAll()
    .select(sql<string>`created_at::text`.as('sorted_at'))
    .where('status', '=', 'failed')
    .where('dismissed_at', 'is', null)
    .where(isBehind({ at: 'created_at', id: 'id' }, '<', after))
    .$if(failedUntil !== undefined, (rows) =>
      rows.where(sql<boolean>`${failedAt} <= ${failedUntil}::timestamptz`),
    )
    .$if(without !== undefined, (rows) => rows.where(isWithout(without ?? '')))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * Counts the failed emails that are not dismissed (`all`), and those among them that still contain their secret link
 * (`retryable`). Also returns when the oldest was created, and when the last one failed, to the microsecond.
 */
export async function countFailedEmails(
  db: Db,
  removedSecret: string,
): Promise<{ all: number; retryable: number; oldestAt: string | null; failedUntil: string | null }> {
  return db
    .selectFrom('mail_messages')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere(isWithout(removedSecret)).as('retryable'),
      eb.fn.min<string | null>('created_at').as('oldestAt'),
      sql<string | null>`to_json(max(${failedAt})) #>> '{}'`.as('failedUntil'),
    ])
    .where('status', '=', 'failed')
    .where('dismissed_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/**
 * Locks the failed emails newest first, so that dismissing and retrying cannot deadlock.
 * @returns the emails that are failed and, unless `includeDismissed` is true, not dismissed
 */
async function lockFailedEmails(
  trx: Trx,
  ids: readonly string[],
  { includeDismissed }: { includeDismissed: boolean },
): Promise<Pick<EmailRow, 'id' | 'kind' | 'user_id'>[]> {
  if (ids.length === 0) return [];
  return trx
    .selectFrom('mail_messages')
    .select(['id', 'kind', 'user_id'])
    .where('id', 'in', ids)
    .where('status', '=', 'failed')
    .$if(!includeDismissed, (rows) => rows.where('dismissed_at', 'is', null))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute();
}

async function setEmails(
  trx: Trx,
  emails: readonly Pick<EmailRow, 'id'>[],
  values: Updateable<EmailMessagesTable>,
): Promise<void> {
  if (emails.length === 0) return;
  await trx
    .updateTable('mail_messages')
    .set(values)
    .where(
      'id',
      'in',
      emails.map(({ id }) => id),
    )
    .execute();
}

/**
 * failed → queued. Emails to a former support email go to `supportEmail`, unless it is empty.
 * @returns the emails that were failed and, unless `includeDismissed` is true, not dismissed
 */
export async function requeueEmails(
  trx: Trx,
  ids: readonly string[],
  { supportEmail, ...which }: { includeDismissed: boolean; supportEmail: string },
): Promise<Pick<EmailRow, 'id' | 'kind'>[]> {
  const emails = await lockFailedEmails(trx, ids, which);
  await setEmails(trx, emails, { status: 'queued', attempts: 0, dismissed_at: null });
  if (supportEmail !== '') {
    const toSupport = emails.filter(({ user_id: userId, kind }) => userId === null && isAdminEmailKind(kind));
    await setEmails(trx, toSupport, { to_address: supportEmail });
  }
  return emails;
}

/** @returns the emails that were failed and not dismissed */
export async function dismissFailedEmails(
  trx: Trx,
  ids: readonly string[],
  now: Date,
): Promise<Pick<EmailRow, 'id' | 'kind'>[]> {
  const emails = await lockFailedEmails(trx, ids, { includeDismissed: false });
  await setEmails(trx, emails, { dismissed_at: now });
  return emails;
}

/**
 * Redirects the user's emails to this address that were not sent, except those of the kinds in `except`. Locks them in
 * the same order as `lockFailedEmails`.
 */
export async function redirectUnsentEmails(
  trx: Trx,
  { userId, from, to, except }: { userId: string; from: string; to: string; except: readonly string[] },
): Promise<void> {
  const emails = await trx
    .selectFrom('mail_messages')
    .select('id')
    .where('user_id', '=', userId)
    .where((eb) => eb(eb.fn<string>('lower', ['to_address']), '=', from.toLowerCase()))
    .where('status', '<>', 'sent')
    .where('kind', 'not in', except)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute();
  await setEmails(trx, emails, { to_address: to });
}

export async function deleteEmail(db: Db, id: string): Promise<void> {
  await db.deleteFrom('mail_messages').where('id', '=', id).execute();
}

export async function deleteEmailsOfKind(db: Db, kind: string, before: Date): Promise<void> {
  await db
    .deleteFrom('mail_messages')
    .where('kind', '=', kind)
    .where('created_at', '<', before.toISOString())
    .execute();
}

/** Deletes the emails of every status whose `dedupe_key` begins with one of these prefixes. */
export async function deleteEmailsWithKeys(trx: Trx, keyPrefixes: readonly string[]): Promise<void> {
  if (keyPrefixes.length === 0) return;
  await trx
    .deleteFrom('mail_messages')
    .where((eb) => eb.or(keyPrefixes.map((prefix) => eb('dedupe_key', 'like', `${prefix}%`))))
    .execute();
}

export async function findNewestEmails(db: Db, limit: number): Promise<EmailRow[]> {
  return db.selectFrom('mail_messages').selectAll().orderBy('created_at', 'desc').limit(limit).execute();
}

/**
 * The emails that are not optional, and the optional emails that their user wants, by choice or by default. Of the
 * emails for admins, only those to users who are admins and can log in, and those to the support email.
 */
export async function wantedEmails<Mail extends { userId: string | null; kind: string }>(
  db: Db | Trx,
  emails: readonly Mail[],
): Promise<readonly Mail[]> {
  const userIds = emails.flatMap(({ userId, kind }) =>
    userId && (isOptionalEmailKind(kind) || isAdminEmailKind(kind)) ? [userId] : [],
  );
  if (userIds.length === 0) return emails;
  const rows = await db
    .selectFrom('users')
    .leftJoin('mail_preferences', 'mail_preferences.user_id', 'users.id')
    .select(['users.id', 'mail_preferences.kind', 'mail_preferences.enabled'])
    .select(sql<boolean>`users.role = 'admin' and ${canLogIn}`.as('isAdmin'))
    .where('users.id', 'in', userIds)
    .execute();
  const admins = new Set(rows.flatMap(({ id, isAdmin }) => (isAdmin ? [id] : [])));
  const choices = new Map(rows.map(({ id, kind, enabled }) => [`${id} ${kind}`, enabled]));
  return emails.filter(({ userId, kind }) => {
    if (userId === null) return true;
    if (isAdminEmailKind(kind) && !admins.has(userId)) return false;
    return !isOptionalEmailKind(kind) || (choices.get(`${userId} ${kind}`) ?? optionalEmails[kind].defaultOn);
  });
}

export async function findPreferences(
  db: Db,
  userId: string,
): Promise<Pick<Selectable<EmailPreferencesTable>, 'kind' | 'enabled'>[]> {
  return db
    .selectFrom('mail_preferences')
    .select(['kind', 'enabled'])
    .where('user_id', '=', userId)
    .execute();
}

/** Does nothing for a deleted account. */
export async function savePreference(
  db: Db,
  { user_id, kind, enabled, updated_at }: Required<Insertable<EmailPreferencesTable>>,
): Promise<void> {
  await db
    .insertInto('mail_preferences')
    .columns(['user_id', 'kind', 'enabled', 'updated_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select((users) => [
          'id',
          users.val(kind).as('kind'),
          users.val(enabled).as('enabled'),
          users.cast<string>(users.val(updated_at), 'timestamptz').as('updated_at'),
        ])
        .where('id', '=', user_id)
        .where('deleted_at', 'is', null),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ enabled, updated_at }))
    .execute();
}
