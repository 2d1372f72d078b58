import { promises as fs, readFileSync } from 'node:fs';
import path from 'node:path';

/** The operating system account that runs the embedded Postgres. */
export type Account = {
  uid: number | undefined;
  gid: number | undefined;
  /** True if this process runs as root. Postgres refuses to run as root, and therefore runs as `nobody`. */
  isOther: boolean;
};

/** @param uid - the user id of this process; undefined on systems without one */
export function accountFor(uid: number | undefined): Account {
  if (uid !== 0) return { uid, gid: process.getgid?.(), isOther: false };
  const nobody = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'nobody');
  return { uid: Number(nobody?.[2] ?? 65_534), gid: Number(nobody?.[3] ?? 65_534), isOther: true };
}

/** Options for `child_process`, with a working directory that every account can access. */
export function runAs(account: Account): { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv } {
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };
  if (!account.isOther || account.uid === undefined || account.gid === undefined) return { cwd: '/', env };
  return { uid: account.uid, gid: account.gid, cwd: '/', env };
}

/** Whether `account` may traverse every folder on the path to `target`. */
export async function canReach(target: string, account: Account): Promise<boolean> {
  let folder = path.dirname(await fs.realpath(target));
  for (;;) {
    const { mode, uid } = await fs.stat(folder);
    if ((mode & 0o001) === 0 && !(uid === account.uid && (mode & 0o100) !== 0)) return false;
    const parent = path.dirname(folder);
    if (parent === folder) return true;
    folder = parent;
  }
}
