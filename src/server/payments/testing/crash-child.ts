import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import pg from 'pg';
import { pino } from 'pino';
import { testConfig } from '../../../testing/test-config.ts';
import { createDeps } from '../../create-deps.ts';
import type { Connection } from '../../platform/db/database.ts';
import { receiveEvent } from '../webhooks/webhook.operations.ts';

/** The parent's first message. */
export type CrashOrder = {
  connection: Connection;
  stripeUrl: string;
  webhookSecret: string;
  dataDir: string;
  /** Dies at its n-th statement, counted from 1; if absent, it lives and reports the statements. */
  kill?: { statement: number; when: 'before' | 'sent' };
};

/** A Stripe event as it arrives: the signed body and its signature. */
export type CrashDelivery = { payload: string; signature: string };

/** `ready` once it listens, then the statements of each delivery it survived. */
export type CrashReport = 'ready' | { statements: string[] };

/**
 * A process that receives Stripe's events and kills itself, like `kill -9`, before it sends a statement to the
 * database, or after sending and before reading the result. Statements at startup do not count.
 */
async function serve(order: CrashOrder): Promise<void> {
  const { deps } = await createDeps(testConfig({ DATA_DIR: order.dataDir, DEMO_DATA: 'false' }), {
    connection: order.connection,
    stripe: {
      secretKey: 'sk_test_sandbox',
      webhookSecret: order.webhookSecret,
      apiUrl: order.stripeUrl,
    },
    appUrl: () => 'http://localhost:3000',
    log: pino({ level: 'silent' }),
  });
  // A killed process writes no compile cache, so the next ones would compile everything again.
  flushCompileCache();
  const statements = watchStatements(order.kill);
  process.on('message', async ({ payload, signature }: CrashDelivery) => {
    await receiveEvent(deps, Buffer.from(payload), signature);
    tell({ statements });
  });
  tell('ready');
}

function watchStatements(kill: CrashOrder['kill']): string[] {
  const seen: string[] = [];
  const send = pg.Client.prototype.query;
  const watched = function (this: pg.Client, ...sent: unknown[]): unknown {
    const [first] = sent;
    const text = typeof first === 'string' ? first : (first as { text?: string }).text;
    // The job queue's housekeeping runs at any time; only its statements in our transactions count.
    const isHousekeeping =
      text === undefined || (/pgboss/i.test(text) && !/insert into\s+\S*job/i.test(text));
    const isOurs = !isHousekeeping && !/^\s*(un)?listen/i.test(text);
    if (isOurs) seen.push(text);
    const isFatal = isOurs && seen.length === kill?.statement;
    if (isFatal && kill?.when === 'before') process.kill(process.pid, 'SIGKILL');
    const answer: unknown = Reflect.apply(send, this, sent);
    if (isFatal) process.kill(process.pid, 'SIGKILL');
    return answer;
  };
  Object.assign(pg.Client.prototype, { query: watched });
  return seen;
}

function tell(report: CrashReport): void {
  process.send?.(report);
}

const [order] = await once(process, 'message');
await serve(order as CrashOrder);
