import { hourMs } from '../../shared/durations.ts';
import type { Deps } from '../deps.ts';
import { notifyAdminsWithEmail } from '../messages/email/admin-emails.operations.ts';
import { queueEmail } from '../messages/email/email.operations.ts';
import { lateReviewEmail } from '../messages/email/templates/kyc.ts';
import { inTransaction } from '../platform/db/database.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { markApologized } from './late-reviews.queries.ts';

const batch = 100;

/**
 * The `apologise-late-reviews` job: emails applicants whose review takes longer than the settings promise, once per
 * application, and notifies the admins.
 * @returns the number of applicants emailed
 */
export async function apologizeForLateReviews(deps: Deps): Promise<number> {
  const settings = await getSettings(deps);
  let notified = 0;
  let first: string | undefined;
  for (;;) {
    const late = await inTransaction(deps.db, async (trx) => {
      const now = deps.now();
      const before = new Date(now.getTime() - settings.reviewHoursTo * hourMs);
      const people = await markApologized(trx, before, now, batch);
      for (const person of people) {
        await queueEmail(deps, trx, lateReviewEmail(person, person.applicationId, settings, deps.appUrl()));
      }
      return people;
    });
    first ??= late[0]?.applicationId;
    notified += late.length;
    if (late.length < batch) break;
  }
  if (first === undefined) return 0;
  await notifyOfLate(deps, notified, first);
  deps.log.warn({ applications: notified }, 'reviews are overdue; applicants were notified');
  return notified;
}

/** Notifies the admins once for all late reviews of a run. @param applicationId one of the late applications */
function notifyOfLate(deps: Deps, count: number, applicationId: string): Promise<void> {
  const reviews =
    count === 1 ? 'An identity review is' : `${count.toLocaleString('en-US')} identity reviews are`;
  return inTransaction(deps.db, (trx) =>
    notifyAdminsWithEmail(deps, trx, {
      kind: 'admin_late_review',
      text: 'staff_late_review',
      values: { reviews },
      path: count === 1 ? `/admin?tab=kyc&case=${applicationId}` : '/admin?tab=kyc&status=open',
      dedupeKey: `late-review:${applicationId}`,
      appearsAt: deps.now(),
    }),
  );
}
