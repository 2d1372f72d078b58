import { hourMs } from '../../shared/durations.ts';
import type { Deps } from '../deps.ts';
import { notifyAdminsWithEmail } from '../messages/email/admin-emails.operations.ts';
import { queueEmail } from '../messages/email/email.operations.ts';
import { lateReviewEmail } from '../messages/email/templates/kyc.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { markApologised } from './late-reviews.queries.ts';

const batch = 100;

/**
 * The `apologise-late-reviews` job: emails applicants whose review takes longer than the settings promise, once per
 * application.
 * @returns the number of applicants emailed
 */
export async function apologiseForLateReviews(deps: Deps): Promise<number> {
  const settings = await getSettings(deps);
  let notified = 0;
  for (;;) {
    const count = await inTransaction(deps.db, async (trx) => {
      const now = deps.now();
      const before = new Date(now.getTime() - settings.reviewHoursTo * hourMs);
      const late = await markApologised(trx, before, now, batch);
      for (const person of late) {
        await queueEmail(deps, trx, lateReviewEmail(person, person.applicationId, settings, deps.appUrl()));
      }
      const [first] = late;
      if (first) await notifyOfLate(deps, trx, late.length, first.applicationId, now);
      return late.length;
    });
    notified += count;
    if (count < batch) break;
  }
  if (notified > 0)
    deps.log.warn({ applications: notified }, 'reviews are overdue; applicants were notified');
  return notified;
}

/** Sends one notification for all late reviews of a run. @param first id of one of the applications */
function notifyOfLate(deps: Deps, trx: Trx, count: number, first: string, now: Date): Promise<void> {
  return notifyAdminsWithEmail(deps, trx, {
    kind: 'admin_late_review',
    text: 'staff_late_review',
    values: { reviews: count === 1 ? 'An identity check is' : `${count} identity checks are` },
    path: count === 1 ? `/admin?tab=kyc&case=${first}` : '/admin?tab=kyc&status=open',
    dedupeKey: `late-review:${first}`,
    now,
  });
}
