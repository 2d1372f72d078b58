import { AsyncLocalStorage } from 'node:async_hooks';
import { flushCompileCache } from 'node:module';
import pg from 'pg';
import { pino } from 'pino';
import { testConfig } from '../../../testing/test-config.ts';
import { createDeps } from '../../create-deps.ts';
import type { Deps } from '../../deps.ts';
import type { Connection } from '../../platform/db/database.ts';
import { receiveEvent } from '../webhooks/webhook.operations.ts';

/** Starts a server in this child process. If a server was started in it before, that server must have crashed. */
export type StartCommand = {
  connection: Connection;
  stripeUrl: string;
  webhookSecret: string;
  dataDir: string;
  /** The server crashes at its n-th statement, counted from 1. Without `crash`, it only records statements. */
  crash?: {
    statement: number;
    /**
     * `before`: the server crashes before it sends the statement. `sent`: it crashes after it has sent the statement,
     * before it reads the result.
     */
    when: 'before' | 'sent';
    /**
     * `process`: SIGKILL ends the process. `server`, which is much faster: the server's connections are closed, and its
     * code never continues.
     */
    of: 'process' | 'server';
  };
};

/** A webhook request from Stripe: the raw body and its signature. */
export type WebhookDelivery = { payload: string; signature: string };

/**
 * The server is ready, or it has crashed, or a delivery is complete. `statements`: what the server has sent to the
 * database since it was ready.
 */
export type CrashReport = 'ready' | 'crashed' | { statements: string[] };

type Server = {
  deps?: Deps;
  crash: StartCommand['crash'];
  statements: string[];
  clients: Set<pg.Client>;
  hasCrashed: boolean;
};

/** The server to which the running code belongs, including code in timers. */
const current = new AsyncLocalStorage<Server>();

/** Starts a server. Its statements at startup are not counted. */
async function start(command: StartCommand): Promise<Server> {
  const server: Server = { crash: undefined, statements: [], clients: new Set(), hasCrashed: false };
  await current.run(server, async () => {
    const { deps } = await createDeps(testConfig({ DATA_DIR: command.dataDir, DEMO_DATA: 'false' }), {
      connection: command.connection,
      stripe: {
        secretKey: 'sk_test_sandbox',
        webhookSecret: command.webhookSecret,
        apiUrl: command.stripeUrl,
      },
      appUrl: () => 'http://localhost:3000',
      log: pino({ level: 'silent' }),
    });
    server.deps = deps;
  });
  // A killed process does not write its compile cache, so each later process would compile everything again.
  flushCompileCache();
  server.statements.length = 0;
  server.crash = command.crash;
  return server;
}

function watchStatements(): void {
  const send = pg.Client.prototype.query;
  const watched = function (this: pg.Client, ...sent: unknown[]): unknown {
    const server = current.getStore();
    if (!server) return Reflect.apply(send, this, sent);
    if (server.hasCrashed) return never();
    server.clients.add(this);
    const [first] = sent;
    const text = typeof first === 'string' ? first : (first as { text?: string }).text;
    // pg-boss runs maintenance at any time; only its inserts in our transactions count.
    const isMaintenance = text === undefined || (/pgboss/i.test(text) && !/insert into\s+\S*job/i.test(text));
    const isOurs = !isMaintenance && !/^\s*(un)?listen/i.test(text);
    if (isOurs) server.statements.push(text);
    const { crash } = server;
    if (!crash || !isOurs || server.statements.length !== crash.statement)
      return Reflect.apply(send, this, sent);
    if (crash.when === 'sent') void Promise.resolve(Reflect.apply(send, this, sent)).catch(() => undefined);
    if (crash.of === 'process') process.kill(process.pid, 'SIGKILL');
    server.hasCrashed = true;
    for (const client of server.clients) client.on('error', () => undefined);
    for (const client of server.clients) streamOf(client).destroy();
    sendReport('crashed');
    return never();
  };
  Object.assign(pg.Client.prototype, { query: watched });
}

/** A promise that never settles, so that no code runs after the crash, not even error handling. */
const never = () => new Promise(() => undefined);

function streamOf(client: pg.Client): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
}

function sendReport(report: CrashReport): void {
  process.send?.(report);
}

watchStatements();
let server: Promise<Server>;
process.on('message', async (message: StartCommand | WebhookDelivery) => {
  if ('connection' in message) {
    server = start(message);
    await server;
    sendReport('ready');
    return;
  }
  const running = await server;
  const { deps, statements } = running;
  if (!deps) throw new Error('the server has not started');
  try {
    await current.run(running, () => receiveEvent(deps, Buffer.from(message.payload), message.signature));
  } catch (error) {
    // After a crash, the statement never settles, so the call fails with a timeout.
    if (running.hasCrashed) return;
    throw error;
  }
  sendReport({ statements });
});
