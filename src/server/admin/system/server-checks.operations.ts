import { promises as fs, type StatsFs } from 'node:fs';
import path from 'node:path';
import { minuteMs } from '../../../shared/durations.ts';
import type { Deps } from '../../deps.ts';
import { isMigrated } from '../../platform/db/migrate.ts';
import { requireWritable } from '../../platform/db/require-writable.ts';
import { bad, type Finding, well } from './finding.ts';
import { type DatabaseFacts, findDatabaseTime } from './system.queries.ts';

export async function databaseFinding(deps: Deps, { bytes }: DatabaseFacts): Promise<Finding> {
  await requireWritable(deps.db);
  if (await isMigrated(deps.db)) return well(`Responding, ${sizeText(bytes)} stored`);
  return bad(
    'failed',
    'The database is older than this version',
    'Restart the server: it updates the database when it starts.',
    'Migrations are missing.',
  );
}

export async function storageFinding(deps: Deps): Promise<Finding> {
  await deps.storage.check();
  return well(deps.config.s3 ? 'Files can be stored in the bucket' : 'Files are on this server’s disk');
}

/** What to look at if the storage does not respond. */
export function storageAdvice(deps: Deps): string {
  return deps.config.s3
    ? 'Check the S3 variables, the permissions of the bucket and the provider’s status.'
    : 'Check that the data folder exists, is writable and has space.';
}

export function proxyFinding({ config, untrustedProxy }: Deps): Finding {
  const peer = untrustedProxy.recent();
  if (peer !== undefined) {
    return bad(
      'warning',
      'All visitors seem to have the same IP address',
      'The login limit would lock out all visitors together. Ask the person who runs the server to correct this.',
      `Requests are forwarded by ${peer}, which TRUST_PROXY does not name. If it is your proxy, add its address. If it ` +
        'is not, block connections that bypass your proxy.',
    );
  }
  const { trustedProxies } = config.http;
  return well(
    trustedProxies.length > 0
      ? `Reported by the proxy at ${trustedProxies.join(', ')}`
      : 'Visitors connect to the server directly',
  );
}

/** A server whose clock is off by 30 seconds or more rejects codes of authenticator apps. */
export async function clockFinding(deps: Pick<Deps, 'config' | 'db' | 'now'>): Promise<Finding> {
  if (deps.config.databaseUrl === undefined) {
    return well('Postgres runs on this machine, so a wrong clock cannot be detected here');
  }
  const databaseTime = await findDatabaseTime(deps.db);
  const difference = deps.now().getTime() - databaseTime.getTime();
  if (Math.abs(difference) < minuteMs / 2)
    return well('This server and Postgres have the same time, to within 30 seconds');
  const minutes = Math.floor(Math.abs(difference) / minuteMs);
  const amount = ['less than a minute', 'a minute'][minutes] ?? `${minutes.toLocaleString('en-US')} minutes`;
  const relation = difference > 0 ? 'ahead of' : 'behind';
  return bad(
    minutes < 5 ? 'warning' : 'failed',
    `This server’s clock is ${amount} ${relation} that of Postgres`,
    'A server with a wrong clock rejects two-factor codes. If its clock is five minutes fast, nobody can pay. Ask the person who runs the server to correct the clock.',
    'Compare both clocks with a time server (NTP): either can be the wrong one.',
  );
}

export async function diskFinding(deps: Pick<Deps, 'config'>): Promise<Finding> {
  const { bavail, blocks, bsize } = await diskOf(deps.config.dataDir);
  return spaceFinding(bavail * bsize, blocks * bsize);
}

/**
 * The disk of a folder or, if the folder does not exist, of its closest existing parent. With an external Postgres and
 * S3, nothing creates the data folder.
 */
async function diskOf(folder: string): Promise<StatsFs> {
  try {
    return await fs.statfs(folder);
  } catch (error) {
    const parent = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    return diskOf(parent);
  }
}

/** Both numbers are bytes. */
export function spaceFinding(free: number, all: number): Finding {
  const summary = `${sizeText(free)} of ${sizeText(all)} free`;
  const advice = 'Free space or enlarge the disk: when it is full, nothing more can be stored on it.';
  const gigabyte = 1024 ** 3;
  if (free < gigabyte || free < all * 0.03) return bad('failed', summary, advice);
  if (free < 5 * gigabyte || free < all * 0.1) return bad('warning', summary, advice);
  return well(summary);
}

function sizeText(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  return gigabytes >= 1 ? `${gigabytes.toFixed(1)} GB` : `${Math.ceil(bytes / 1024 ** 2)} MB`;
}
