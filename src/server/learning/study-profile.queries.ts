import type { StudyProfile } from '../../shared/learning/study-profile.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { lockKey } from '../platform/db/lock-key.ts';

/** Serializes changes of a user's study profile until the transaction ends. */
export async function lockStudyProfile(trx: Trx, userId: string): Promise<void> {
  await lockKey(trx, `study-profile:${userId}`);
}

export async function findStudyProfile(db: Db | Trx, userId: string): Promise<StudyProfile | undefined> {
  return db
    .selectFrom('study_profiles')
    .select(['game', 'stakes', 'aim', 'weekly_hours as weeklyHours'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function saveStudyProfileRow(
  trx: Trx,
  userId: string,
  { weeklyHours, ...answers }: StudyProfile,
  now: Date,
): Promise<void> {
  const values = { ...answers, weekly_hours: weeklyHours, updated_at: now };
  await trx
    .insertInto('study_profiles')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}
