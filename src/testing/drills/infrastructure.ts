import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { type StripeSandbox, startStripeSandbox } from '../../sandbox/stripe/sandbox.ts';
import { type Db, openDatabase } from '../../server/platform/db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/platform/db/embedded-postgres.ts';
import { postmasterOf } from '../../server/platform/db/postmaster.ts';
import { startS3Store } from '../../server/platform/storage/testing/contract-stores.ts';
import { type Academy, startAcademy } from '../e2e/academy.ts';
import { type FaultyProxy, openFaultyProxy } from '../faulty-proxy.ts';
import { listen } from '../free-port.ts';
import { databaseUrlOf } from '../postgres-url.ts';
import type { Drill } from './drill.ts';

/** The services that the servers of one academy share. Stripe, the S3 store and email are behind faulty proxies. */
export type Infrastructure = {
  postgres: EmbeddedPostgres;
  /** Ends Postgres with a signal, and waits until it has exited. */
  endPostgres(signal: 'SIGINT' | 'SIGKILL'): Promise<void>;
  /** Restarts Postgres after it was stopped or killed; its URL stays the same. */
  restartPostgres(): Promise<void>;
  db: Db;
  sandbox: StripeSandbox;
  stripeProxy: FaultyProxy;
  /** Undefined if each server stores files on its own disk. */
  storeProxy: FaultyProxy | undefined;
  emailProxy: FaultyProxy;
  /** The `Message-ID` of each email that arrived, in order. */
  emails: readonly string[];
  webhookSecret: string;
  encryptionKey: string;
  /** Starts a server with these additional environment variables. It is stopped at the end of the drill. */
  startServer(env?: Record<string, string>): Promise<Academy>;
};

/** Pauses before retries of webhooks: half a second, then two seconds each for twenty minutes. */
const retryDelaysMs = [500, ...Array.from({ length: 600 }, () => 2_000)];

export async function openInfrastructure(
  drill: Drill,
  { s3 = false }: { s3?: boolean } = {},
): Promise<Infrastructure> {
  const startPostgres = () =>
    startEmbeddedPostgres({
      dataDir: path.join(drill.folder, 'database'),
      settings: { max_connections: '200' },
    });
  const postgres = await startPostgres();
  drill.atEnd(() => postgres.stop());
  const database = openDatabase(postgres.connection, () => undefined);
  drill.atEnd(() => database.close());

  const sandbox = await startStripeSandbox({ retryDelaysMs, redirectCapMs: 500 });
  drill.atEnd(() => sandbox.close());
  const stripeProxy = await openFaultyProxy(sandbox.port);
  drill.atEnd(() => stripeProxy.close());
  const webhookSecret = 'whsec_of_the_drill_and_nothing_else';
  const encryptionKey = 'encryption '.repeat(4);

  const emails: string[] = [];
  const emailProxy = await openFaultyProxy(await openEmailServer(drill, emails));
  drill.atEnd(() => emailProxy.close());

  const store = s3 ? await startS3Store() : undefined;
  if (store) drill.atEnd(() => store.stop());
  const storeProxy = store && (await openFaultyProxy(Number(new URL(store.options.endpoint ?? '').port)));
  if (storeProxy) drill.atEnd(() => storeProxy.close());

  const shared = {
    DATABASE_URL: databaseUrlOf(postgres.connection),
    DEMO_DATA: 'false',
    SESSION_SECRET: 'session '.repeat(5),
    ENCRYPTION_KEY: encryptionKey,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: `http://127.0.0.1:${stripeProxy.port}`,
    SMTP_URL: `smtp://127.0.0.1:${emailProxy.port}`,
    ...(store &&
      storeProxy && {
        S3_ENDPOINT: `http://127.0.0.1:${storeProxy.port}`,
        S3_BUCKET: store.options.bucket,
        S3_REGION: store.options.region,
        S3_ACCESS_KEY_ID: store.options.accessKeyId,
        S3_SECRET_ACCESS_KEY: store.options.secretAccessKey,
        S3_FORCE_PATH_STYLE: 'true',
      }),
  };
  return {
    postgres,
    endPostgres: (signal) => endPostgres(drill.folder, signal),
    async restartPostgres() {
      await startPostgres();
    },
    db: database.db,
    sandbox,
    stripeProxy,
    storeProxy,
    emailProxy,
    emails,
    webhookSecret,
    encryptionKey,
    async startServer(env = {}) {
      const folder = await mkdtemp(path.join(drill.folder, 'server-'));
      const server = await startAcademy({ ...shared, ...env }, { dataDir: folder });
      drill.atEnd(() => server.remove());
      return server;
    },
  };
}

async function endPostgres(folder: string, signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
  const cluster = path.join(folder, 'database', 'postgres');
  const { pid, isRunning } = await postmasterOf(cluster);
  // Without a PID file, the PID is 0, and `process.kill` would signal this process group.
  if (!isRunning) return;
  process.kill(pid, signal);
  while ((await postmasterOf(cluster)).isRunning) await sleep(50);
}

/** @returns its port */
async function openEmailServer(drill: Drill, emails: string[]): Promise<number> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      buffer(stream).then((bytes) => {
        emails.push(/^Message-ID: *(\S+)/im.exec(bytes.toString())?.[1] ?? 'without an id');
        done();
      }, done);
    },
  });
  // Drills break connections in the middle of an email on purpose.
  smtp.on('error', () => undefined);
  drill.atEnd(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  return listen(smtp.server);
}
