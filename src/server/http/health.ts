import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { isMigrated } from '../platform/db/migrate.ts';
import { requireWritable } from '../platform/db/require-writable.ts';
import { withoutSecrets } from '../platform/logging.ts';
import { withTimeout } from '../platform/with-timeout.ts';

const checkTimeoutMs = 1_000;

/**
 * `/healthz`: the process responds. `/readyz`: it can serve requests, and is not stopping; failing checks are named,
 * without details.
 */
export function registerHealth(app: FastifyInstance, deps: Deps, isStopping: () => boolean): void {
  const checks: Record<string, () => Promise<unknown>> = {
    database: () => requireWritable(deps.db),
    migrations: async () => {
      if (!(await isMigrated(deps.db))) throw new Error('migrations are missing');
    },
    storage: () => deps.storage.check(),
  };

  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }));

  app.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ({ name, failure: await failureOf(check) })),
    );
    const failures = results.filter(({ failure }) => failure !== undefined);
    if (failures.length > 0) {
      const reasons = Object.fromEntries(failures.map(({ name, failure }) => [name, failure]));
      request.log.error({ failures: reasons }, 'not ready');
    }
    const isReady = !isStopping() && failures.length === 0;
    reply.header('cache-control', 'no-store').status(isReady ? 200 : 503);
    return {
      status: isStopping() ? 'stopping' : isReady ? 'ready' : 'not ready',
      checks: Object.fromEntries(
        results.map(({ name, failure }) => [name, failure === undefined ? 'ok' : 'failing']),
      ),
    };
  });
}

/** Why a check fails, for the log; undefined if it succeeds. */
async function failureOf(check: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await withTimeout(check(), checkTimeoutMs);
    return undefined;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${withoutSecrets(error.message)}` : 'unknown';
  }
}
