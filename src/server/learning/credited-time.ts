/** Seconds that a first report may add, because the time of the start is unknown. */
const firstReportSeconds = 60;
/** After a longer silence, such as a night or a lost connection, this much is believed at most. */
const longestGapSeconds = 60 * 60;
/** Reports come a little early or late; less than this is carried over instead of being lost. */
const toleranceMs = 1_000;

/**
 * How many of the reported seconds count: never more than the clock has moved since the last counted moment, so
 * that neither twenty reports at once nor two devices make time.
 * @param creditedUntil ISO; null when nothing was counted yet
 */
export function creditTime(
  reportedSeconds: number,
  creditedUntil: string | null,
  now: Date,
): { seconds: number; creditedUntil: Date } {
  const clock =
    creditedUntil === null ? now.getTime() - firstReportSeconds * 1000 : Date.parse(creditedUntil);
  const elapsed = Math.max(0, Math.floor((now.getTime() - clock) / 1000));
  const seconds = Math.min(Math.floor(reportedSeconds), elapsed, longestGapSeconds);
  const counted = Math.max(clock + seconds * 1000, now.getTime() - toleranceMs);
  return { seconds, creditedUntil: new Date(counted) };
}
