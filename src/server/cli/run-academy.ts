import path from 'node:path';
import { type Logger, pino } from 'pino';
import { type Config, readConfig } from '../config/config.ts';
import { loadEnvironmentFile } from '../config/environment-file.ts';
import { DomainError } from '../errors.ts';
import type { ClientBuild } from '../platform/client-build.ts';
import type { Connection } from '../platform/db/database.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { keepRunning } from '../platform/db/keep-running.ts';
import { openLogOutput } from '../platform/log-output.ts';
import { logOptions } from '../platform/logging.ts';
import { StartupError } from '../platform/startup-error.ts';
import type { Lifetime } from './open-academy.ts';
import { assertFreePort, listenHost } from './ports.ts';

const stopDeadlineMs = 15_000;

/** Functions that run when the server stops, the last one added first. */
const closers: (() => Promise<unknown>)[] = [];

let isStopping = false;

/**
 * Starts the server, which runs until a signal or an uncaught error stops it.
 * @param build - the build of the client, if one is in progress; everything that reads the built files waits for it
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
    // If the server is stopped while it starts, closing its resources causes this error. `stopOnSignals` ends the
    // process.
    if (isStopping) return;
    isStopping = true;
    console.error(error instanceof StartupError || error instanceof DomainError ? error.message : error);
    await closeAll().catch((closing) => console.error(closing));
    process.exit(1);
  }
}

async function start(config: Config, log: Logger, build: ClientBuild | undefined): Promise<void> {
  // Ports are checked before the start creates anything that a failed start would leave behind.
  await assertFreePort('PORT', config.http.port, listenHost(config));
  if (config.metrics) await assertFreePort('METRICS_PORT', config.metrics.port, config.metrics.host);
  const dataDir = path.resolve(config.dataDir);
  // Most of the program is loaded while Postgres starts. Both take about the same time.
  const load = () => import('./open-academy.ts');
  // If loading fails, the second call below reports it.
  const loadAhead = () => void load().catch(() => undefined);
  const connection = await openConnection({ ...config, dataDir }, log, loadAhead);
  const { openAcademy } = await load();
  const lifetime: Lifetime = { onStop: (close) => closers.push(close), isStopping: () => isStopping };
  await openAcademy({ ...config, dataDir }, { connection, log, build, lifetime });
}

function createLog(config: Config): Logger {
  const options = { ...logOptions, level: config.logLevel };
  if (config.development && process.stdout.isTTY) {
    return pino({
      ...options,
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } },
    });
  }
  const output = openLogOutput(1, (lines) =>
    log.error({ lines }, 'log lines were lost: the log could not be written'),
  );
  const log = pino(options, output);
  return log;
}

/** @param onWait - called while the embedded Postgres is being created or started */
async function openConnection(
  { databaseUrl, dataDir, production }: Config,
  log: Logger,
  onWait: () => void,
): Promise<Connection> {
  if (databaseUrl !== undefined) return { url: databaseUrl };
  if (production) log.warn({ dataDir }, 'DATABASE_URL is not set: the embedded Postgres is used');
  const starting = startEmbeddedPostgres({ dataDir, onWait });
  // Added before Postgres responds, so that stopping the server while Postgres starts also stops Postgres. If Postgres
  // could not be started, there is nothing to stop.
  closers.push(() =>
    starting.then(
      (postgres) => postgres.stop(),
      () => undefined,
    ),
  );
  const postgres = await starting;
  if (isStopping) throw new Error('stopped before Postgres responded');
  // The timeout is short, because stopping the server waits for a restart of Postgres that is in progress.
  const start = () => startEmbeddedPostgres({ dataDir, timeoutMs: 5_000 });
  const watcher = keepRunning({ isRunning: postgres.isRunning, start, log });
  closers.push(() => watcher.stop());
  return postgres.connection;
}

async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

/**
 * On a signal or an uncaught error, finishes requests in progress, then exits. A second signal or error, or the
 * deadline, exits immediately.
 */
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
