import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { fromKysely, type JobResult, PgBoss } from 'pg-boss';
import { minuteMs } from '../../../shared/durations.ts';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import type { Connection, Trx } from '../db/database.ts';
import { emailFailureFacts } from '../smtp.ts';
import { inSpan } from '../tracing.ts';

/** Jobs that are enqueued in the transaction of the change that requires them. */
export type JobPayloads = {
  'send-mail': { mailId: string };
  'build-export': { exportId: string };
  'stop-renewals': { userId: string };
  'erase-customer': { userId: string; customerId: string };
  'send-legal-notice': { noticeId: string };
  'close-payment-pages': { productId: number } | { plan: PaidPlan };
};
/** Attempts per email, over two to four hours. */
export const emailAttempts = 9;

export type JobName = keyof JobPayloads;

/** Scheduled jobs, on one server at a time. Cron in UTC. `jobLabel` says what each job does. */
export const schedules = {
  'sweep-uploads': '17 * * * *',
  'erase-documents': '27 2 * * *',
  'apologise-late-reviews': '11,41 * * * *',
  'sweep-sessions': '47 3 * * *',
  'sweep-exports': '7 * * * *',
  'finish-deletions': '37 * * * *',
  'reconcile-purchases': '*/5 * * * *',
  'tell-of-ready-products': '2-59/5 * * * *',
  'reconcile-subscriptions': '4,19,34,49 * * * *',
  'update-customers': '*/10 * * * *',
  'subscription-notices': '53 * * * *',
  'return-late-questions': '1-59/5 * * * *',
  'unclaim-idle': '23 * * * *',
  'questions-digest': '7 * * * *',
  'week-in-hands': '0 * * * *',
  'daily-hands': '27 * * * *',
  'read-hands-again': '21,51 * * * *',
  'sweep-activity': '57 3 * * *',
  'fail-abandoned-emails': '14,44 * * * *',
  'check-files': '7 4 * * *',
} as const;
type ScheduleName = keyof typeof schedules;
const scheduleNames = Object.keys(schedules) as ScheduleName[];

export type Handlers = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> } & {
  [Name in ScheduleName]: () => Promise<unknown>;
};

export type Jobs = {
  /**
   * Enqueues one job for each payload. A job runs only after `trx` has committed, never if `trx` rolls back, and at the
   * earliest `delaySeconds` after this call.
   */
  enqueue<Name extends JobName>(
    trx: Trx | pg.ClientBase,
    name: Name,
    payloads: JobPayloads[Name] | readonly JobPayloads[Name][],
    delaySeconds?: number,
  ): Promise<void>;
  /** Starts processing; until then, jobs only accumulate. */
  work(handlers: Handlers): Promise<void>;
  stop(): Promise<void>;
};

type Log = Record<'error' | 'warn', (facts: object, message: string) => void>;

/** For a job that calls Stripe: retried for about two days. */
const retriedForTwoDays = {
  retryLimit: 20,
  retryDelay: 60,
  retryBackoff: true,
  retryDelayMax: 4 * 60 * 60,
  expireInSeconds: 300,
};

/** Opens the job queue (pg-boss), and creates its schema `pgboss` if it is absent. */
export async function openJobs(connection: Connection, log: Log): Promise<Jobs> {
  // pg-boss passes these options to pg. A dead connection is dropped, and a job that was fetched on it expires. The job
  // is then retried or, if it is a scheduled job, runs at its next time.
  // A connection is replaced after a minute: after a failover, it may lead to a database that accepts only reads.
  const connectionOptions = {
    query_timeout: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    maxLifetimeSeconds: 60,
  };
  const boss = new PgBoss({
    ...('url' in connection ? { connectionString: connection.url } : connection),
    ...connectionOptions,
    application_name: `poker-academy:${process.pid}`,
    max: 4,
  });
  let isStopping = false;
  const logError = createErrorLog(log);
  boss.on('error', (error) => {
    // A job may still run after the queue has stopped, such as an email to a server that hangs. By then, the job is
    // marked for a retry or, if it is a scheduled job, as failed. When it ends, pg-boss cannot store the outcome.
    if (isStopping && error.message.startsWith('Database connection is not opened')) {
      log.warn({ err: error }, 'a job ended after the job queue had stopped');
    } else logError(error);
  });
  await boss.start();
  const mailQueue = {
    retryLimit: emailAttempts - 1,
    retryDelay: 30,
    retryBackoff: true,
    expireInSeconds: 300,
  };
  await boss.createQueue('send-mail', mailQueue);
  // `createQueue` changes nothing if the queue exists, and earlier versions created it with 120 seconds.
  await boss.updateQueue('send-mail', mailQueue);
  // Retried only if the server stopped during the export. Any other failure is stored with the export.
  await boss.createQueue('build-export', { retryLimit: 2, retryDelay: 30, expireInSeconds: 300 });
  // A renewal that is not stopped charges the user.
  await boss.createQueue('stop-renewals', retriedForTwoDays);
  await boss.createQueue('erase-customer', retriedForTwoDays);
  await boss.createQueue('send-legal-notice', {
    retryLimit: 20,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 60 * 60,
    expireInSeconds: 300,
  });
  // Retried for about a day, because a payment page is open for a day at most.
  await boss.createQueue('close-payment-pages', {
    retryLimit: 20,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 2 * 60 * 60,
    expireInSeconds: 600,
  });
  for (const name of scheduleNames) {
    await boss.createQueue(name, { policy: 'stately', retryLimit: 0, expireInSeconds: 600 });
  }

  /** Runs a job and logs its error, which pg-boss stores but does not report. */
  async function run(name: JobName | ScheduleName, work: () => Promise<unknown>): Promise<void> {
    try {
      await inSpan(`job ${name}`, {}, work);
    } catch (error) {
      log.error({ err: error, job: name }, 'an attempt to run a job failed');
      throw error;
    }
  }

  async function workOn<Payload extends object>(
    name: JobName,
    handle: (payload: Payload) => Promise<void>,
  ): Promise<void> {
    await boss.work<Payload>(name, async (jobs) => {
      for (const { data } of jobs) await run(name, () => handle(data));
    });
  }

  return {
    async enqueue(trx, name, payloads, delaySeconds = 0) {
      const db =
        'executeQuery' in trx
          ? fromKysely(trx)
          : { executeSql: (text: string, values?: unknown[]) => trx.query(text, values) };
      const jobs = [payloads].flat().map((data) => ({ data, startAfter: delaySeconds }));
      await boss.insert(name, jobs, { db });
    },
    async work(handlers) {
      // A full batch is followed by the next immediately; an email that fails does not fail its batch.
      const batches = { batchSize: 5, burstWhenBatchFull: true, perJobResults: true } as const;
      await boss.work<JobPayloads['send-mail'], unknown, typeof batches>('send-mail', batches, (jobs) =>
        Promise.all(
          jobs.map(async ({ id, data }): Promise<JobResult> => {
            try {
              await inSpan('job send-mail', {}, () => handlers['send-mail'](data));
              return { id, status: 'completed' };
            } catch (error) {
              log.warn(
                { mailId: data.mailId, ...emailFailureFacts(error) },
                'an attempt to send an email failed',
              );
              return { id, status: 'failed' };
            }
          }),
        ),
      );
      await workOn('build-export', handlers['build-export']);
      await workOn('stop-renewals', handlers['stop-renewals']);
      await workOn('erase-customer', handlers['erase-customer']);
      await workOn('send-legal-notice', handlers['send-legal-notice']);
      await workOn('close-payment-pages', handlers['close-payment-pages']);
      for (const name of scheduleNames) {
        await boss.schedule(name, schedules[name]);
        await boss.work(name, () => run(name, handlers[name]));
      }
    },
    async stop() {
      isStopping = true;
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

/**
 * Logs the errors of pg-boss itself, each at most once a minute: in an outage of the database, every queue reports the
 * same error every two seconds.
 */
function createErrorLog(log: Log): (error: Error) => void {
  const recent = new LRUCache<string, true>({ max: 100, ttl: minuteMs });
  return (error) => {
    const { code = '', message } = error as NodeJS.ErrnoException;
    // pg-boss appends the queue and the worker.
    const key = `${code} ${message.replace(/ \(Queue: .*\)$/, '')}`;
    if (recent.has(key)) return;
    recent.set(key, true);
    log.error({ err: error }, 'job queue error');
  };
}
