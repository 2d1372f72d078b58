import {
  type FailedEmail,
  type FailedEmails,
  type FailedUntil,
  maxEmailsAtOnce,
} from '../../../shared/messages/failed-emails.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, notFound } from '../../errors.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { pageOf, type TimePosition, timeCursor } from '../../platform/db/paging.ts';
import { readSettings } from '../../settings/settings.operations.ts';
import { isStillWanted } from './email.operations.ts';
import {
  countFailedEmails,
  dismissFailedEmails,
  type EmailRow,
  findEmail,
  findFailedEmails,
  requeueEmails,
  wantedEmails,
} from './email.queries.ts';
import { hasRemovedSecrets, removedSecret } from './secrets.ts';

const pageSize = 25;

/**
 * One page of failed emails that are not dismissed, newest first.
 * @throws DomainError invalid_input for a malformed cursor
 */
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
 * Queues a failed email again, with a new set of attempts. An email to the support email goes to the present one.
 * Concurrent calls queue it once.
 * @throws DomainError not_found; conflict if the email is no longer failed, its secret link was removed, or it is no
 * longer wanted
 */
export async function retryEmail(
  deps: Deps,
  actor: AdminActor,
  id: string,
  metadata: RequestMetadata,
): Promise<void> {
  const mail = await findEmail(deps.db, id);
  if (!mail) throw notFound('Email');
  if (hasRemovedSecrets(mail.body_text)) {
    throw new DomainError(
      'conflict',
      'This email held a one-time link that has been removed. The user can request a new one.',
    );
  }
  if (!(await isStillWanted(deps, mail))) {
    throw new DomainError('conflict', 'The recipient no longer gets this kind of email. Dismiss it.');
  }
  if ((await requeue(deps, actor, [mail], metadata, { includeDismissed: true })) === 0) {
    throw new DomainError('conflict', 'This email has already been queued again');
  }
}

/**
 * Queues up to `maxEmailsAtOnce` failed emails again, newest first, except those that `retryEmail` would reject, that
 * failed after the admin loaded the list, or that another admin dismisses during the call. Concurrent calls queue each
 * email once.
 */
export async function retryAllEmails(
  deps: Deps,
  actor: AdminActor,
  { failedUntil }: FailedUntil,
  metadata: RequestMetadata,
): Promise<{ count: number }> {
  const wanted: { id: string }[] = [];
  let after: TimePosition | undefined;
  do {
    const emails = await findFailedEmails(deps.db, {
      after,
      failedUntil,
      without: removedSecret,
      limit: maxEmailsAtOnce,
    });
    const mails = emails.map(({ id, user_id: userId, kind }) => ({ id, userId, kind }));
    wanted.push(...(await wantedEmails(deps.db, mails)));
    const last = emails.at(maxEmailsAtOnce - 1);
    after = last && { at: last.sorted_at, id: last.id };
  } while (after && wanted.length < maxEmailsAtOnce);
  const count = await requeue(deps, actor, wanted.slice(0, maxEmailsAtOnce), metadata, {
    includeDismissed: false,
  });
  return { count };
}

/** @returns how many of the emails were queued again */
async function requeue(
  deps: Deps,
  actor: AdminActor,
  emails: readonly { id: string }[],
  metadata: RequestMetadata,
  which: { includeDismissed: boolean },
): Promise<number> {
  return inTransaction(deps.db, async (trx) => {
    const { supportEmail } = await readSettings(deps, trx);
    const requeued = await requeueEmails(
      trx,
      emails.map(({ id }) => id),
      { ...which, supportEmail },
    );
    if (requeued.length === 0) return 0;
    await deps.jobs.enqueue(
      trx,
      'send-mail',
      requeued.map(({ id }) => ({ mailId: id })),
    );
    await recordAudit(trx, ...requeued.map((mail) => auditOf('mail.retried', actor, mail, metadata)));
    return requeued.length;
  });
}

/**
 * Takes a failed email off the list and the counts, for example because the user no longer needs it. Concurrent calls
 * dismiss it once.
 * @throws DomainError not_found; conflict if it is no longer failed or was dismissed already
 */
export async function dismissEmail(
  deps: Deps,
  actor: AdminActor,
  id: string,
  metadata: RequestMetadata,
): Promise<void> {
  const mail = await findEmail(deps.db, id);
  if (!mail) throw notFound('Email');
  if ((await dismiss(deps, actor, [mail], metadata)) === 0) {
    throw new DomainError('conflict', 'This email was already queued again or dismissed');
  }
}

/** Dismisses up to `maxEmailsAtOnce` emails, newest first, that had failed when the admin loaded the list. */
export async function dismissAllEmails(
  deps: Deps,
  actor: AdminActor,
  { failedUntil }: FailedUntil,
  metadata: RequestMetadata,
): Promise<{ count: number }> {
  const emails = await findFailedEmails(deps.db, { failedUntil, limit: maxEmailsAtOnce });
  return { count: await dismiss(deps, actor, emails, metadata) };
}

/** @returns how many of the emails were still failed, and are now dismissed */
async function dismiss(
  deps: Deps,
  actor: AdminActor,
  emails: readonly EmailRow[],
  metadata: RequestMetadata,
): Promise<number> {
  return inTransaction(deps.db, async (trx) => {
    const dismissed = await dismissFailedEmails(
      trx,
      emails.map(({ id }) => id),
      deps.now(),
    );
    if (dismissed.length === 0) return 0;
    await recordAudit(trx, ...dismissed.map((mail) => auditOf('mail.dismissed', actor, mail, metadata)));
    return dismissed.length;
  });
}

function auditOf(
  action: 'mail.retried' | 'mail.dismissed',
  { userId: actorId }: AdminActor,
  { id, kind }: { id: string; kind: string },
  metadata: RequestMetadata,
) {
  return { actorId, action, subjectType: 'mail', subjectId: id, metadata, details: { kind } } as const;
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
