import type { SignInMethod, SignInOutcome } from '../../shared/auth/sign-in-security.ts';
import type { Db, Trx } from '../platform/db/database.ts';

export type SignInRow = {
  id: number;
  at: string;
  outcome: SignInOutcome;
  method: SignInMethod | null;
  userAgent: string | null;
  ip: string | null;
};

export async function insertSignIn(
  db: Db | Trx,
  signIn: {
    userId: string | null;
    at: Date;
    outcome: SignInOutcome;
    method: SignInMethod | null;
    userAgent: string | null;
    ip: string;
  },
): Promise<number> {
  const row = await db
    .insertInto('sign_ins')
    .values({
      user_id: signIn.userId,
      at: signIn.at,
      outcome: signIn.outcome,
      method: signIn.method,
      user_agent: signIn.userAgent,
      ip: signIn.ip,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Newest first. */
export async function findSignIns(db: Db, userId: string, limit: number): Promise<SignInRow[]> {
  return db
    .selectFrom('sign_ins')
    .select(['id', 'at', 'outcome', 'method', 'user_agent as userAgent', 'ip'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
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

/** Deletes old sign-ins. Attempts on unknown accounts have a shorter retention. */
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
