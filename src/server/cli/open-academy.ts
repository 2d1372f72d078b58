import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Logger } from 'pino';
import type { OpenSandbox } from '../../sandbox/stripe/open-sandbox.ts';
import { findActiveAdmins } from '../access/active-admins.ts';
import { buildApp } from '../app.ts';
import { ensureFirstAdmin } from '../auth/configured-admin.operations.ts';
import type { Config } from '../config/config.ts';
import { createDeps } from '../create-deps.ts';
import { beginDemoData } from '../demo/begin-demo-data.ts';
import type { DemoData } from '../demo/demo-data.ts';
import type { Deps } from '../deps.ts';
import { endConnections } from '../http/end-connections.ts';
import { createHandlers } from '../job-handlers.ts';
import { sealPlaintextNumbers } from '../kyc/plaintext-numbers.operations.ts';
import type { ClientBuild } from '../platform/client-build.ts';
import { readOrCreateSecret } from '../platform/crypto/secret-file.ts';
import type { Connection } from '../platform/db/database.ts';
import { openMetricsServer } from '../platform/metrics/metrics-server.ts';
import { asDatabaseProblem } from './database-problem.ts';
import { asPortProblem, listenHost } from './ports.ts';

/** Lets a part of the server add a function that the shutdown calls, and see whether the shutdown has begun. */
export type Lifetime = {
  /** Adds a function that runs when the server stops. The last one added runs first. */
  onStop(close: () => Promise<unknown>): void;
  isStopping(): boolean;
};

export type Opening = {
  connection: Connection;
  log: Logger;
  /** The client's build, which runs while the server starts. Everything that reads the built client waits for it. */
  build: ClientBuild | undefined;
  lifetime: Lifetime;
};

/** Runs the part of the start that needs the database, up to the HTTP server and the background jobs. */
export async function openAcademy(
  config: Config,
  { connection, log, build, lifetime }: Opening,
): Promise<void> {
  let listeningUrl = '';
  const appUrl = () => config.http.appUrl ?? listeningUrl;

  const sandbox = config.stripe ? undefined : await openSandbox(config, log, lifetime);
  const webhookSecret =
    sandbox && `whsec_${await readOrCreateSecret(path.join(config.dataDir, 'stripe-sandbox.secret'))}`;
  const created = await createDeps(config, {
    connection,
    stripe: config.stripe ?? {
      secretKey: 'sk_test_sandbox',
      webhookSecret,
      apiUrl: sandbox?.url,
    },
    appUrl,
    log,
  }).catch((error) => {
    throw config.databaseUrl === undefined ? error : asDatabaseProblem(error);
  });
  lifetime.onStop(() => created.close());
  const { deps } = created;
  // Without APP_URL, the port determines the public URL, which determines cookies and links.
  listeningUrl = `http://localhost:${config.http.port}`;

  const sealed = await sealPlaintextNumbers(deps);
  if (sealed > 0) log.info({ applications: sealed }, 'document numbers of an earlier version were encrypted');
  const notes: string[] = [];
  // Even if the start fails later, the notes are printed, because they include a password that is shown only once.
  lifetime.onStop(async () => print(notes));
  const demo = config.demoData ? await openDemo(deps) : undefined;
  if (config.admin) log.info({ admin: await ensureFirstAdmin(deps, config.admin) }, 'admin account');
  const seeding = demo?.seedDemoData(deps).then((seeded) => {
    notes.push(...seeded.notes);
    return seeded;
  });
  // A stop waits until this part of the demo data is complete, because the next start cannot continue it.
  lifetime.onStop(async () => void (await seeding?.catch(() => undefined)));
  const seeded = await seeding;
  if ((await findActiveAdmins(deps.db)).length === 0) {
    const advice = 'No admin can log in: run `ADMIN_EMAIL=… ADMIN_PASSWORD=… npm run admin:create`';
    if (config.production) log.warn(advice);
    else notes.push(advice);
  }

  await build?.usable;
  if (lifetime.isStopping()) return;
  const app = await buildApp({ deps, sessionSecrets: created.sessionSecrets, disk: created.disk });
  const endOpenConnections = endConnections(app.server);
  lifetime.onStop(() => {
    endOpenConnections();
    return app.close();
  });
  if (config.metrics) {
    const metricsServer = await openMetricsServer(config.metrics, deps.metrics, log);
    lifetime.onStop(() => metricsServer.close());
  }
  if (demo && seeded) completeDemo(deps, demo, seeded, { log, lifetime });
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

/** The module of the demo data, unless the academy began without demo data. */
async function openDemo(deps: Deps): Promise<typeof import('../demo/demo-data.ts') | undefined> {
  if (await beginDemoData(deps)) return import('../demo/demo-data.ts');
  deps.log.info('no demo data is created, because the academy has users already');
  return undefined;
}

/**
 * Creates, in the background, the demo data that is not needed to open the academy. A stop waits for the part in
 * progress.
 */
function completeDemo(
  deps: Deps,
  { seedDemoBooklets }: typeof import('../demo/demo-data.ts'),
  { seedPractice }: DemoData,
  { log, lifetime }: Pick<Opening, 'log' | 'lifetime'>,
): void {
  const stopping = new AbortController();
  const completing = seedPractice()
    .then(() => seedDemoBooklets(deps, stopping.signal))
    .then(
      () => stopping.signal.aborted || log.info('the demo data is complete'),
      (error: unknown) => log.error({ err: error }, 'the demo data could not be completed'),
    );
  lifetime.onStop(() => {
    stopping.abort();
    return completing;
  });
}

async function openSandbox(config: Config, log: Logger, lifetime: Lifetime): Promise<OpenSandbox> {
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
  lifetime.onStop(() => sandbox.close());
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

function print(notes: readonly string[]): void {
  if (notes.length > 0) process.stdout.write(`\n${notes.map((note) => `  ${note}\n`).join('')}\n`);
}

/**
 * Frees memory that only the start needed: loading a thousand modules leaves a young generation of 60 MB, which V8
 * retains while the server is idle. Takes 100 ms, once. V8 exposes its collector only through a flag. If it is not
 * exposed, the memory stays allocated, and nothing else changes.
 */
function returnMemoryOfStart(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
