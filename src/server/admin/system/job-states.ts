import { cronMinutes, isKnownJob } from '../../../shared/admin/background-jobs.ts';
import type { JobState } from '../../../shared/admin/system.ts';
import { schedules } from '../../platform/jobs/jobs.ts';
import type { JobRow } from './system.queries.ts';

/**
 * All scheduled queues, even without jobs, and all other queues that have jobs, sorted by name. Omits the internal queues of pg-boss and those that
 * only another version of the server knows: this version runs none of their jobs, and pg-boss deletes the jobs after
 * some days.
 */
export function presentJobs(rows: readonly JobRow[], startedAt: Date, now: Date): JobState[] {
  const crons = new Map<string, string>(Object.entries(schedules));
  const found = new Map(rows.map((row) => [row.name, row]));
  const names = [...crons.keys(), ...rows.map(({ name }) => name).filter(isKnownJob)];
  return [...new Set(names)].toSorted().map((name) => {
    const schedule = crons.get(name) ?? null;
    const row = found.get(name);
    const lastDoneAt = row?.lastDoneAt ?? null;
    return {
      name,
      schedule,
      lastDoneAt,
      failed: row?.failed ?? 0,
      late: row?.late ?? 0,
      overdue: schedule !== null && isOverdue(schedule, lastDoneAt, startedAt, now),
    };
  });
}

/**
 * Whether no run has completed for two intervals and ten minutes. Only time since the start of the server counts, so
 * that downtime makes no schedule overdue.
 */
function isOverdue(schedule: string, lastDoneAt: string | null, startedAt: Date, now: Date): boolean {
  const since = Math.max(startedAt.getTime(), lastDoneAt === null ? 0 : Date.parse(lastDoneAt));
  return now.getTime() - since > (2 * cronMinutes(schedule) + 10) * 60_000;
}
