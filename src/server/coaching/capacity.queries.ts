import { sql } from 'kysely';
import { canLogIn } from '../platform/db/can-log-in.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { lockKey } from '../platform/db/lock-key.ts';
import { waitsForCoach } from '../platform/db/waits-for-coach.ts';

/**
 * Serializes new questions of all students until the transaction ends, so that concurrent questions do not exceed the
 * capacity.
 */
export async function lockCapacity(trx: Trx): Promise<void> {
  await lockKey(trx, 'questions');
}

/**
 * How many open questions the active coaches accept, how many questions wait for an answer, and when the first of them
 * is due.
 */
export async function findLoad(db: Db | Trx) {
  const [coaches, questions] = await Promise.all([
    db
      .selectFrom('coaches')
      .innerJoin('users', 'users.id', 'coaches.user_id')
      .select(sql<number>`coalesce(sum(weekly_capacity), 0)::int`.as('capacity'))
      .where('coaches.active', '=', true)
      .where(canLogIn)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('questions')
      .select((eb) => [eb.fn.countAll<number>().as('open'), eb.fn.min('due_at').as('firstDueAt')])
      .where(waitsForCoach)
      .executeTakeFirstOrThrow(),
  ]);
  return { ...coaches, ...questions };
}
