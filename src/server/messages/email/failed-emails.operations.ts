import {
  type FailedEmail,
  type FailedEmails,
  type FailedUntil,
  maxEmailsAtOnce,
} from '../../../shared/messages/failed-emails.ts';
import type { AdminActor, Origin } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, notFound } from '../../errors.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { pageOf, timeCursor } from '../../platform/db/paging.ts';
import { isStillWanted } from './email.operations.ts';
import {
  countFailedEmails,
  dismissFailedEmails,
  type EmailRow,
  findEmail,
  findFailedEmails,
  requeueEmail,
} from './email.queries.ts';
import { hasRemovedSecrets, removedSecret } from './secrets.ts';

const pageSize = 25;

/** One page of failed emails that are not dismissed, newest first. @throws DomainError invalid_input for a malformed cursor */
export async function listFailedEmails(
  deps: Deps,
  _actor: AdminActor,
  cursor: string | undefined,
): Promise<FailedEmails> {
  const rows = await findFailedEmails(deps.db, { after: timeCursor.read(cursor), limit: pageSize + 1 });
  const page = pageOf(rows, pageSize, timeCursor.write);
  const counts = await countFailedEmails(deps.db, removedSecret);
  return { ...page, items: page.items.map(presentFailedEmail), counts };
}

/**
 * Queues a failed email again, with a new set of attempts. Concurrent calls queue it once.
 * @throws DomainError not_found; conflict if it is no longer failed, its secret link was removed or the recipient has
 * switched off this kind of email
 */
export async function retryEmail(deps: Deps, actor: AdminActor, id: string, origin: Origin): Promise<void> {
  const mail = await findEmail(deps.db, id);
  if (!mail) throw notFound('Email');
  const problem = await reasonAgainstRetry(deps, mail);
  if (problem !== undefined) throw new DomainError('conflict', problem);
  await inTransaction(deps.db, async (trx) => {
    if (await requeue(deps, trx, actor, mail, origin, { includeDismissed: true })) return;
    throw new DomainError('conflict', 'This email has already been queued again');
  });
}

/**
 * Queues up to `maxEmailsAtOnce` failed emails again, newest first, except those that `retryEmail` would reject, that
 * failed after the admin loaded the list, or that another admin dismisses meanwhile. Concurrent calls queue each once.
 */
export async function retryAllEmails(
  deps: Deps,
  actor: AdminActor,
  { failedUntil }: FailedUntil,
  origin: Origin,
): Promise<{ count: number }> {
  const mails = await findFailedEmails(deps.db, {
    failedUntil,
    without: removedSecret,
    limit: maxEmailsAtOnce,
  });
  let count = 0;
  for (let start = 0; start < mails.length; start += pageSize) {
    const sendable: EmailRow[] = [];
    for (const mail of mails.slice(start, start + pageSize)) {
      if ((await reasonAgainstRetry(deps, mail)) === undefined) sendable.push(mail);
    }
    await inTransaction(deps.db, async (trx) => {
      for (const mail of sendable) {
        if (await requeue(deps, trx, actor, mail, origin, { includeDismissed: false })) count += 1;
      }
    });
  }
  return { count };
}

/** Why the email cannot be sent again, if so. */
async function reasonAgainstRetry(deps: Deps, mail: EmailRow): Promise<string | undefined> {
  if (hasRemovedSecrets(mail.body_text)) {
    return 'This email held a one-time link that has been removed. The user can request a new one.';
  }
  if (await isStillWanted(deps, mail)) return undefined;
  return 'The recipient has switched off this kind of email. Dismiss it.';
}

/** @returns like `requeueEmail` */
async function requeue(
  deps: Deps,
  trx: Trx,
  actor: AdminActor,
  { id, kind }: EmailRow,
  origin: Origin,
  which: { includeDismissed: boolean },
): Promise<boolean> {
  if (!(await requeueEmail(trx, id, which))) return false;
  await deps.jobs.enqueue(trx, 'send-mail', { mailId: id });
  await recordAudit(trx, auditOf('mail.retried', actor, { id, kind }, origin));
  return true;
}

/**
 * Takes a failed email off the list and the counts, for example because the user no longer needs it. Concurrent calls
 * dismiss it once.
 * @throws DomainError not_found; conflict if it is no longer failed or is dismissed already
 */
export async function dismissEmail(deps: Deps, actor: AdminActor, id: string, origin: Origin): Promise<void> {
  const mail = await findEmail(deps.db, id);
  if (!mail) throw notFound('Email');
  if ((await dismiss(deps, actor, [mail], origin)) === 0) {
    throw new DomainError('conflict', 'This email was already queued again or dismissed');
  }
}

/** Dismisses up to `maxEmailsAtOnce` emails, newest first, that had failed when the admin loaded the list. */
export async function dismissAllEmails(
  deps: Deps,
  actor: AdminActor,
  { failedUntil }: FailedUntil,
  origin: Origin,
): Promise<{ count: number }> {
  const mails = await findFailedEmails(deps.db, { failedUntil, limit: maxEmailsAtOnce });
  return { count: await dismiss(deps, actor, mails, origin) };
}

/** @returns how many of them were still failed */
async function dismiss(
  deps: Deps,
  actor: AdminActor,
  mails: readonly EmailRow[],
  origin: Origin,
): Promise<number> {
  return inTransaction(deps.db, async (trx) => {
    const dismissed = await dismissFailedEmails(
      trx,
      mails.map(({ id }) => id),
      deps.now(),
    );
    if (dismissed.length === 0) return 0;
    await recordAudit(trx, ...dismissed.map((mail) => auditOf('mail.dismissed', actor, mail, origin)));
    return dismissed.length;
  });
}

function auditOf(
  action: 'mail.retried' | 'mail.dismissed',
  { userId: actorId }: AdminActor,
  { id, kind }: { id: string; kind: string },
  origin: Origin,
) {
  return { actorId, action, subjectType: 'mail', subjectId: id, origin, details: { kind } } as const;
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
