import { readFileSync } from 'node:fs';

/** Resident memory of a process, in MB; undefined if the system does not report it. */
export function residentMegabytes(pid: number): number | undefined {
  try {
    const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? undefined : (Number(kibibytes) * 1024) / 1_000_000;
  } catch {
    return undefined;
  }
}
