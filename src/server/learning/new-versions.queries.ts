import { sql } from 'kysely';
import { canLogIn } from '../platform/db/can-log-in.ts';
import type { Db } from '../platform/db/database.ts';

export type NewVersionRecipient = {
  userId: string;
  email: string;
  firstName: string;
  role: 'user' | 'admin';
  kind: 'product' | 'plan';
  /** The product's id or the plan's number. */
  itemId: number;
  title: string;
  uploadId: string;
};

/**
 * Users who opened an earlier file of a PDF, but not its current file. Includes only files that became current between
 * `added.after` and `added.before`, and only users who can log in, who want the email about new versions, and for whom
 * that email was not queued before.
 */
export async function findNewVersionRecipients(
  db: Db,
  added: { after: Date; before: Date },
  page: { after: { userId: string; uploadId: string }; limit: number },
): Promise<NewVersionRecipient[]> {
  const { rows } = await sql<NewVersionRecipient>`
    with current as (
      select 'product' as kind, products.id as item_id, products.title, uploads.id as upload_id, uploads.claimed_at
      from products join uploads on uploads.id = products.file_upload_id
      union all
      select 'plan', coaching_pdfs.pdf_number, coaching_pdfs.title, uploads.id, uploads.claimed_at
      from coaching_pdfs join uploads on uploads.id = coaching_pdfs.file_upload_id
    )
    select distinct users.id as "userId", users.email, users.first_name as "firstName", users.role,
      current.kind, current.item_id as "itemId", current.title, current.upload_id as "uploadId"
    from current
    join file_accesses on file_accesses.kind = current.kind
      and coalesce(file_accesses.product_id, file_accesses.pdf_number) = current.item_id
      and file_accesses.upload_id is distinct from current.upload_id
    join users on users.id = file_accesses.user_id and ${canLogIn}
    where current.claimed_at > ${added.after} and current.claimed_at <= ${added.before}
      and not exists (
        select 1 from file_accesses opened
        where opened.user_id = users.id and opened.upload_id = current.upload_id
      )
      and not exists (
        select 1 from mail_messages
        where mail_messages.dedupe_key = 'new_version:' || current.upload_id || ':' || users.id
      )
      and not exists (
        select 1 from mail_preferences
        where mail_preferences.user_id = users.id and mail_preferences.kind = 'new_version'
          and not mail_preferences.enabled
      )
      and (users.id, current.upload_id) > (${page.after.userId}::uuid, ${page.after.uploadId}::uuid)
    order by users.id, current.upload_id
    limit ${page.limit}`.execute(db);
  return rows;
}
