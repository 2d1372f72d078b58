import { sql } from 'kysely';
import { canLogIn } from '../platform/db/can-log-in.ts';
import type { Db, Trx } from '../platform/db/database.ts';

/** Present and former coaches, present ones first. @param answeredSince - answers after this time are counted */
export async function findCoaches(db: Db, answeredSince: Date) {
  return db
    .selectFrom('coaches')
    .innerJoin('users', 'users.id', 'coaches.user_id')
    .select(['user_id', 'display_name', 'about', 'weekly_capacity', 'active', 'coaches.created_at'])
    .select([
      canLogIn.as('can_log_in'),
      sql<number>`(select count(*)::int from questions
        where claimed_by = coaches.user_id and status = 'claimed')`.as('claimed'),
      sql<number>`(select count(*)::int from coach_answers
        where created_by = coaches.user_id and created_at > ${answeredSince}::timestamptz)`.as('answered'),
    ])
    .orderBy('active', 'desc')
    .orderBy('display_name')
    .orderBy('user_id')
    .limit(200)
    .execute();
}

export async function lockCoach(trx: Trx, userId: string) {
  return trx
    .selectFrom('coaches')
    .select(['display_name as displayName', 'about', 'weekly_capacity as weeklyCapacity', 'active'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveCoach(
  trx: Trx,
  coach: {
    userId: string;
    displayName: string;
    about: string;
    weeklyCapacity: number;
    grantedBy: string;
    now: Date;
  },
): Promise<void> {
  const columns = {
    display_name: coach.displayName,
    about: coach.about,
    weekly_capacity: coach.weeklyCapacity,
    active: true,
    granted_by: coach.grantedBy,
  };
  await trx
    .insertInto('coaches')
    .values({ user_id: coach.userId, created_at: coach.now, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute();
}

/** @returns false for a user who is not an active coach */
export async function deactivateCoach(trx: Trx, userId: string): Promise<boolean> {
  const result = await trx
    .updateTable('coaches')
    .set({ active: false })
    .where('user_id', '=', userId)
    .where('active', '=', true)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Locks an account until the transaction ends. @returns undefined if it does not exist or cannot log in */
export async function lockIfCanLogIn(trx: Trx, userId: string) {
  return trx
    .selectFrom('users')
    .select('role')
    .where('id', '=', userId)
    .where(canLogIn)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
