/**
 * The page of a session regularly reports how many seconds the student has studied since its last report. A first
 * report can add at most this many seconds, because it is unknown when the study began.
 */
const firstReportSeconds = 60;
/** The maximum number of seconds that one report can add, such as the first report after a lost connection. */
const maxReportSeconds = 60 * 60;
/**
 * Reports arrive slightly early or late. If a report leaves some of the elapsed time uncredited, the next report can
 * credit up to this much of it. In milliseconds.
 */
const toleranceMs = 1_000;

/**
 * Decides how many of the reported seconds to credit: never more than the time elapsed since `creditedUntil`, so that
 * neither concurrent reports nor a second device add extra time.
 * @param creditedUntil - ISO 8601 timestamp; null if no time was credited yet
 */
export function creditTime(
  reportedSeconds: number,
  creditedUntil: string | null,
  now: Date,
): { seconds: number; creditedUntil: Date } {
  const clock =
    creditedUntil === null ? now.getTime() - firstReportSeconds * 1000 : Date.parse(creditedUntil);
  const elapsed = Math.max(0, Math.floor((now.getTime() - clock) / 1000));
  const seconds = Math.min(Math.floor(reportedSeconds), elapsed, maxReportSeconds);
  const counted = Math.max(clock + seconds * 1000, now.getTime() - toleranceMs);
  return { seconds, creditedUntil: new Date(counted) };
}
