import type { Role } from '../../shared/enums.ts';
import type { Db, Trx } from '../db/database.ts';

export async function insertSession(
  db: Db | Trx,
  session: {
    sidHash: string;
    userId: string;
    expiresAt: Date;
    userAgent: string | null;
    ip: string | null;
    now: Date;
  },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      sid: session.sidHash,
      user_id: session.userId,
      sess: JSON.stringify({ userAgent: session.userAgent, ip: session.ip }),
      expire: session.expiresAt,
      created_at: session.now,
      last_seen_at: session.now,
      confirmed_at: session.now,
    })
    .execute();
  await markSeen(db, session.userId, session.now);
}

/** What the list of users is sorted by. */
async function markSeen(db: Db | Trx, userId: string, now: Date): Promise<void> {
  await db.updateTable('users').set({ last_seen_at: now }).where('id', '=', userId).execute();
}

export type LiveSession = {
  id: string;
  userId: string;
  role: Role;
  twoFactorEnabledAt: string | null;
  confirmedAt: string | null;
  createdAt: string;
  lastSeenAt: string;
};

/** The session and its person in one read; undefined when it ended or the account is suspended or deleted (ACC-7). */
export async function findLiveSession(db: Db, sidHash: string, now: Date): Promise<LiveSession | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as id',
      'sessions.user_id as userId',
      'users.role as role',
      'users.two_factor_enabled_at as twoFactorEnabledAt',
      'sessions.confirmed_at as confirmedAt',
      'sessions.created_at as createdAt',
      'sessions.last_seen_at as lastSeenAt',
    ])
    .where('sessions.sid', '=', sidHash)
    .where('sessions.expire', '>', now.toISOString())
    .where('users.suspended_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .where('users.deletion_due_at', 'is', null)
    .executeTakeFirst();
}

/** Two statements, each on its own: whoever ends sessions holds the account first, so neither waits for the other. */
export async function extendSession(db: Db, sidHash: string, expiresAt: Date, now: Date): Promise<void> {
  const session = await db
    .updateTable('sessions')
    .set({ expire: expiresAt, last_seen_at: now })
    .where('sid', '=', sidHash)
    .returning('user_id')
    .executeTakeFirst();
  if (session) await markSeen(db, session.user_id, now);
}

export async function deleteSession(db: Db | Trx, sidHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('sid', '=', sidHash).execute();
}

export async function deleteSessionsOfUser(db: Db | Trx, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<number> {
  const result = await db.deleteFrom('sessions').where('expire', '<=', now.toISOString()).executeTakeFirst();
  return Number(result.numDeletedRows);
}
