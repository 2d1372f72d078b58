import { sql } from 'kysely';
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

/** The number of Stripe events that are stored but not processed. */
export async function countUnprocessedEvents(db: Db, receivedBefore: Date): Promise<number> {
  const { count } = await db
    .selectFrom('stripe_events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'received')
    .where('received_at', '<', receivedBefore.toISOString())
    .executeTakeFirstOrThrow();
  return count;
}

/** The version of Postgres, such as `15.20`, and the size of the database in bytes. */
export type DatabaseFacts = { version: string; bytes: number };

export async function findDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      pg_database_size(current_database())::float8 as bytes`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('the database did not answer');
  return facts;
}
