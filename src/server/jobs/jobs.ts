import type { FastifyBaseLogger } from 'fastify';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Connection, Trx } from '../db/database.ts';

/** Work that follows from a row, sent in the row's own transaction. */
export type JobPayloads = {
  'send-mail': { mailId: string };
};
export type JobName = keyof JobPayloads;

/** Work by the clock, on one server at a time. Cron in UTC. */
export const schedules = {
  'sweep-uploads': '17 * * * *',
  'sweep-sessions': '47 3 * * *',
  'reconcile-purchases': '*/5 * * * *',
} as const;
export type ScheduleName = keyof typeof schedules;

export type Handlers = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> } & {
  [Name in ScheduleName]: () => Promise<void>;
};

export type Jobs = {
  /** Runs once `trx` has committed, never if it rolls back. */
  enqueue<Name extends JobName>(trx: Trx, name: Name, payload: JobPayloads[Name]): Promise<void>;
  /** Begins to work; without it jobs only gather. */
  work(handlers: Handlers): Promise<void>;
  stop(): Promise<void>;
};

/** Opens the job queue (pg-boss) in the database's own schema `pgboss`, creating it when absent. */
export async function openJobs(connection: Connection, log: FastifyBaseLogger): Promise<Jobs> {
  const boss = new PgBoss({
    ...('url' in connection ? { connectionString: connection.url } : connection),
    application_name: `poker-academy:${process.pid}`,
    max: 4,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue error'));
  await boss.start();
  await boss.createQueue('send-mail', {
    retryLimit: 8,
    retryDelay: 30,
    retryBackoff: true,
    expireInSeconds: 120,
  });
  for (const name of Object.keys(schedules) as ScheduleName[]) {
    await boss.createQueue(name, { policy: 'stately', retryLimit: 0, expireInSeconds: 600 });
  }

  return {
    async enqueue(trx, name, payload) {
      await boss.send(name, payload, { db: fromKysely(trx) });
    },
    async work(handlers) {
      await boss.work<JobPayloads['send-mail']>('send-mail', async (jobs) => {
        for (const job of jobs) await handlers['send-mail'](job.data);
      });
      for (const name of Object.keys(schedules) as ScheduleName[]) {
        await boss.schedule(name, schedules[name]);
        await boss.work(name, async () => handlers[name]());
      }
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}
