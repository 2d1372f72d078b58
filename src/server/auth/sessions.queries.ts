import { sql } from 'kysely';
import type { Role } from '../../shared/enums.ts';
import { canLogIn } from '../platform/db/can-log-in.ts';
import { compiledOnce } from '../platform/db/compiled-once.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { markSeen } from './users.queries.ts';

/**
 * Inserts a session and locks the account until the transaction ends. If another transaction suspends the account or
 * changes its password or second factor, it either commits first, and no session is inserted, or waits for this one.
 * @returns false if the password or the second factor has changed since the login checked them, or the account can no
 * longer log in
 */
export async function insertSession(
  db: Db | Trx,
  session: {
    sidHash: string;
    userId: string;
    passwordHash: string;
    hasTwoFactor: boolean;
    expiresAt: Date;
    userAgent: string | null;
    ip: string | null;
    country: string | undefined;
    now: Date;
  },
): Promise<boolean> {
  const { now, userAgent, ip, country } = session;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sessions')
    .columns(['sid', 'user_id', 'sess', 'expire', 'created_at', 'last_seen_at', 'confirmed_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          sql<string>`${session.sidHash}::text`.as('sid'),
          'users.id as user_id',
          sql<string>`${JSON.stringify({ userAgent, ip, country })}::jsonb`.as('sess'),
          sql<Date>`${session.expiresAt}::timestamptz`.as('expire'),
          sql<Date>`${now}::timestamptz`.as('created_at'),
          sql<Date>`${now}::timestamptz`.as('last_seen_at'),
          sql<Date>`${now}::timestamptz`.as('confirmed_at'),
        ])
        .where('users.id', '=', session.userId)
        .where('users.password_hash', '=', session.passwordHash)
        .where('users.two_factor_enabled_at', session.hasTwoFactor ? 'is not' : 'is', null)
        .where(canLogIn)
        .forShare(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export type LiveSession = {
  sidHash: string;
  id: string;
  userId: string;
  role: Role;
  isCoach: boolean;
  twoFactorEnabledAt: string | null;
  /** When a login first showed that an admin's or a coach's password violates the strict policy; null otherwise. */
  passwordRejectedAt: string | null;
  confirmedAt: string | null;
  createdAt: string;
  lastSeenAt: string;
  /** The impersonation that the admin started; it may have ended. */
  impersonationId: string | null;
};

/**
 * Reads sessions with their users in one query. Omits the sessions of users who cannot log in. The caller must check
 * `expire`.
 */
export const findSessions = compiledOnce<LiveSession & { expire: string }>((db, sidHashes) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('coaches', (join) =>
      join.onRef('coaches.user_id', '=', 'users.id').on(sql<boolean>`coaches.active`),
    )
    .select(sql<boolean>`coaches.user_id is not null`.as('isCoach'))
    .select([
      'sessions.sid as sidHash',
      'sessions.expire as expire',
      'sessions.id as id',
      'sessions.user_id as userId',
      'users.role as role',
      'users.two_factor_enabled_at as twoFactorEnabledAt',
      'users.password_refused_at as passwordRejectedAt',
      'sessions.confirmed_at as confirmedAt',
      'sessions.created_at as createdAt',
      'sessions.last_seen_at as lastSeenAt',
      'sessions.viewing_id as impersonationId',
    ])
    .where('sessions.sid', '=', sql<string>`any(${sidHashes})`)
    .where(canLogIn),
);

/**
 * The student whom an admin impersonates; undefined if the impersonation has ended, or if the user is deleted or not a
 * student any more. A suspension of the student, or a request for deletion, does not end the impersonation. If it did,
 * pages that are already open would still say that nothing can be changed, but send their requests as the admin.
 */
export async function findImpersonatedStudent(db: Db, id: string, now: Date) {
  return db
    .selectFrom('account_views')
    .innerJoin('users', 'users.id', 'account_views.user_id')
    .select(['account_views.user_id as userId', 'account_views.ends_at as endsAt'])
    .where('account_views.id', '=', id)
    .where('account_views.ended_at', 'is', null)
    .where('account_views.ends_at', '>', now.toISOString())
    .where('users.role', '=', 'user')
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Uses two statements, so that it cannot deadlock with code that ends sessions. Such code locks the account first. */
export async function extendSession(db: Db, sidHash: string, expiresAt: Date, now: Date): Promise<void> {
  const session = await db
    .updateTable('sessions')
    .set({ expire: expiresAt, last_seen_at: now })
    .where('sid', '=', sidHash)
    .returning('user_id')
    .executeTakeFirst();
  if (!session) return;
  await markSeen(db, session.user_id, now);
}

export async function deleteSession(db: Db | Trx, sidHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('sid', '=', sidHash).execute();
}

/** Ends the user's sessions, except the one whose id has the hash `sidHash`. */
export async function deleteOtherSessions(trx: Trx, userId: string, sidHash: string): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).where('sid', '!=', sidHash).execute();
}

/** Replaces the hash of a session's id, which invalidates the cookie with the old id. */
export async function replaceSidHash(trx: Trx, from: string, to: string): Promise<void> {
  await trx.updateTable('sessions').set({ sid: to }).where('sid', '=', from).execute();
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<number> {
  const result = await db.deleteFrom('sessions').where('expire', '<=', now.toISOString()).executeTakeFirst();
  return Number(result.numDeletedRows);
}
