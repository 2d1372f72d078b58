/** Retention periods. The jobs use them and the privacy policy names them. */
export const retention = {
  /** The cookie `session`, unless the admin sets other days: without use, and at most. */
  sessionIdleDays: 14,
  sessionMaxDays: 60,
  /** The cookie `device` and the server's record of that browser. */
  deviceDays: 366,
  /** Network addresses of attempts to log in; the attempts themselves stay longer. */
  signInAddressDays: 30,
  signInMonths: 13,
  /** The record of opened files: long enough for every dispute over a payment. */
  fileAccessMonths: 13,
  /** Network addresses in the audit record, in consents and in the history of identity reviews. */
  recordAddressMonths: 13,
} as const;

/** @returns the same time of day so many months earlier, in UTC */
export function monthsBefore(moment: Date, months: number): Date {
  const before = new Date(moment);
  before.setUTCMonth(before.getUTCMonth() - months);
  return before;
}
