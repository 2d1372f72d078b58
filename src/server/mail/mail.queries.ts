import type { Selectable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { MailMessagesTable } from '../db/schema.ts';
import type { Mail } from './mail.operations.ts';

type MailRow = Selectable<MailMessagesTable>;

/** @returns the new id; undefined when this mail was queued before. */
export async function insertMail(trx: Trx, mail: Mail): Promise<string | undefined> {
  const row = await trx
    .insertInto('mail_messages')
    .values({
      kind: mail.kind,
      user_id: mail.userId,
      to_address: mail.to,
      subject: mail.subject,
      body_text: mail.text,
      dedupe_key: mail.dedupeKey,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function findMail(db: Db, id: string): Promise<MailRow | undefined> {
  return db.selectFrom('mail_messages').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function markMailSent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('mail_messages')
    .set((eb) => ({ status: 'sent', sent_at: now, attempts: eb('attempts', '+', 1), last_error: null }))
    .where('id', '=', id)
    .execute();
}

/** The message stays queued: the job tries again. */
export async function markMailFailed(db: Db, id: string, error: string): Promise<void> {
  await db
    .updateTable('mail_messages')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), last_error: error.slice(0, 500) }))
    .where('id', '=', id)
    .execute();
}

export async function findNewestMails(db: Db, limit: number): Promise<MailRow[]> {
  return db.selectFrom('mail_messages').selectAll().orderBy('created_at', 'desc').limit(limit).execute();
}
