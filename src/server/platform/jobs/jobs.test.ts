import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { openPostgresProxy } from '../../../testing/postgres-proxy.ts';
import { cloneDatabase } from '../../../testing/test-db.ts';
import { inTransaction, openDatabase } from '../db/database.ts';
import { type Handlers, type Jobs, openJobs, schedules } from './jobs.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

type Line = { level: 'error' | 'warn'; facts: object; message: string };

/** A job queue on a clone of the database, behind a proxy. Jobs without a handler in `own` do nothing. */
async function startJobs(own: Partial<Handlers>) {
  const cloned = await cloneDatabase();
  cleanups.push(() => cloned.drop());
  const proxy = await openPostgresProxy(cloned.connection);
  cleanups.push(() => proxy.close());
  const lines: Line[] = [];
  const record = (level: Line['level']) => (facts: object, message: string) =>
    void lines.push({ level, facts, message });
  const jobs: Jobs = await openJobs(proxy.through, { error: record('error'), warn: record('warn') });
  cleanups.push(() => jobs.stop());
  const database = openDatabase(cloned.connection, () => undefined);
  cleanups.push(() => database.close());
  const queued = ['send-mail', 'build-export', 'stop-renewals', 'erase-customer', 'send-legal-notice'];
  const names = [...queued, 'close-payment-pages', ...Object.keys(schedules)];
  const idle: Record<string, () => Promise<void>> = Object.fromEntries(
    names.map((name) => [name, async () => undefined]),
  );
  await jobs.work({ ...idle, ...own } as Handlers);
  return { jobs, proxy, lines, db: database.db };
}

it('a queue of emails that an earlier version created gets the time limit of this version', async () => {
  const { proxy, db } = await startJobs({});
  await sql`update pgboss.queue set expire_seconds = 120 where name = 'send-mail'`.execute(db);
  const again = await openJobs(proxy.through, { error: () => undefined, warn: () => undefined });
  cleanups.push(() => again.stop());
  await inTransaction(db, (trx) => again.enqueue(trx, 'send-mail', { mailId: 'x' }));
  const { rows } = await sql`select expire_seconds from pgboss.job where name = 'send-mail'`.execute(db);
  expect(rows).toEqual([{ expire_seconds: 300 }]);
});

it('a job that fails is logged with its name and its error', async () => {
  const { jobs, lines, db } = await startJobs({
    'build-export': () => Promise.reject(new Error('the disk is full')),
  });
  await inTransaction(db, (trx) => jobs.enqueue(trx, 'build-export', { exportId: 'x' }));
  await expect
    .poll(() => lines)
    .toContainEqual({
      level: 'error',
      facts: { job: 'build-export', err: expect.objectContaining({ message: 'the disk is full' }) },
      message: 'an attempt to run a job failed',
    });
});

it('in an outage of the database, an error that every queue reports is logged once, not by each queue', async () => {
  const { proxy, lines } = await startJobs({});
  proxy.set('down');
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  // Each of more than twenty queues queries the database every two seconds.
  await sleep(2_500);
  proxy.set('open');
  expect(lines.map(({ message }) => message)).toContain('job queue error');
  expect(lines.length).toBeLessThan(6);
});

it('a job that ends only after the job queue has stopped is logged as a warning, with its queue', async () => {
  const started = Promise.withResolvers<void>();
  const hanging = Promise.withResolvers<void>();
  const { jobs, lines, db } = await startJobs({
    'send-mail': () => {
      started.resolve();
      return hanging.promise;
    },
  });
  await inTransaction(db, (trx) => jobs.enqueue(trx, 'send-mail', { mailId: 'x' }));
  await started.promise;
  await jobs.stop();
  hanging.resolve();
  await expect
    .poll(() => lines)
    .toEqual([
      {
        level: 'warn',
        facts: { err: expect.objectContaining({ queue: 'send-mail' }) },
        message: 'a job ended after the job queue had stopped',
      },
    ]);
}, 15_000);
