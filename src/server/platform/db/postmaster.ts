import { promises as fs } from 'node:fs';
import path from 'node:path';
import { isAlive } from './start-lock.ts';

/** The process that the cluster's PID file names, and whether it runs; `pid` is 0 without such a file. */
export async function postmasterOf(
  cluster: string,
): Promise<{ pid: number; isRunning: boolean; isZombie: boolean }> {
  const pidFile = await fs.readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(pidFile.split('\n')[0]);
  if (!pid) return { pid: 0, isRunning: false, isZombie: false };
  const state = await fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const isZombie = /^\d+ \(.*\) Z /s.test(state);
  return { pid, isRunning: !isZombie && isAlive(pid), isZombie };
}

/**
 * Removes the locks of a killed server whose process is a zombie. Postgres mistakes a zombie for a running server, so
 * the locks would remain forever where nothing reaps orphans, as in a container without an init.
 */
export async function removeLocksOfZombie(cluster: string, socket: string): Promise<void> {
  if (!(await postmasterOf(cluster)).isZombie) return;
  await fs.rm(path.join(cluster, 'postmaster.pid'), { force: true });
  await fs.rm(`${socket}.lock`, { force: true });
}
