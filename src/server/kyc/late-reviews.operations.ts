import { hourMs } from '../../shared/durations.ts';
import type { Deps } from '../deps.ts';
import { notifyAdminsWithEmail } from '../messages/email/admin-emails.operations.ts';
import { queueEmails } from '../messages/email/email.operations.ts';
import { lateReviewEmail } from '../messages/email/templates/kyc.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { markApologized } from './late-reviews.queries.ts';

/** The maximum number of applicants that a run emails. */
const batch = 200;

/**
 * The `apologise-late-reviews` job: emails applicants whose review takes longer than the settings promise, once per
 * application, and notifies the admins once per run.
 * @returns the number of applicants emailed, at most 200; the next run emails the others
 */
export async function apologizeForLateReviews(deps: Deps): Promise<number> {
  const settings = await getSettings(deps);
  const notified = await inTransaction(deps.db, async (trx) => {
    const now = deps.now();
    const before = new Date(now.getTime() - settings.reviewHoursTo * hourMs);
    const late = await markApologized(trx, before, now, batch);
    await queueEmails(
      deps,
      trx,
      late.map((person) => lateReviewEmail(person, person.applicationId, settings, deps.appUrl())),
    );
    const [first] = late;
    if (first) await notifyOfLate(deps, trx, late.length, first.applicationId);
    return late.length;
  });
  if (notified > 0)
    deps.log.warn({ applications: notified }, 'reviews are overdue; applicants were notified');
  return notified;
}

/** Notifies the admins once for all late reviews of a run. @param applicationId - one of the late applications */
function notifyOfLate(deps: Deps, trx: Trx, count: number, applicationId: string): Promise<void> {
  const reviews = count === 1 ? 'An identity review is' : `${count} identity reviews are`;
  return notifyAdminsWithEmail(deps, trx, {
    kind: 'admin_late_review',
    text: 'staff_late_review',
    values: { reviews },
    path: count === 1 ? `/admin?tab=kyc&case=${applicationId}` : '/admin?tab=kyc&status=open',
    dedupeKey: `late-review:${applicationId}`,
    appearsAt: deps.now(),
  });
}
