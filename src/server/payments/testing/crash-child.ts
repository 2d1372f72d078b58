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
  /** The process kills itself at its n-th statement, counted from 1. If absent, it only records statements. */
  kill?: { statement: number; when: 'before' | 'sent' };
};

/** A webhook request from Stripe: the raw body and its signature. */
export type CrashDelivery = { payload: string; signature: string };

/** The process is ready, or all statements so far after a completed delivery. */
export type CrashReport = 'ready' | { statements: string[] };

/**
 * A process that handles Stripe's events and kills itself with SIGKILL, either before it sends a statement to the
 * database or right after, before it reads the result. Statements at startup are not counted.
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
  // A killed process does not write its compile cache, so each later one would compile everything again.
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
    // pg-boss runs maintenance at any time; only its inserts in our transactions count.
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
