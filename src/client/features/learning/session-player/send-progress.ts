import type { ProgressEntry } from '../../../../shared/learning/learning.ts';
import type { ProgressReport, ReportOutcome } from './progress-reporter.ts';

/** Nobody waits for a report, and the next one brings what it carried. */
const reportTimeout = 20_000;

/** Statuses that say "not now": slow down, time-out, and faults of the server. */
function isForLater(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/**
 * PUT /api/coaching/progress/{sessionId} as a request that outlives the page, which the batches of the other
 * calls cannot.
 */
export async function sendProgress(
  sessionId: number,
  report: ProgressReport,
  onSaved: (entry: ProgressEntry) => void,
): Promise<ReportOutcome> {
  try {
    const answer = await fetch(`/api/coaching/progress/${sessionId}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
      keepalive: true,
      signal: AbortSignal.timeout(reportTimeout),
    });
    if (!answer.ok) return isForLater(answer.status) ? 'later' : 'refused';
    onSaved((await answer.json()) as ProgressEntry);
    return 'saved';
  } catch {
    // No connection; told to the reader by the outcome.
    return 'later';
  }
}
