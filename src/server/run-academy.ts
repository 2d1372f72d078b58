import path from 'node:path';
import { type Logger, pino } from 'pino';
import type { OpenSandbox } from '../sandbox/stripe/open-sandbox.ts';
import { buildApp } from './app.ts';
import { ensureAdmin } from './auth/auth.operations.ts';
import type { ClientBuild } from './client-build.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { createDeps, readOrCreateSecret } from './create-deps.ts';
import type { Connection } from './db/database.ts';
import { startEmbeddedPostgres } from './db/embedded-postgres.ts';
import { keepRunning } from './db/keep-running.ts';
import { loadEnvironmentFile } from './environment-file.ts';
import { DomainError } from './errors.ts';
import { endConnections } from './http/end-connections.ts';
import { createHandlers } from './jobs/handlers.ts';
import { sealClearNumbers } from './kyc/clear-numbers.operations.ts';
import { logOptions } from './logging.ts';
import { openMetricsServer } from './metrics/metrics-server.ts';
import { returnMemoryOfStart } from './return-memory.ts';

const stopDeadlineMs = 15_000;

/** Everything that has to be undone at the end, last opened first. */
const closers: (() => Promise<unknown>)[] = [];

let isStopping = false;

/**
 * Runs the server until it is stopped.
 * @param build of the client, still under way: what reads the client waits for it
 */
export async function runAcademy(build?: ClientBuild): Promise<void> {
  if (build) closers.push(async () => build.stop());
  try {
    loadEnvironmentFile();
    const config = readConfig(process.env);
    const log = createLog(config);
    stopOnSignals(log);
    await start(config, log, build);
  } catch (error) {
    // A stop takes away what the start needs, and ends the process itself.
    if (isStopping) return;
    isStopping = true;
    console.error(error instanceof ConfigError || error instanceof DomainError ? error.message : error);
    await closeAll().catch((closing) => console.error(closing));
    process.exit(1);
  }
}

async function start(config: Config, log: Logger, build: ClientBuild | undefined): Promise<void> {
  const dataDir = path.resolve(config.dataDir);
  const connection = await openConnection({ ...config, dataDir }, log);
  let listeningUrl = '';
  const appUrl = () => config.http.appUrl ?? listeningUrl;

  const sandbox = config.stripe ? undefined : await openSandbox(dataDir, config.http.port, log);
  const webhookSecret =
    sandbox && `whsec_${await readOrCreateSecret(path.join(dataDir, 'stripe-sandbox.secret'))}`;
  const created = await createDeps(
    { ...config, dataDir },
    {
      connection,
      stripe: config.stripe ?? {
        secretKey: 'sk_test_sandbox',
        webhookSecret,
        apiUrl: sandbox?.url,
      },
      appUrl,
      log,
    },
  );
  closers.push(() => created.close());
  const { deps } = created;
  // The port decides the public address, and the address decides cookies and links.
  listeningUrl = `http://localhost:${config.http.port}`;

  const sealed = await sealClearNumbers(deps);
  if (sealed > 0) log.info({ applications: sealed }, 'document numbers of an earlier version sealed');
  const notes: string[] = [];
  // Among them a password that is shown only once: it is told also when the start fails later on.
  closers.push(async () => tell(notes));
  if (config.admin) log.info({ admin: await ensureAdmin(deps, config.admin) }, 'admin account');
  if (config.demoData) {
    const { seedDemoData } = await import('./demo/demo-data.ts');
    const seeding = seedDemoData(deps).then((lines) => notes.push(...lines));
    // A stop waits for all of it: half would be of no use to the next start.
    closers.push(() => seeding.catch(() => undefined));
    await seeding;
  }

  await build?.done;
  if (isStopping) return;
  const app = await buildApp({ deps, sessionSecrets: created.sessionSecrets, disk: created.disk });
  const beginToEnd = endConnections(app.server);
  closers.push(() => {
    beginToEnd();
    return app.close();
  });
  if (config.metrics) {
    const figures = await openMetricsServer(config.metrics, deps.metrics, log);
    closers.push(() => figures.close());
  }
  await listen(app, config);
  if (sandbox && webhookSecret) {
    sandbox.setWebhook({
      url: `http://127.0.0.1:${config.http.port}/api/stripe/webhook`,
      secret: webhookSecret,
    });
  }
  await deps.jobs.work(createHandlers(deps));
  if (!config.production) tell([`The academy is open at ${appUrl()}`, ...notes.splice(0)]);
  returnMemoryOfStart();
}

function createLog(config: Config): Logger {
  const options = { ...logOptions, level: config.logLevel };
  if (config.development && process.stdout.isTTY) {
    return pino({
      ...options,
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } },
    });
  }
  // Lines go out some at a time, a fifth of a second late at most: one write each would cost a request more than its
  // answer does. Pino writes what is left when the process ends, also after an uncaught error.
  return pino(options, pino.destination({ fd: 1, sync: false, minLength: 8_192, periodicFlush: 200 }));
}

async function openConnection({ databaseUrl, dataDir }: Config, log: Logger): Promise<Connection> {
  if (databaseUrl !== undefined) return { url: databaseUrl };
  const starting = startEmbeddedPostgres({ dataDir });
  // Also when the server is stopped before Postgres answers, which would go on without it. What has failed needs no stop.
  closers.push(() =>
    starting.then(
      (postgres) => postgres.stop(),
      () => undefined,
    ),
  );
  const postgres = await starting;
  if (isStopping) throw new Error('stopped before Postgres answered');
  // Short enough to be waited for when the server stops meanwhile.
  const start = () => startEmbeddedPostgres({ dataDir, patienceMs: 5_000 });
  const kept = keepRunning({ isRunning: postgres.isRunning, start, log });
  closers.push(() => kept.stop());
  return postgres.connection;
}

async function openSandbox(dataDir: string, port: number, log: Logger): Promise<OpenSandbox> {
  // Neither it nor the demo data is loaded in production.
  const { openStripeSandbox } = await import('../sandbox/stripe/open-sandbox.ts');
  const sandbox = await openStripeSandbox({
    dataDir,
    preferredPort: port + 1,
    log: (message) => log.debug({ sandbox: true }, message),
  });
  closers.push(() => sandbox.close());
  return sandbox;
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, config: Config): Promise<void> {
  // Without a word from the owner only this machine can reach the server: it shows mails and test payments.
  const host = config.http.host ?? (config.production ? '0.0.0.0' : 'localhost');
  try {
    await app.listen({ port: config.http.port, host });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${config.http.port} is taken. Stop the other program, or set PORT to a free one.`);
  }
}

function tell(notes: readonly string[]): void {
  if (notes.length > 0) process.stdout.write(`\n${notes.map((note) => `  ${note}\n`).join('')}\n`);
}

async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

/** Finishes what is under way, then ends; a second signal or the deadline ends at once. */
function stopOnSignals(log: Logger): void {
  const stop = (exitCode: number) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), stopDeadlineMs).unref();
    closeAll().then(
      () => process.exit(exitCode),
      (error) => {
        log.fatal({ err: error }, 'could not stop in order');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    stop(1);
  });
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection');
    stop(1);
  });
}
