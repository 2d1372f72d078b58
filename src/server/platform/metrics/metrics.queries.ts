import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Ages and lag are in seconds, and null if there is no event or email to measure. */
export type WorkFacts = {
  eventsWaiting: number;
  oldestEventAge: number | null;
  /** The longest time from creation at Stripe to processing, of the events received in the last 15 minutes. */
  eventLag: number | null;
  lastEventAge: number | null;
  emailsWaiting: number;
  oldestEmailAge: number | null;
  emailsFailed: number;
};

export async function findWorkFacts(db: Db): Promise<WorkFacts> {
  const { rows } = await sql<WorkFacts>`
    select * from
      (select count(*) as "eventsWaiting", extract(epoch from now() - min(received_at))::float8 as "oldestEventAge"
       from stripe_events where status = 'received') waiting,
      (select max(extract(epoch from processed_at - created_at))::float8 as "eventLag"
       from stripe_events where received_at > now() - interval '15 minutes' and processed_at is not null) done,
      (select extract(epoch from now() - max(received_at))::float8 as "lastEventAge" from stripe_events) newest,
      (select count(*) filter (where status = 'queued') as "emailsWaiting",
         extract(epoch from now() - min(created_at) filter (where status = 'queued'))::float8 as "oldestEmailAge",
         count(*) filter (where status = 'failed' and dismissed_at is null) as "emailsFailed"
       from mail_messages where status <> 'sent') mail`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('the query returned no row');
  return facts;
}

export type QueueFacts = { queue: string; due: number; failed: number };

/**
 * Per queue, the due jobs and the jobs that failed for good in the last 24 hours. Excludes pg-boss's internal queues.
 */
export async function findQueueFacts(db: Db): Promise<QueueFacts[]> {
  const { rows } = await sql<QueueFacts>`
    select name as queue,
      count(*) filter (where state in ('created', 'retry') and start_after <= now()) as due,
      count(*) filter (where state = 'failed' and completed_on > now() - interval '1 day') as failed
    from pgboss.job where name not like '\\_\\_%' group by name order by name`.execute(db);
  return rows;
}
