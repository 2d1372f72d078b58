import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { RequestMetadata } from '../actor.ts';
import type { Db, Trx } from '../platform/db/database.ts';

export type AuditEntry = {
  /** Null for the system. */
  actorId: string | null;
  /** `{subject}.{event}`, e.g. `document.viewed`. */
  action: string;
  subjectType: string;
  subjectId: string;
  /** Of the request that caused the action. */
  metadata?: RequestMetadata;
  /** Never document numbers, passwords or tokens. */
  details?: Record<string, unknown>;
};

/** Subject types with an owner, and the table whose `user_id` is that owner. */
const ownedSubjects = new Map([
  ['kyc_application', 'kyc_applications'],
  ['document', 'uploads'],
  ['payment', 'billing_payments'],
  ['purchase', 'purchases'],
  ['subscription', 'subscriptions'],
  ['data_export', 'data_exports'],
  ['contact_message', 'contact_messages'],
  ['mail', 'mail_messages'],
]);
const uuid = z.uuid();
const isUuid = (id: string) => uuid.safeParse(id).success;

/** The id of the user whom an entry is about, so that a search for this user finds the entry. */
function personOf({
  subjectType,
  subjectId,
  details,
}: AuditEntry): string | null | RawBuilder<string | null> {
  if (subjectType === 'user') return isUuid(subjectId) ? subjectId : null;
  const named = uuid.safeParse(details?.userId).data ?? null;
  const table = ownedSubjects.get(subjectType);
  if (named !== null || table === undefined) return named;
  // Of these subjects, only subscriptions have ids that are not UUIDs. An id from a URL may be malformed.
  if (!isUuid(subjectId) && subjectType !== 'subscription') return null;
  return sql`(select user_id from ${sql.table(table)} where id = ${subjectId})`;
}

/**
 * Appends to the audit log. The database rejects changes of its entries, except the removal of an IP address. Pass the
 * transaction of the change that the entries report.
 */
export async function recordAudit(db: Db | Trx, ...entries: AuditEntry[]): Promise<void> {
  await db
    .insertInto('audit_log')
    .values(
      entries.map((entry) => ({
        actor_id: entry.actorId,
        action: entry.action,
        subject_type: entry.subjectType,
        // Requests may write UUIDs in capital letters.
        subject_id: isUuid(entry.subjectId) ? entry.subjectId.toLowerCase() : entry.subjectId,
        about_user_id: personOf(entry),
        ip: entry.metadata?.ip ?? null,
        request_id: entry.metadata?.requestId ?? null,
        details: JSON.stringify(entry.details ?? {}),
      })),
    )
    .execute();
}
