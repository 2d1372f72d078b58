import type { Insertable } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import type { SignInsTable } from '../platform/db/tables/account-tables.ts';

export async function insertSignIn(db: Db | Trx, signIn: Insertable<SignInsTable>): Promise<number> {
  const row = await db.insertInto('sign_ins').values(signIn).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export type SignInRow = Awaited<ReturnType<typeof findSignIns>>[number];

/** Newest first. */
export async function findSignIns(db: Db, userId: string, limit: number) {
  return db
    .selectFrom('sign_ins')
    .select(['id', 'at', 'outcome', 'method', 'user_agent as userAgent', 'ip'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** How many times since `since` the user's correct password was followed by a wrong second-factor code. */
export async function countWrongCodes(db: Db, userId: string, since: Date): Promise<number> {
  const row = await db
    .selectFrom('sign_ins')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('outcome', '=', 'wrong_code')
    .where('at', '>', since.toISOString())
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function clearAddressesBefore(db: Db, before: Date): Promise<number> {
  const result = await db
    .updateTable('sign_ins')
    .set({ ip: null })
    .where('ip', 'is not', null)
    .where('at', '<', before.toISOString())
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Deletes old login records. Attempts on unknown accounts have a shorter retention. */
export async function deleteSignInsBefore(
  db: Db,
  before: { all: Date; unknownAccounts: Date },
): Promise<number> {
  const result = await db
    .deleteFrom('sign_ins')
    .where((eb) =>
      eb.or([
        eb('at', '<', before.all.toISOString()),
        eb.and([eb('user_id', 'is', null), eb('at', '<', before.unknownAccounts.toISOString())]),
      ]),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
