import { promises as fs } from 'node:fs';
import type { JobState, SystemCheck, SystemStatus } from '../../../shared/admin/system.ts';
import type { AdminActor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { listBrokenInvariants } from '../../payments/ledger/invariants.operations.ts';
import { isRecovering } from '../../payments/stripe/recovery-gate.operations.ts';
import { getWebhooks } from '../../payments/webhooks/webhook-inbox.operations.ts';
import { isMigrated } from '../../platform/db/migrate.ts';
import { readVersion } from '../../platform/version.ts';
import { presentJobs } from './job-states.ts';
import { filesFinding } from './stored-files.operations.ts';
import { countUnsentEmails, findDatabaseFacts, findJobStates } from './system.queries.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const checkTimeoutMs = 5_000;

/** Health checks, each with instructions if it fails. A check that times out is red and does not affect the others. */
export async function getSystemStatus(deps: Deps, actor: AdminActor): Promise<SystemStatus> {
  const now = deps.now();
  const startedAt = new Date(Date.now() - process.uptime() * 1000);
  let jobs: JobState[] = [];
  let postgres = 'unknown';
  const checks = await Promise.all([
    check(deps, 'database', 'Database', 'Look at the log of Postgres and at the connection.', async () => {
      const facts = await findDatabaseFacts(deps.db);
      postgres = facts.version;
      if (!(await isMigrated(deps.db))) {
        return bad('failed', 'Migrations are missing', 'Restart the server: it migrates when it starts.');
      }
      return well(`Answers, holds ${sizeText(facts.bytes)}`);
    }),
    check(deps, 'jobs', 'Background jobs', 'Look at the server’s log for “job queue error”.', async () => {
      const bounds = {
        failedAfter: new Date(now.getTime() - day),
        dueBefore: new Date(now.getTime() - 10 * minute),
      };
      jobs = presentJobs(await findJobStates(deps.db, bounds), startedAt, now);
      return jobsFinding(jobs);
    }),
    check(deps, 'mail', 'Email', 'Look at the server’s log.', () => emailFinding(deps, now)),
    check(deps, 'storage', 'File storage', storageAdvice(deps), async () => {
      await deps.storage.check();
      return well(deps.config.s3 ? 'The bucket can be written to' : 'Files are on this server’s disk');
    }),
    check(deps, 'files', 'Stored files', 'Look at the server’s log.', () => filesFinding(deps)),
    check(deps, 'payments', 'Payments', 'Look at the server’s log.', () => paymentsFinding(deps)),
    check(deps, 'webhooks', 'Payment events', 'Look at the server’s log.', async () =>
      webhooksFinding(await getWebhooks(deps, actor), now),
    ),
    check(deps, 'ledger', 'Books', 'Look at the server’s log.', async () =>
      ledgerFinding(await listBrokenInvariants(deps)),
    ),
    check(deps, 'proxy', 'Proxy', 'Look at the server’s log.', async () => proxyFinding(deps)),
    check(deps, 'disk', 'Disk', 'See whether the data folder is still there.', () => diskFinding(deps)),
  ]);
  return {
    checkedAt: now.toISOString(),
    checks,
    jobs,
    version: await readVersion(),
    node: process.versions.node,
    postgres,
    startedAt: startedAt.toISOString(),
    memoryBytes: process.memoryUsage.rss(),
  };
}

type Finding = Pick<SystemCheck, 'state' | 'summary' | 'advice'>;
const well = (summary: string): Finding => ({ state: 'ok', summary, advice: null });
const bad = (state: 'warning' | 'failed', summary: string, advice: string): Finding => ({
  state,
  summary,
  advice,
});

/** Error messages are only logged, because they may contain host and account names. */
async function check(
  deps: Deps,
  key: SystemCheck['key'],
  label: string,
  adviceWhenBroken: string,
  look: () => Promise<Finding>,
): Promise<SystemCheck> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer')), checkTimeoutMs);
    });
    return { key, label, ...(await Promise.race([look(), silence])) };
  } catch (error) {
    deps.log.error({ err: error, check: key }, 'a system check failed');
    return { key, label, ...bad('failed', 'Does not answer', adviceWhenBroken) };
  } finally {
    clearTimeout(timer);
  }
}

/** Exported for its tests. */
export function jobsFinding(jobs: readonly JobState[]): Finding {
  const named = (test: (job: JobState) => boolean) =>
    jobs
      .filter(test)
      .map(({ name }) => name)
      .join(', ');
  const stuck = named(({ late, overdue }) => late > 0 || overdue);
  if (stuck !== '') {
    return bad('failed', `Behind: ${stuck}`, 'Restart the server; if it stays so, look at its log.');
  }
  const failed = named((job) => job.failed > 0);
  if (failed !== '') {
    return bad(
      'warning',
      `Failed within a day: ${failed}`,
      'The server’s log says why; they are tried again.',
    );
  }
  return well('All done in time');
}

async function emailFinding(deps: Deps, now: Date): Promise<Finding> {
  const { failed, late } = await countUnsentEmails(deps.db, new Date(now.getTime() - 30 * minute));
  if (failed > 0) {
    return bad(
      'failed',
      `${failed === 1 ? 'One email was' : `${failed} emails were`} given up`,
      'Their reasons stand below. Mend the cause, then send them again.',
    );
  }
  if (deps.config.mail.smtpUrl === undefined) {
    return bad(
      'warning',
      'No email server is set: emails stay in the outbox',
      'Set SMTP_URL (see docs/production.md).',
    );
  }
  if (late > 0) {
    return bad(
      'warning',
      `${late === 1 ? 'One email waits' : `${late} emails wait`} for more than half an hour`,
      'The email server rejects our emails or does not answer. Look at SMTP_URL and at the provider’s own status.',
    );
  }
  return well('Everything is sent');
}

function storageAdvice(deps: Deps): string {
  return deps.config.s3
    ? 'Look at the S3 variables, the bucket’s rights and the provider’s own status.'
    : 'See whether the data folder exists, can be written to and has space.';
}

async function paymentsFinding(deps: Deps): Promise<Finding> {
  if (await isRecovering(deps)) {
    return bad(
      'failed',
      'A backup was restored: nothing is sold until all that was paid since is read',
      'This takes some minutes. If it takes longer, look at the server’s log and at Stripe’s own status.',
    );
  }
  const { stripe } = deps.config;
  if (!stripe) {
    return bad('warning', 'The payment sandbox: nobody pays real money', 'Set STRIPE_SECRET_KEY to sell.');
  }
  if (/^[sr]k_test_/.test(stripe.secretKey)) {
    return bad('warning', 'Stripe in test mode: nobody pays real money', 'Set the live key to sell.');
  }
  return well('Stripe in live mode');
}

function webhooksFinding(webhooks: Awaited<ReturnType<typeof getWebhooks>>, now: Date): Finding {
  if (!webhooks.configured) {
    return bad('failed', 'No signing secret is set', 'Set STRIPE_WEBHOOK_SECRET (see docs/production.md).');
  }
  const stuck = webhooks.unfinished.filter(
    ({ receivedAt }) => now.getTime() - Date.parse(receivedAt) > 10 * minute,
  ).length;
  if (stuck > 0) {
    return bad('failed', `${stuck} of the events are not done`, 'Open the payment events and replay them.');
  }
  if (webhooks.lastReceivedAt === null) {
    return bad(
      'warning',
      'Nothing has arrived yet',
      'Point a webhook of Stripe to /api/stripe/webhook (see docs/production.md).',
    );
  }
  return well(`Last seen ${agoText(now.getTime() - Date.parse(webhooks.lastReceivedAt))}`);
}

function ledgerFinding(broken: readonly string[]): Finding {
  if (broken.length === 0) return well('Purchases, payments and refunds add up');
  return bad(
    'failed',
    `There are ${broken.join(', ')}`,
    'The server’s log names them. Compare each with Stripe before you change anything.',
  );
}

function proxyFinding({ config, untrustedProxy }: Deps): Finding {
  const peer = untrustedProxy.recent();
  if (peer !== undefined) {
    return bad(
      'warning',
      `Requests are forwarded by ${peer}, which TRUST_PROXY does not name`,
      'If it is your proxy, set TRUST_PROXY to its address: until then all visitors share one address, so the limit of ' +
        'sign-ins shuts everybody out at once. If it is not, close the way around your proxy.',
    );
  }
  const { trustedProxies } = config.http;
  return well(
    trustedProxies.length > 0
      ? `Addresses of visitors are those that ${trustedProxies.join(', ')} reports`
      : 'Visitors reach the server directly',
  );
}

async function diskFinding(deps: Deps): Promise<Finding> {
  const { bavail, blocks, bsize } = await fs.statfs(deps.config.dataDir);
  return spaceFinding(bavail * bsize, blocks * bsize);
}

/** @param free bytes. @param all bytes. Exported for its tests. */
export function spaceFinding(free: number, all: number): Finding {
  const summary = `${sizeText(free)} of ${sizeText(all)} free`;
  const advice = 'Make space or enlarge the disk: uploads and the database stop when it is full.';
  const gigabyte = 1024 ** 3;
  if (free < gigabyte || free < all * 0.03) return bad('failed', summary, advice);
  if (free < 5 * gigabyte || free < all * 0.1) return bad('warning', summary, advice);
  return well(summary);
}

function sizeText(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  return gigabytes >= 1 ? `${gigabytes.toFixed(1)} GB` : `${Math.ceil(bytes / 1024 ** 2)} MB`;
}

function agoText(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / minute));
  if (minutes < 1) return 'just now';
  if (minutes < 120) return `${minutes} min ago`;
  return minutes < 48 * 60
    ? `${Math.round(minutes / 60)} h ago`
    : `${Math.round(minutes / 60 / 24)} days ago`;
}
