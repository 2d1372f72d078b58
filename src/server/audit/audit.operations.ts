import type { Origin } from '../actor.ts';
import type { Db, Trx } from '../db/database.ts';

export type AuditEntry = {
  /** Null for the system itself. */
  actorId: string | null;
  /** `{subject}.{what happened}`, e.g. `document.viewed`. */
  action: string;
  subjectType: string;
  subjectId: string;
  origin?: Origin;
  /** Never document numbers, passwords or tokens (ACC-28, KYC-10). */
  details?: Record<string, unknown>;
};

/** Appends to the audit log, which the database lets nobody change. Belongs in the transaction of what it tells. */
export async function recordAudit(db: Db | Trx, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      actor_id: entry.actorId,
      action: entry.action,
      subject_type: entry.subjectType,
      subject_id: entry.subjectId,
      ip: entry.origin?.ip ?? null,
      request_id: entry.origin?.requestId ?? null,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute();
}
