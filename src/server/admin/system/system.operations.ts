import type { JobState, SystemCheck, SystemStatus } from '../../../shared/admin/system.ts';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import type { AdminActor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { readVersion } from '../../platform/version.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import { bad, type Finding, serverLog } from './finding.ts';
import { presentJobs } from './job-states.ts';
import { ledgerFinding, paymentsFinding, webhooksFinding } from './money-checks.operations.ts';
import {
  clockFinding,
  databaseFinding,
  diskFinding,
  proxyFinding,
  storageAdvice,
  storageFinding,
} from './server-checks.operations.ts';
import { filesFinding } from './stored-files.operations.ts';
import { findDatabaseFacts, findJobStates } from './system.queries.ts';
import { emailFinding, jobsFinding } from './work-checks.operations.ts';

const checkTimeoutMs = 5_000;

/**
 * Health checks, each with instructions if it fails. A check that times out fails, and does not affect the others.
 * @param recount - clears the cached figures, so that the ledger check reads all payments again
 */
export async function getSystemStatus(
  deps: Deps,
  actor: AdminActor,
  { recount }: { recount: boolean },
): Promise<SystemStatus> {
  const now = deps.now();
  if (recount) deps.figures.clear();
  const startedAt = new Date(Date.now() - process.uptime() * 1000);
  let jobs: JobState[] = [];
  let postgres = 'unknown';
  let lastBackupAt: string | null | undefined;
  const checks = await Promise.all([
    check(deps, 'database', 'Database', 'Look at the log of Postgres and at the connection.', async () => {
      const facts = await findDatabaseFacts(deps.db);
      ({ version: postgres, lastBackupAt } = facts);
      return databaseFinding(deps, facts);
    }),
    check(deps, 'jobs', 'Background jobs', 'Search the server’s log for “job queue error”.', async () => {
      const bounds = {
        failedAfter: new Date(now.getTime() - dayMs),
        dueBefore: new Date(now.getTime() - 10 * minuteMs),
      };
      jobs = presentJobs(await findJobStates(deps.db, bounds), startedAt, now);
      return jobsFinding(jobs);
    }),
    check(deps, 'mail', 'Email', serverLog, () => emailFinding(deps, now)),
    check(deps, 'storage', 'File storage', storageAdvice(deps), () => storageFinding(deps)),
    check(deps, 'files', 'Stored files', serverLog, () => filesFinding(deps)),
    check(deps, 'payments', 'Payments', serverLog, () => paymentsFinding(deps)),
    check(deps, 'webhooks', 'Payment events', serverLog, () => webhooksFinding(deps, actor, now)),
    check(deps, 'ledger', 'Books', serverLog, () => ledgerFinding(deps)),
    check(deps, 'proxy', 'Visitors’ addresses', serverLog, async () => proxyFinding(deps)),
    check(deps, 'clock', 'Clock', serverLog, () => clockFinding(deps)),
    check(deps, 'disk', 'Disk', 'Check that the disk of the data folder is mounted and readable.', () =>
      diskFinding(deps),
    ),
  ]);
  return {
    checkedAt: now.toISOString(),
    checks,
    jobs,
    lastBackupAt,
    version: await readVersion(),
    node: process.versions.node,
    postgres,
    startedAt: startedAt.toISOString(),
    memoryBytes: process.memoryUsage.rss(),
  };
}

/** An error that a check throws is logged and not shown, because it may contain host and account names. */
async function check(
  deps: Deps,
  key: SystemCheck['key'],
  label: string,
  technicalWhenBroken: string,
  run: () => Promise<Finding>,
): Promise<SystemCheck> {
  try {
    return { key, label, ...(await withTimeout(run(), checkTimeoutMs)) };
  } catch (error) {
    deps.log.error({ err: error, check: key }, 'a system check failed');
    return {
      key,
      label,
      ...bad(
        'failed',
        'Does not respond',
        'Check again in a minute. If it still does not respond, ask the person who runs the server.',
        technicalWhenBroken,
      ),
    };
  }
}
