import { sql } from 'kysely';
import { canLogIn } from '../platform/db/can-log-in.ts';
import type { Db, Trx } from '../platform/db/database.ts';

/** The users among `userIds` who are active coaches and can log in. */
export async function findCoaches(db: Db, userIds: readonly string[]) {
  return db
    .selectFrom('coaches')
    .innerJoin('users', 'users.id', 'coaches.user_id')
    .select(['coaches.user_id as userId', 'coaches.display_name as displayName'])
    .where('coaches.user_id', '=', sql<string>`any(${userIds})`)
    .where('coaches.active', '=', true)
    .where(canLogIn)
    .execute();
}

/** Makes the user a coach if there are no coaches yet. */
export async function insertFirstCoach(
  trx: Trx,
  coach: { userId: string; displayName: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('coaches')
    .columns(['user_id', 'display_name', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          'users.id',
          eb.val(coach.displayName).as('display_name'),
          eb.cast<string>(eb.val(coach.now.toISOString()), 'timestamptz').as('created_at'),
        ])
        .where('users.id', '=', coach.userId)
        .where(({ not, exists, selectFrom }) => not(exists(selectFrom('coaches').select('user_id')))),
    )
    .execute();
}
