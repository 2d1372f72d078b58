import { openKycStatuses } from '../../shared/enums.ts';
import type { Trx } from '../platform/db/database.ts';
import { waitsForApplicant } from '../platform/db/waits-for-applicant.ts';

/**
 * Sets `apologised_at` of open applications that were sent before `before`, that still wait for an admin, and for which
 * no apology was sent yet. Excludes applications that were appealed or whose decision was reopened, and those of
 * accounts that are suspended, deleted or about to be deleted. Skips locked rows, which are being changed.
 * @returns the applicants to email, at most `limit`
 */
export async function markApologized(trx: Trx, before: Date, now: Date, limit: number) {
  const late = trx
    .selectFrom('kyc_applications as application')
    .innerJoin('users as person', 'person.id', 'application.user_id')
    .select('application.id')
    .where('application.superseded_at', 'is', null)
    .where('application.apologised_at', 'is', null)
    .where('application.status', 'in', openKycStatuses)
    .where('application.created_at', '<', before.toISOString())
    .where((eb) => eb.not(waitsForApplicant('application')))
    .where('person.deleted_at', 'is', null)
    .where('person.deletion_due_at', 'is', null)
    .where('person.suspended_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('kyc_events as event')
            .select('event.id')
            .whereRef('event.application_id', '=', 'application.id')
            .where((event) =>
              event.or([
                event('event.kind', '=', 'appeal'),
                event.and([
                  event('event.kind', '=', 'decision'),
                  event('event.from_status', 'in', ['approved', 'rejected']),
                ]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('application.created_at')
    .limit(limit)
    .forUpdate('application')
    .skipLocked();
  const marked = await trx
    .updateTable('kyc_applications')
    .set({ apologised_at: now })
    .where('id', 'in', late)
    .returning(['id', 'user_id'])
    .execute();
  if (marked.length === 0) return [];
  return trx
    .selectFrom('kyc_applications')
    .innerJoin('users', 'users.id', 'kyc_applications.user_id')
    .select([
      'kyc_applications.id as applicationId',
      'users.id',
      'users.email',
      'users.first_name as firstName',
    ])
    .where(
      'kyc_applications.id',
      'in',
      marked.map(({ id }) => id),
    )
    .execute();
}
