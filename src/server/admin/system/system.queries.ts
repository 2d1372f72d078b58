import { sql } from 'kysely';
import { backupTaken } from '../../../shared/admin/audit-actions.ts';
import type { Db } from '../../platform/db/database.ts';

export type JobRow = { name: string; lastDoneAt: string | null; failed: number; late: number };

/** Every queue that has jobs. Completed jobs count too, until pg-boss deletes them after some days. */
export async function findJobStates(
  db: Db,
  bounds: { failedAfter: Date; dueBefore: Date },
): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select name,
      max(completed_on) filter (where state = 'completed') as "lastDoneAt",
      (count(*) filter (where state = 'failed' and completed_on >= ${bounds.failedAfter}))::int as failed,
      (count(*) filter (where state in ('created', 'retry') and start_after < ${bounds.dueBefore}))::int as late
    from pgboss.job group by name order by name`.execute(db);
  return rows;
}

/**
 * The error of the newest email that was queued before this time and whose last attempt failed; null if there is none.
 */
export async function findLateEmailError(db: Db, queuedBefore: Date): Promise<string | null> {
  const email = await db
    .selectFrom('mail_messages')
    .select('last_error')
    .where('status', '=', 'queued')
    .where('created_at', '<', queuedBefore.toISOString())
    .where('last_error', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return email?.last_error ?? null;
}

export async function countUnsentEmails(
  db: Db,
  queuedBefore: Date,
): Promise<{ failed: number; late: number }> {
  return db
    .selectFrom('mail_messages')
    .select((eb) => [
      eb.fn
        .countAll<number>()
        .filterWhere((mail) => mail.and([mail('status', '=', 'failed'), mail('dismissed_at', 'is', null)]))
        .as('failed'),
      eb.fn
        .countAll<number>()
        .filterWhere((mail) =>
          mail.and([mail('status', '=', 'queued'), mail('created_at', '<', queuedBefore.toISOString())]),
        )
        .as('late'),
    ])
    .where('status', '<>', 'sent')
    .executeTakeFirstOrThrow();
}

/** The number of Stripe events that were received before this time and are still not processed. */
export async function countUnprocessedEvents(db: Db, receivedBefore: Date): Promise<number> {
  const { count } = await db
    .selectFrom('stripe_events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'received')
    .where('received_at', '<', receivedBefore.toISOString())
    .executeTakeFirstOrThrow();
  return count;
}

/** The time of the database server. */
export async function findDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{
    ms: number;
  }>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(db);
  const [time] = rows;
  if (!time) throw new Error('the database returned no row');
  return new Date(time.ms);
}

/**
 * The version of Postgres, such as `15.20`, the size of the database in bytes, and when `npm run backup` last
 * completed, null if it never did.
 */
export type DatabaseFacts = { version: string; bytes: number; lastBackupAt: string | null };

export async function findDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      pg_database_size(current_database())::float8 as bytes,
      (select at from audit_log where action = ${backupTaken} order by id desc limit 1) as "lastBackupAt"`.execute(
    db,
  );
  const [facts] = rows;
  if (!facts) throw new Error('the database returned no row');
  return facts;
}
