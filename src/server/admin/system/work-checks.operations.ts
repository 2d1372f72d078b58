import { jobLabel } from '../../../shared/admin/background-jobs.ts';
import type { JobState } from '../../../shared/admin/system.ts';
import { minuteMs } from '../../../shared/durations.ts';
import type { Deps } from '../../deps.ts';
import { bad, type Finding, serverLog, well } from './finding.ts';
import { countUnsentEmails, findLateEmailError } from './system.queries.ts';

export function jobsFinding(jobs: readonly JobState[]): Finding {
  const labelsOf = (test: (job: JobState) => boolean) =>
    jobs
      .filter(test)
      .map(({ name }) => jobLabel(name))
      .join(', ');
  const stuck = labelsOf(({ late, overdue }) => late > 0 || overdue);
  if (stuck !== '') {
    return bad(
      'failed',
      `Late: ${stuck}`,
      'Restart the server. If that does not help, ask the person who runs the server.',
      serverLog,
    );
  }
  const failed = labelsOf((job) => job.failed > 0);
  if (failed !== '') {
    return bad(
      'warning',
      `Failed in the last 24 hours: ${failed}`,
      'Scheduled jobs run again at their next scheduled time. If this happens every day, ask the person who runs the server.',
      serverLog,
    );
  }
  return well('All on time');
}

export async function emailFinding(deps: Deps, now: Date): Promise<Finding> {
  const queuedBefore = new Date(now.getTime() - 30 * minuteMs);
  const { failed, late } = await countUnsentEmails(deps.db, queuedBefore);
  if (failed > 0) {
    return bad(
      'failed',
      `${failed === 1 ? 'One email' : `${failed.toLocaleString('en-US')} emails`} could not be sent`,
      'The reasons are below. Correct the cause, then send the emails again, or dismiss them.',
    );
  }
  if (deps.config.mail.smtpUrl === undefined) {
    return bad(
      'warning',
      'No email server is connected: emails are stored, not sent',
      'Students get no receipts and no links to reset their password until you connect one. Then choose, in the list below, which of the stored emails to send.',
      'Set SMTP_URL (see docs/production.md).',
    );
  }
  if (late > 0) {
    const newestError = await findLateEmailError(deps.db, queuedBefore);
    return bad(
      'warning',
      `${late === 1 ? 'One email has' : `${late.toLocaleString('en-US')} emails have`} been waiting for more than half an hour`,
      'The email server rejects the emails or does not respond. See whether your email provider reports an outage. If you have only just connected the email server, older emails are listed below within half an hour.',
      newestError === null
        ? 'Check SMTP_URL.'
        : `Check SMTP_URL. The newest late email failed with: ${newestError}`,
    );
  }
  return well('No failed or late emails');
}
