import {
  type LegalNotice,
  type LegalNoticeInput,
  type LegalNotices,
  namesOfTexts,
  textsOfNotice,
} from '../../../shared/auth/consents.ts';
import { dayText } from '../../../shared/day-text.ts';
import { accountName } from '../../../shared/person-name.ts';
import { addDays, localDay } from '../../../shared/time-zone.ts';
import { requireRecentAuthentication } from '../../access/recent-authentication.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, invalidField } from '../../errors.ts';
import { type Email, queueEmails, type Recipient } from '../../messages/email/email.operations.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { getSettings } from '../../settings/settings.operations.ts';
import {
  countRecipients,
  findNotices,
  findRecipientsAfter,
  insertNotice,
  type LegalNoticeRow,
  type ListedNoticeRow,
  lockUnfinishedNotice,
  updateNotice,
} from './legal-notices.queries.ts';

const maxListed = 10;
const batch = { people: 200, pauseSeconds: 10 };

export async function listLegalNotices(deps: Deps, _actor: AdminActor): Promise<LegalNotices> {
  const rows = await findNotices(deps.db, maxListed);
  const { recipients } = await deps.figures.get('recipients of notices', async () => ({
    recipients: await countRecipients(deps.db, deps.now()),
  }));
  return { recipients, notices: rows.map(presentNotice) };
}

/**
 * Announces a change of a legal text to all users by email, in batches in the background.
 * @throws DomainError step_up_required; invalid_input for a day that is in the past in the academy's time zone, or more
 * than 366 days away; conflict while another notice is being sent, and for the id of an earlier notice
 */
export async function sendLegalNotice(
  deps: Deps,
  actor: AdminActor,
  input: LegalNoticeInput,
  metadata: RequestMetadata,
): Promise<LegalNotices> {
  requireRecentAuthentication(deps, actor);
  const now = deps.now();
  const today = localDay(now, (await getSettings(deps)).timeZone);
  if (input.effectiveOn < today) {
    throw invalidField(
      'effectiveOn',
      'Choose today or a later day, because users must know about a change by the day it takes effect',
    );
  }
  // A mistyped year would reach everyone, and an email cannot be taken back.
  if (input.effectiveOn > addDays(today, 366)) {
    throw invalidField('effectiveOn', 'Choose a day within a year');
  }
  try {
    await inTransaction(deps.db, async (trx) => {
      const recipients = await countRecipients(trx, now);
      const id = await insertNotice(trx, {
        ...(input.id !== undefined && { id: input.id }),
        document: input.document,
        summary: input.summary,
        effective_on: input.effectiveOn,
        recipients,
        created_by: actor.userId,
        created_at: now,
      });
      if (id === undefined) {
        throw new DomainError(
          'conflict',
          'This notice was sent already. Close the form to see it; open the form again to send another one.',
        );
      }
      await recordAudit(trx, {
        actorId: actor.userId,
        action: 'legal_notice.sent',
        subjectType: 'legal_notice',
        subjectId: id,
        metadata,
        details: { type: input.document, from: input.effectiveOn, users: recipients },
      });
      await deps.jobs.enqueue(trx, 'send-legal-notice', { noticeId: id });
    });
    return await listLegalNotices(deps, actor);
  } catch (error) {
    if (!isUniqueViolation(error, 'legal_notices_unfinished')) throw error;
    throw new DomainError(
      'conflict',
      'Another notice is still being sent. Wait until it is done, then try again.',
    );
  }
}

/** The `send-legal-notice` job: emails one batch of users, then enqueues the next batch. */
export async function queueNoticeEmails(deps: Deps, noticeId: string): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const notice = await lockUnfinishedNotice(trx, noticeId);
    if (!notice) return;
    const people = await findRecipientsAfter(trx, notice, batch.people);
    const emails = people.map((person) => noticeEmail(notice, person, deps.appUrl()));
    await queueEmails(deps, trx, emails);
    const isLast = people.length < batch.people;
    await updateNotice(trx, noticeId, {
      emailed: notice.emailed + people.length,
      last_user_id: people.at(-1)?.id ?? notice.last_user_id,
      finished_at: isLast ? deps.now() : null,
    });
    if (!isLast) await deps.jobs.enqueue(trx, 'send-legal-notice', { noticeId }, batch.pauseSeconds);
  });
}

const paths = { terms: '/terms-of-service', privacy: '/privacy-policy' } as const;

function noticeEmail(notice: LegalNoticeRow, to: Recipient, appUrl: string): Email {
  const texts = textsOfNotice(notice.document);
  const [first = 'terms'] = texts;
  return {
    kind: 'legal_notice',
    userId: to.id,
    to: to.email,
    template: {
      text: 'legal_notice',
      firstName: to.firstName,
      values: {
        texts: namesOfTexts(texts),
        summary: notice.summary,
        otherText: texts
          .slice(1)
          .map((text) => `${namesOfTexts([text])}: ${appUrl}${paths[text]}`)
          .join('\n'),
      },
      action: { label: `Read the ${namesOfTexts([first])}`, url: appUrl + paths[first], isPublic: true },
      facts: [['Takes effect on', dayText(notice.effective_on)]],
    },
    dedupeKey: `legal_notice:${notice.id}:${to.id}`,
  };
}

function presentNotice(row: ListedNoticeRow): LegalNotice {
  const { id, document, summary, recipients, emailed } = row;
  return {
    id,
    document,
    summary,
    effectiveOn: row.effective_on,
    recipients,
    emailed,
    createdAt: row.created_at,
    createdByName: row.email === null ? null : accountName(row),
    finishedAt: row.finished_at,
  };
}
