import { promises as fs } from 'node:fs';
import { jobLabel } from '../../../shared/admin/background-jobs.ts';
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

/**
 * Health checks, each with instructions if it fails. A check that times out is red and does not affect the others.
 * @param recount checks the books again, which read all payments, instead of using a result of the last minute
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
  const checks = await Promise.all([
    check(deps, 'database', 'Database', 'Look at the log of Postgres and at the connection.', async () => {
      const facts = await findDatabaseFacts(deps.db);
      postgres = facts.version;
      if (!(await isMigrated(deps.db))) {
        return bad(
          'failed',
          'The database is older than this version',
          'Restart the server: it updates the database when it starts.',
          'Migrations are missing.',
        );
      }
      return well(`Responds, holds ${sizeText(facts.bytes)}`);
    }),
    check(deps, 'jobs', 'Background jobs', 'Search the server’s log for “job queue error”.', async () => {
      const bounds = {
        failedAfter: new Date(now.getTime() - day),
        dueBefore: new Date(now.getTime() - 10 * minute),
      };
      jobs = presentJobs(await findJobStates(deps.db, bounds), startedAt, now);
      return jobsFinding(jobs);
    }),
    check(deps, 'mail', 'Email', serverLog, () => emailFinding(deps, now)),
    check(deps, 'storage', 'File storage', storageAdvice(deps), async () => {
      await deps.storage.check();
      return well(deps.config.s3 ? 'Files can be stored in the bucket' : 'Files are on this server’s disk');
    }),
    check(deps, 'files', 'Stored files', serverLog, () => filesFinding(deps)),
    check(deps, 'payments', 'Payments', serverLog, () => paymentsFinding(deps)),
    check(deps, 'webhooks', 'Payment events', serverLog, async () =>
      webhooksFinding(await getWebhooks(deps, actor), now),
    ),
    check(deps, 'ledger', 'Books', serverLog, async () =>
      ledgerFinding(await deps.figures.get('broken invariants', () => listBrokenInvariants(deps))),
    ),
    check(deps, 'proxy', 'Visitors’ addresses', serverLog, async () => proxyFinding(deps)),
    check(deps, 'disk', 'Disk', 'Check that the data folder still exists.', () => diskFinding(deps)),
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

const serverLog = 'The server’s log says why.';

type Finding = Pick<SystemCheck, 'state' | 'summary' | 'advice' | 'technical'>;
const well = (summary: string): Finding => ({ state: 'ok', summary, advice: null, technical: null });
const bad = (
  state: 'warning' | 'failed',
  summary: string,
  advice: string,
  technical: string | null = null,
): Finding => ({ state, summary, advice, technical });

/** Error messages are only logged, because they may contain host and account names. */
async function check(
  deps: Deps,
  key: SystemCheck['key'],
  label: string,
  technicalWhenBroken: string,
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
    return {
      key,
      label,
      ...bad(
        'failed',
        'Does not respond',
        'Check again in a minute. If it stays so, ask the person who runs the server.',
        technicalWhenBroken,
      ),
    };
  } finally {
    clearTimeout(timer);
  }
}

/** Exported for its tests. */
export function jobsFinding(jobs: readonly JobState[]): Finding {
  const named = (test: (job: JobState) => boolean) =>
    jobs
      .filter(test)
      .map(({ name }) => jobLabel(name))
      .join(', ');
  const stuck = named(({ late, overdue }) => late > 0 || overdue);
  if (stuck !== '') {
    return bad(
      'failed',
      `Late: ${stuck}`,
      'Restart the server. If it stays so, ask the person who runs the server.',
      serverLog,
    );
  }
  const failed = named((job) => job.failed > 0);
  if (failed !== '') {
    return bad(
      'warning',
      `Failed in the last 24 hours: ${failed}`,
      'They are tried again by themselves. If it happens every day, ask the person who runs the server.',
      serverLog,
    );
  }
  return well('All on time');
}

async function emailFinding(deps: Deps, now: Date): Promise<Finding> {
  const { failed, late } = await countUnsentEmails(deps.db, new Date(now.getTime() - 30 * minute));
  if (failed > 0) {
    return bad(
      'failed',
      `${failed === 1 ? 'One email' : `${failed.toLocaleString('en-US')} emails`} could not be sent`,
      'The reasons are below. Correct the cause, then send them again.',
    );
  }
  if (deps.config.mail.smtpUrl === undefined) {
    return bad(
      'warning',
      'No email server is connected: emails are stored, not sent',
      'Students get no receipts and no links to reset their password until you connect one.',
      'Set SMTP_URL (see docs/production.md).',
    );
  }
  if (late > 0) {
    return bad(
      'warning',
      `${late === 1 ? 'One email waits' : `${late.toLocaleString('en-US')} emails wait`} for more than half an hour`,
      'The email server rejects the emails or does not respond. See whether your email provider reports an outage.',
      'Check SMTP_URL.',
    );
  }
  return well('All emails were sent');
}

function storageAdvice(deps: Deps): string {
  return deps.config.s3
    ? 'Check the S3 variables, the permissions of the bucket and the provider’s status.'
    : 'Check that the data folder exists, is writable and has space.';
}

async function paymentsFinding(deps: Deps): Promise<Finding> {
  if (await isRecovering(deps)) {
    return bad(
      'failed',
      'A backup was restored: sales are paused until payments made since then are read from Stripe',
      'This takes a few minutes. If it takes longer, see whether Stripe reports an outage.',
      serverLog,
    );
  }
  const { stripe } = deps.config;
  if (!stripe) {
    return bad(
      'warning',
      'Test payments: nobody pays real money',
      'Connect your Stripe account to sell.',
      'Set STRIPE_SECRET_KEY.',
    );
  }
  if (/^[sr]k_test_/.test(stripe.secretKey)) {
    return bad(
      'warning',
      'Stripe is in test mode: nobody pays real money',
      'Use the live key of your Stripe account to sell.',
      'STRIPE_SECRET_KEY begins with sk_test_ or rk_test_.',
    );
  }
  return well('Stripe is in live mode');
}

function webhooksFinding(webhooks: Awaited<ReturnType<typeof getWebhooks>>, now: Date): Finding {
  if (!webhooks.configured) {
    return bad(
      'failed',
      'Stripe cannot report payments to the academy',
      'Until it can, payments arrive some minutes late. Ask the person who runs the server.',
      'Set STRIPE_WEBHOOK_SECRET (see docs/production.md).',
    );
  }
  const stuck = webhooks.unfinished.filter(
    ({ receivedAt }) => now.getTime() - Date.parse(receivedAt) > 10 * minute,
  ).length;
  if (stuck > 0) {
    return bad(
      'failed',
      stuck === 1
        ? 'One event was not processed'
        : `${stuck.toLocaleString('en-US')} events were not processed`,
      'Open the payment events and process them again.',
    );
  }
  if (webhooks.lastReceivedAt === null) {
    return bad(
      'warning',
      'Stripe has not reported a payment yet',
      'This is normal before the first sale. Afterwards, set up the webhook in your Stripe account.',
      'Its URL ends with /api/stripe/webhook (see docs/production.md).',
    );
  }
  return well(`The last one arrived ${agoText(now.getTime() - Date.parse(webhooks.lastReceivedAt))}`);
}

function ledgerFinding(broken: readonly string[]): Finding {
  if (broken.length === 0) return well('Purchases, payments and refunds add up');
  return bad(
    'failed',
    `There are ${broken.join(', ')}`,
    'Compare each with Stripe before you change anything.',
    'The server’s log names them: search for invariant_broken.',
  );
}

function proxyFinding({ config, untrustedProxy }: Deps): Finding {
  const peer = untrustedProxy.recent();
  if (peer !== undefined) {
    return bad(
      'warning',
      'All visitors seem to come from one address',
      'A limit on logins would lock everyone out together. Ask the person who runs the server to correct this.',
      `Requests are forwarded by ${peer}, which TRUST_PROXY does not name. If it is your proxy, add its address. If it ` +
        'is not, close the path around your proxy.',
    );
  }
  const { trustedProxies } = config.http;
  return well(
    trustedProxies.length > 0
      ? `Reported by the proxy at ${trustedProxies.join(', ')}`
      : 'Visitors connect to the server directly',
  );
}

async function diskFinding(deps: Deps): Promise<Finding> {
  const { bavail, blocks, bsize } = await fs.statfs(deps.config.dataDir);
  return spaceFinding(bavail * bsize, blocks * bsize);
}

/** @param free bytes. @param all bytes. Exported for its tests. */
export function spaceFinding(free: number, all: number): Finding {
  const summary = `${sizeText(free)} of ${sizeText(all)} free`;
  const advice = 'Free space or enlarge the disk: uploads and the database stop when it is full.';
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
