import { randomUUID } from 'node:crypto';
import type { TestEmail, TextTestInput } from '../../../shared/messages/test-email.ts';
import { placeholderSamples } from '../../../shared/site-texts/email-placeholders.ts';
import { emailParts, emailTextKey, emailTexts } from '../../../shared/site-texts/email-texts.ts';
import { findActiveAdmins } from '../../access/active-admins.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { validTexts } from '../../settings/texts/texts.operations.ts';
import { queueEmail } from './email.operations.ts';
import { type EmailRow, findEmail, findEmailByKey } from './email.queries.ts';
import { type ComposedEmail, renderEmail, renderTemplate } from './render-email.ts';

const testKind = 'test';

/**
 * Sends a test email to the admin, through the outbox like every other email.
 * @throws DomainError too_many_attempts beyond `testEmailPerAdmin`; not_found if the admin can no longer log in
 */
export async function sendTestEmail(
  deps: Deps,
  actor: AdminActor,
  metadata: RequestMetadata,
): Promise<TestEmail> {
  await deps.attemptLimits.count('testEmailPerAdmin', actor.userId);
  return sendToSelf(deps, actor, metadata, {}, (firstName) =>
    renderEmail({
      subject: 'Test email',
      firstName,
      paragraphs: ['This is a test. Your academy can send emails.'],
    }),
  );
}

/**
 * Sends the admin an email with the texts that the admin is editing, with examples in place of the placeholders.
 * @throws DomainError invalid_input like `validTexts`; too_many_attempts beyond `textTestPerAdmin`; not_found if the
 * admin can no longer log in
 */
export async function sendTextTest(
  deps: Deps,
  actor: AdminActor,
  { email, texts }: TextTestInput,
  metadata: RequestMetadata,
): Promise<TestEmail> {
  const edited = validTexts(
    emailParts.map((part) => ({ key: emailTextKey(email, part), value: texts[part] })),
  );
  await deps.attemptLimits.count('textTestPerAdmin', actor.userId);
  return sendToSelf(deps, actor, metadata, { email: emailTexts[email].name }, (firstName) => {
    const action = { label: 'The button of this email', url: deps.appUrl() };
    const content = renderTemplate({ text: email, firstName, values: placeholderSamples, action }, edited);
    return { ...content, subject: `Test: ${content.subject}` };
  });
}

async function sendToSelf(
  deps: Deps,
  actor: AdminActor,
  metadata: RequestMetadata,
  details: Record<string, string>,
  compose: (firstName: string) => ComposedEmail,
): Promise<TestEmail> {
  const dedupeKey = `test:${randomUUID()}`;
  const mail = await inTransaction(deps.db, async (trx) => {
    const admin = (await findActiveAdmins(trx)).find(({ id }) => id === actor.userId);
    if (!admin) throw notFound('Account');
    await queueEmail(deps, trx, {
      kind: testKind,
      userId: admin.id,
      to: admin.email,
      ...compose(admin.firstName),
      dedupeKey,
    });
    const queued = await findEmailByKey(trx, dedupeKey);
    if (!queued) throw new Error('The test email was not stored');
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'mail.test_sent',
      subjectType: 'mail',
      subjectId: queued.id,
      metadata,
      details,
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
    subject: mail.subject,
    state: mail.status === 'queued' ? 'waiting' : mail.status,
    connected: config.mail.smtpUrl !== undefined,
    error: mail.last_error,
  };
}
