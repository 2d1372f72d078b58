import { canLogIn } from '../platform/db/can-log-in.ts';
import type { Db } from '../platform/db/database.ts';

export type WeekRecipient = Awaited<ReturnType<typeof findWeekRecipients>>[number];

/** Users who turned the weekly email on and can log in, ordered by id. */
export async function findWeekRecipients(db: Db, afterId: string | undefined, limit: number) {
  return db
    .selectFrom('mail_preferences')
    .innerJoin('users', 'users.id', 'mail_preferences.user_id')
    .select(['users.id', 'users.email', 'users.first_name as firstName', 'users.time_zone as timeZone'])
    .where('mail_preferences.kind', '=', 'week_in_hands')
    .where('mail_preferences.enabled', '=', true)
    .where(canLogIn)
    .$if(afterId !== undefined, (rows) => rows.where('users.id', '>', afterId ?? ''))
    .orderBy('users.id')
    .limit(limit)
    .execute();
}
