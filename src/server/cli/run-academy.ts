import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Logger, pino } from 'pino';
import type { OpenSandbox } from '../../sandbox/stripe/open-sandbox.ts';
import { buildApp } from '../app.ts';
import { ensureAdmin } from '../auth/auth.operations.ts';
import { type Config, readConfig } from '../config/config.ts';
import { loadEnvironmentFile } from '../config/environment-file.ts';
import { createDeps } from '../create-deps.ts';
import type { DemoData } from '../demo/demo-data.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { endConnections } from '../http/end-connections.ts';
import { createHandlers } from '../job-handlers.ts';
import { sealPlaintextNumbers } from '../kyc/plaintext-numbers.operations.ts';
import type { ClientBuild } from '../platform/client-build.ts';
import { readOrCreateSecret } from '../platform/crypto/secret-file.ts';
import type { Connection } from '../platform/db/database.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { describeDatabaseError, isPostgresError } from '../platform/db/errors.ts';
import { keepRunning } from '../platform/db/keep-running.ts';
import { logOptions, withoutSecrets } from '../platform/logging.ts';
import { openMetricsServer } from '../platform/metrics/metrics-server.ts';
import { StartupError } from '../platform/startup-error.ts';

const stopDeadlineMs = 15_000;

/** Closes everything at the end, last opened first. */
const closers: (() => Promise<unknown>)[] = [];

let isStopping = false;

/**
 * Runs the server until it is stopped.
 * @param build the running build of the client; everything that reads the client waits for it
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
    // Stopping closes what the start uses, and ends the process.
    if (isStopping) return;
    isStopping = true;
    console.error(error instanceof StartupError || error instanceof DomainError ? error.message : error);
    await closeAll().catch((closing) => console.error(closing));
    process.exit(1);
  }
}

async function start(config: Config, log: Logger, build: ClientBuild | undefined): Promise<void> {
  // Checked before the start creates anything that a failed attempt would leave behind.
  await assertFreePort('PORT', config.http.port, listenHost(config));
  if (config.metrics) await assertFreePort('METRICS_PORT', config.metrics.port, config.metrics.host);
  const dataDir = path.resolve(config.dataDir);
  const connection = await openConnection({ ...config, dataDir }, log);
  let listeningUrl = '';
  const appUrl = () => config.http.appUrl ?? listeningUrl;

  const sandbox = config.stripe ? undefined : await openSandbox({ ...config, dataDir }, log);
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
  ).catch((error) => {
    throw config.databaseUrl === undefined ? error : asDatabaseProblem(error);
  });
  closers.push(() => created.close());
  const { deps } = created;
  // The port determines the public URL, and the URL determines cookies and links.
  listeningUrl = `http://localhost:${config.http.port}`;

  const sealed = await sealPlaintextNumbers(deps);
  if (sealed > 0) log.info({ applications: sealed }, 'sealed document numbers of an earlier version');
  const notes: string[] = [];
  // The notes include a password that is shown only once, so they are printed even if the start fails later.
  closers.push(async () => print(notes));
  if (config.admin) log.info({ admin: await ensureAdmin(deps, config.admin) }, 'admin account');
  const demo = config.demoData ? await import('../demo/demo-data.ts') : undefined;
  const seeding = demo?.seedDemoData(deps).then((seeded) => {
    notes.push(...seeded.notes);
    return seeded;
  });
  // A stop waits for all of it, because the next start cannot use half of it.
  closers.push(async () => void (await seeding?.catch(() => undefined)));
  const seeded = await seeding;

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
  if (demo && seeded) completeDemo(deps, demo, seeded, log);
  await listen(app, config);
  if (sandbox && webhookSecret) {
    sandbox.setWebhook({
      url: `http://127.0.0.1:${config.http.port}/api/stripe/webhook`,
      secret: webhookSecret,
    });
  }
  await deps.jobs.work(createHandlers(deps));
  if (!config.production) {
    const payments = sandbox ? [`Its payment sandbox is at ${sandbox.publicUrl}/sandbox`] : [];
    print([`The academy is open at ${appUrl()}`, ...payments, ...notes.splice(0)]);
  }
  returnMemoryOfStart();
}

/** Creates in the background the demo data that the academy can open without. A stop waits for what has begun. */
function completeDemo(
  deps: Deps,
  { seedDemoBooklets }: typeof import('../demo/demo-data.ts'),
  { seedPractice }: DemoData,
  log: Logger,
): void {
  const stopping = new AbortController();
  const completing = seedPractice()
    .then(() => seedDemoBooklets(deps, stopping.signal))
    .then(
      () => stopping.signal.aborted || log.info('the demo data is complete'),
      (error: unknown) => log.error({ err: error }, 'the demo data could not be completed'),
    );
  closers.push(() => {
    stopping.abort();
    return completing;
  });
}

function createLog(config: Config): Logger {
  const options = { ...logOptions, level: config.logLevel };
  if (config.development && process.stdout.isTTY) {
    return pino({
      ...options,
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } },
    });
  }
  // Log lines are buffered for up to 200 ms, because a write per line would cost more than handling a request. Pino
  // flushes them when the process ends, also after an uncaught error.
  return pino(options, pino.destination({ fd: 1, sync: false, minLength: 8_192, periodicFlush: 200 }));
}

async function openConnection({ databaseUrl, dataDir }: Config, log: Logger): Promise<Connection> {
  if (databaseUrl !== undefined) return { url: databaseUrl };
  const starting = startEmbeddedPostgres({ dataDir });
  // Also if the server stops before Postgres responds, because Postgres would keep running. A failed start needs no
  // stop.
  closers.push(() =>
    starting.then(
      (postgres) => postgres.stop(),
      () => undefined,
    ),
  );
  const postgres = await starting;
  if (isStopping) throw new Error('stopped before Postgres answered');
  // Short enough for a stop to wait for it.
  const start = () => startEmbeddedPostgres({ dataDir, timeoutMs: 5_000 });
  const kept = keepRunning({ isRunning: postgres.isRunning, start, log });
  closers.push(() => kept.stop());
  return postgres.connection;
}

async function openSandbox(config: Config, log: Logger): Promise<OpenSandbox> {
  // Neither the sandbox nor the demo data is loaded in production.
  const { openStripeSandbox } = await import('../../sandbox/stripe/open-sandbox.ts');
  const { sandboxPort: port, dataDir, http } = config;
  const sandbox = await openStripeSandbox({
    dataDir,
    ...(port !== undefined && {
      published: {
        port,
        host: http.host ?? '127.0.0.1',
        hostname: new URL(http.appUrl ?? 'http://localhost').hostname,
      },
    }),
    log: (message) => log.debug({ sandbox: true }, message),
  }).catch((error) => {
    throw port === undefined ? error : asPortProblem(error, 'STRIPE_SANDBOX_PORT', port);
  });
  closers.push(() => sandbox.close());
  return sandbox;
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, config: Config): Promise<void> {
  const { port } = config.http;
  try {
    await app.listen({ port, host: listenHost(config) });
  } catch (error) {
    throw asPortProblem(error, 'PORT', port);
  }
}

/**
 * Unless the admin sets a host, only the local machine can reach the server, because it shows emails and test payments.
 */
function listenHost(config: Config): string {
  return config.http.host ?? (config.production ? '0.0.0.0' : 'localhost');
}

/** @throws StartupError if another program listens there */
async function assertFreePort(variable: string, port: number, host: string): Promise<void> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw asPortProblem(error, variable, port);
  }
  probe.close();
  await once(probe, 'close');
}

function asPortProblem(error: unknown, variable: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new StartupError(
      `Port ${port} is taken. Stop the other program, or set ${variable} to a free one.`,
    );
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartupError(
      `The server cannot listen on port ${port} (${code}). Change ${variable} or ${variable === 'METRICS_PORT' ? 'METRICS_HOST' : 'HOST'}.`,
    );
  }
  return error;
}

/**
 * Replaces the error of a Postgres that cannot be reached or rejects the credentials with a sentence. Other errors
 * pass.
 */
function asDatabaseProblem(error: unknown): unknown {
  const isRejected = isPostgresError(error) && /^(28|3D)/.test(error.code);
  if (!isRejected && describeDatabaseError(error)?.code !== 'database_unavailable') return error;
  const { cause = error } = error as Error;
  const { message, code } = cause as NodeJS.ErrnoException;
  return new StartupError(`DATABASE_URL: Postgres cannot be used (${withoutSecrets(message || `${code}`)}).`);
}

function print(notes: readonly string[]): void {
  if (notes.length > 0) process.stdout.write(`\n${notes.map((note) => `  ${note}\n`).join('')}\n`);
}

async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

/** Finishes requests in progress, then exits; a second signal or the deadline exits immediately. */
function stopOnSignals(log: Logger): void {
  const stop = (exitCode: number) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), stopDeadlineMs).unref();
    closeAll().then(
      () => process.exit(exitCode),
      (error) => {
        log.fatal({ err: error }, 'could not stop cleanly');
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

/**
 * Frees memory that only the start needed: loading a thousand modules leaves a young generation of 60 MB, which V8
 * retains while the server is idle. Takes 100 ms, once. V8 exposes its collector only through a flag; without it the
 * memory stays allocated, and nothing else changes.
 */
function returnMemoryOfStart(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
