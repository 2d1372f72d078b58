import { limits } from '../../../shared/limits.ts';
import type { FailedEmail } from '../../../shared/messages/failed-emails.ts';
import type { AdminActor, Origin } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, notFound } from '../../errors.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { presentFailedEmail } from './email.present.ts';
import { findEmail, findFailedEmails, requeueMail } from './email.queries.ts';
import { lostSecrets } from './secrets.ts';

/** The emails that were given up, newest first. */
export async function listFailedEmails(deps: Deps, _actor: AdminActor): Promise<FailedEmail[]> {
  return (await findFailedEmails(deps.db, limits.listCap)).map(presentFailedEmail);
}

/**
 * Puts an email that was given up back in the outbox, with all its attempts. Of several clicks one does it.
 * @throws DomainError not_found; conflict when it is no longer failed, or lost its link
 */
export async function retryEmail(
  deps: Deps,
  actor: AdminActor,
  id: string,
  origin: Origin,
): Promise<{ success: true }> {
  const mail = await findEmail(deps.db, id);
  if (!mail) throw notFound('Email');
  if (lostSecrets(mail.body_text)) {
    throw new DomainError(
      'conflict',
      'This mail held a link that works once and was removed. The person can ask for a new one.',
    );
  }
  await inTransaction(deps.db, async (trx) => {
    if (!(await requeueMail(trx, id))) {
      throw new DomainError('conflict', 'This mail is no longer among the failed ones');
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
