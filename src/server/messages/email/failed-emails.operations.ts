import type { FailedEmail } from '../../../shared/messages/failed-emails.ts';
import type { Page } from '../../../shared/paging.ts';
import type { AdminActor, Origin } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, notFound } from '../../errors.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { pageOf, timeCursor } from '../../platform/db/paging.ts';
import { isStillWanted } from './email.operations.ts';
import {
  dismissFailedEmail,
  type EmailRow,
  findEmail,
  findFailedEmails,
  requeueEmail,
} from './email.queries.ts';
import { hasRemovedSecrets } from './secrets.ts';

const pageSize = 25;

/** One page of failed emails that are not dismissed, newest first. @throws DomainError invalid_input for a malformed cursor */
export async function listFailedEmails(
  deps: Deps,
  _actor: AdminActor,
  cursor: string | undefined,
): Promise<Page<FailedEmail>> {
  const rows = await findFailedEmails(deps.db, timeCursor.read(cursor), pageSize + 1);
  const page = pageOf(rows, pageSize, timeCursor.write);
  return { ...page, items: page.items.map(presentFailedEmail) };
}

/**
 * Queues a failed email again, with a new set of attempts. Concurrent calls queue it once.
 * @throws DomainError not_found; conflict if it is no longer failed, its secret link was removed or the recipient has
 * switched off this kind of email
 */
export async function retryEmail(
  deps: Deps,
  actor: AdminActor,
  id: string,
  origin: Origin,
): Promise<{ success: true }> {
  const mail = await findEmail(deps.db, id);
  if (!mail) throw notFound('Email');
  if (hasRemovedSecrets(mail.body_text)) {
    throw new DomainError(
      'conflict',
      'This email held a one-time link that has been removed. The user can request a new one.',
    );
  }
  if (!(await isStillWanted(deps, mail))) {
    throw new DomainError('conflict', 'The recipient has switched off this kind of email. Dismiss it.');
  }
  await inTransaction(deps.db, async (trx) => {
    if (!(await requeueEmail(trx, id))) {
      throw new DomainError('conflict', 'This email has already been queued again');
    }
    await deps.jobs.enqueue(trx, 'send-mail', { mailId: id });
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'mail.retried',
      subjectType: 'mail',
      subjectId: id,
      origin,
      details: { kind: mail.kind },
    });
  });
  return { success: true };
}

/**
 * Takes a failed email off the list and the counts, for example because the user no longer needs it. Concurrent calls
 * dismiss it once.
 * @throws DomainError not_found; conflict if it is no longer failed or is dismissed already
 */
export async function dismissEmail(
  deps: Deps,
  actor: AdminActor,
  id: string,
  origin: Origin,
): Promise<{ success: true }> {
  const mail = await findEmail(deps.db, id);
  if (!mail) throw notFound('Email');
  await inTransaction(deps.db, async (trx) => {
    if (!(await dismissFailedEmail(trx, id, deps.now()))) {
      throw new DomainError('conflict', 'This email was already queued again or dismissed');
    }
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'mail.dismissed',
      subjectType: 'mail',
      subjectId: id,
      origin,
      details: { kind: mail.kind },
    });
  });
  return { success: true };
}

/** A failed email as admins see it, without its content. */
function presentFailedEmail(row: EmailRow): FailedEmail {
  return {
    id: row.id,
    kind: row.kind,
    to: row.to_address,
    subject: row.subject,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at,
    retryable: !hasRemovedSecrets(row.body_text),
  };
}
