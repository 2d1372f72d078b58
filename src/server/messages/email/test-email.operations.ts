import { randomUUID } from 'node:crypto';
import type { TestEmail } from '../../../shared/messages/test-email.ts';
import { findActiveAdmins } from '../../access/active-admins.ts';
import type { AdminActor, Origin } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { queueEmail } from './email.operations.ts';
import { type EmailRow, findEmail, findEmailByKey } from './email.queries.ts';
import { renderEmail } from './render-email.ts';

const testKind = 'test';

/**
 * Sends a test email to the admin, through the outbox like every other email.
 * @throws DomainError too_many_attempts beyond `testEmailPerAdmin`; not_found if the admin can no longer log in
 */
export async function sendTestEmail(deps: Deps, actor: AdminActor, origin: Origin): Promise<TestEmail> {
  await deps.attemptLimits.count('testEmailPerAdmin', actor.userId);
  const dedupeKey = `test:${randomUUID()}`;
  const mail = await inTransaction(deps.db, async (trx) => {
    const admin = (await findActiveAdmins(trx)).find(({ id }) => id === actor.userId);
    if (!admin) throw notFound('Account');
    const { subject, ...bodies } = renderEmail({
      subject: 'Test email',
      firstName: admin.firstName,
      paragraphs: ['This is a test. Your academy can send emails.'],
    });
    await queueEmail(deps, trx, {
      kind: testKind,
      userId: admin.id,
      to: admin.email,
      subject,
      ...bodies,
      dedupeKey,
    });
    const queued = await findEmailByKey(trx, dedupeKey);
    if (!queued) throw new Error('The test email was not stored');
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'mail.test_sent',
      subjectType: 'mail',
      subjectId: queued.id,
      origin,
    });
    return queued;
  });
  return presentTest(deps, mail);
}

/** Whether the admin's own test email was sent. @throws DomainError not_found */
export async function getTestEmail(deps: Deps, actor: AdminActor, id: string): Promise<TestEmail> {
  const mail = await findEmail(deps.db, id);
  if (mail?.kind !== testKind || mail.user_id !== actor.userId) throw notFound('Email');
  return presentTest(deps, mail);
}

function presentTest({ config }: Pick<Deps, 'config'>, mail: EmailRow): TestEmail {
  return {
    id: mail.id,
    to: mail.to_address,
    state: mail.status === 'queued' ? 'waiting' : mail.status,
    connected: config.mail.smtpUrl !== undefined,
    error: mail.last_error,
  };
}
