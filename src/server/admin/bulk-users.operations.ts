import type { UserExportInput } from '../../shared/admin/admin-users.ts';
import {
  type EmailNoticeInput,
  maxPeopleAtOnce,
  type PeopleInput,
  type PeoplePreview,
} from '../../shared/admin/bulk-users.ts';
import { requireRecentAuthentication } from '../access/recent-authentication.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { queueEmails } from '../messages/email/email.operations.ts';
import { noticeEmail, noticeKind } from '../messages/email/templates/notice.ts';
import { inTransaction } from '../platform/db/database.ts';
import { findMatchingIds, findPeople } from './bulk-users.queries.ts';
import { countUsers } from './user-list.queries.ts';
import { hasFewMatches } from './users.operations.ts';

/** The ids of the first users in the filtered list. */
async function findFirst(deps: Deps, filter: UserExportInput, limit: number): Promise<string[]> {
  const { sort: _sort, ...narrowing } = filter;
  // Affects only the query plan.
  const isRare = await hasFewMatches(deps, narrowing);
  return findMatchingIds(deps.db, filter, deps.now(), isRare, limit);
}

/**
 * The users that an action would affect, and how many of them would not get a notice. If the filter matches too many
 * users for one action, returns only the number of matches.
 * @throws DomainError invalid_input if no user is selected, no user matches the filter, or all selected users were
 * deleted
 */
export async function previewPeople(
  deps: Deps,
  _admin: AdminActor,
  { ids: selected, filter }: PeopleInput,
): Promise<PeoplePreview> {
  const now = deps.now();
  const ids = selected ?? (filter ? await findFirst(deps, filter, maxPeopleAtOnce + 1) : []);
  if (ids.length === 0) {
    throw new DomainError('invalid_input', filter ? 'No user matches these filters.' : 'Select users first.');
  }
  if (filter && ids.length > maxPeopleAtOnce) {
    const { total } = await countUsers(deps.db, filter, now);
    return { total, ids: [], closed: 0, unsubscribed: 0 };
  }
  const people = await findPeople(deps.db, ids, noticeKind);
  if (people.length === 0) throw new DomainError('invalid_input', 'These users were deleted.');
  const known = new Set(people.map(({ id }) => id));
  const closed = people.filter(({ isClosed }) => isClosed);
  return {
    total: people.length,
    ids: ids.filter((id) => known.has(id)),
    closed: closed.length,
    unsubscribed: people.filter(({ isClosed, isUnsubscribed }) => !isClosed && isUnsubscribed).length,
  };
}

/**
 * Emails users a notice. Users who cannot log in, and those who switched notices off, get none. A repeated call with
 * the same notice id sends no user a second email.
 * @returns how many users get the notice, including those who got it from an earlier call
 * @throws DomainError step_up_required, too_many_attempts
 */
export async function emailNotice(
  deps: Deps,
  admin: AdminActor,
  { ids, noticeId, subject, text }: EmailNoticeInput,
  metadata: RequestMetadata,
): Promise<{ done: number }> {
  requireRecentAuthentication(deps, admin);
  await deps.attemptLimits.count('noticeRecipientsPerAdmin', admin.userId, ids.length);
  return inTransaction(deps.db, async (trx) => {
    const people = await findPeople(trx, ids, noticeKind);
    const reached = people.filter(({ isClosed, isUnsubscribed }) => !isClosed && !isUnsubscribed);
    const emails = reached.map((person) => noticeEmail(person, { noticeId, subject, text }));
    await queueEmails(deps, trx, emails);
    if (reached.length > 0) {
      const entry = { actorId: admin.userId, action: 'user.notice_emailed', subjectType: 'user', metadata };
      const details = { noticeId, count: reached.length };
      await recordAudit(trx, ...reached.map(({ id }) => ({ ...entry, subjectId: id, details })));
    }
    return { done: reached.length };
  });
}
