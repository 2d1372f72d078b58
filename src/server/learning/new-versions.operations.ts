import { dayMs, hourMs } from '../../shared/durations.ts';
import { authorizeFile } from '../access/file-access.operations.ts';
import type { Deps } from '../deps.ts';
import { unlessRejected } from '../errors.ts';
import { queueEmail } from '../messages/email/email.operations.ts';
import { newVersionEmail } from '../messages/email/templates/receipt.ts';
import { inTransaction } from '../platform/db/database.ts';
import { findNewVersionRecipients, type NewVersionRecipient } from './new-versions.queries.ts';

/** Versions are announced after an hour, so that of several corrections in a row only the last is announced. */
const delayMs = hourMs;
/** A version that was added longer ago than this is not announced. */
const maxAgeMs = 7 * dayMs;
const batch = 200;
const lowestId = '00000000-0000-0000-0000-000000000000';

/**
 * Announces each new version of a PDF by one email to each user who opened an earlier version and still has access to
 * the PDF. Part of the `tell-of-ready-products` job.
 * @returns the number of emails queued
 */
export async function announceNewVersions(deps: Deps): Promise<number> {
  const now = deps.now().getTime();
  const added = { after: new Date(now - maxAgeMs), before: new Date(now - delayMs) };
  let queued = 0;
  let after = { userId: lowestId, uploadId: lowestId };
  for (;;) {
    const recipients = await findNewVersionRecipients(deps.db, added, { after, limit: batch });
    for (const recipient of recipients) {
      const { userId, role, kind, itemId } = recipient;
      const file = { kind, idText: String(itemId) };
      if (!(await unlessRejected(authorizeFile(deps, { userId, role }, file)))) continue;
      await announce(deps, recipient);
      queued += 1;
    }
    const last = recipients.at(-1);
    if (!last || recipients.length < batch) return queued;
    after = last;
  }
}

async function announce(deps: Deps, recipient: NewVersionRecipient): Promise<void> {
  const { userId: id, email, firstName, title, uploadId, kind, itemId } = recipient;
  const url = `${deps.appUrl()}/read/${kind}/${itemId}`;
  await inTransaction(deps.db, (trx) =>
    queueEmail(deps, trx, newVersionEmail({ id, email, firstName }, { title, uploadId, url })),
  );
}
