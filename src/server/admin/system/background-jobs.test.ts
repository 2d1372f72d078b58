import { describe, expect, it } from 'vitest';
import { cronMinutes, scheduleText } from '../../../shared/admin/background-jobs.ts';
import type { JobState } from '../../../shared/admin/system.ts';
import { presentJobs } from './job-states.ts';
import { jobsFinding } from './work-checks.operations.ts';

describe('background jobs', () => {
  it.each([
    ['*/5 * * * *', 5, 'Every 5 minutes'],
    ['2-59/5 * * * *', 5, 'Every 5 minutes'],
    ['11,41 * * * *', 30, 'Every 30 minutes'],
    ['17 * * * *', 60, 'Every hour'],
    ['27 2 * * *', 1_440, 'Every day at 02:27 UTC'],
  ])('the cron expression %s means every %i minutes, and is shown as “%s”', (cron, minutes, text) => {
    expect(cronMinutes(cron)).toBe(minutes);
    expect(scheduleText(cron)).toBe(text);
  });

  it('a job is overdue when two intervals and ten minutes have passed since its last run and since the server’s start', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    const up = new Date('2026-11-20T12:00:00Z');
    const last = (lastDoneAt: string) =>
      presentJobs([{ name: 'reconcile-purchases', lastDoneAt, failed: 0, late: 0 }], up, now).find(
        ({ name }) => name === 'reconcile-purchases',
      )?.overdue;
    // The job runs every five minutes, so it is overdue after twenty minutes.
    expect(last('2026-11-21T11:45:00Z')).toBe(false);
    expect(last('2026-11-21T11:35:00Z')).toBe(true);
    const justStarted = presentJobs([], new Date('2026-11-21T11:55:00Z'), now);
    expect(justStarted.filter(({ overdue }) => overdue)).toEqual([]);
  });

  it('the list omits internal jobs of pg-boss, and jobs that only another version of the server runs', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    const late = { lastDoneAt: null, failed: 0, late: 1 };
    const rows = ['set-price-back', '__pgboss__maintenance', 'send-mail'].map((name) => ({ name, ...late }));
    const shown = presentJobs(rows, now, now).filter((job) => job.late > 0);
    expect(shown.map(({ name }) => name)).toEqual(['send-mail']);
  });

  it('late jobs fail the check, and failed jobs only cause a warning', () => {
    const job: JobState = {
      name: 'send-mail',
      schedule: null,
      lastDoneAt: null,
      failed: 0,
      late: 0,
      overdue: false,
    };
    expect(jobsFinding([job]).state).toBe('ok');
    expect(jobsFinding([{ ...job, failed: 1 }]).state).toBe('warning');
    expect(jobsFinding([{ ...job, late: 1 }])).toMatchObject({
      state: 'failed',
      summary: 'Late: Send emails',
    });
  });
});
