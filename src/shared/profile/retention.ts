/** Retention periods. The jobs use them and the privacy policy names them. */
export const retention = {
  /** The `session` cookie: maximum days without use, and in total. Environment variables can override both. */
  sessionIdleDays: 14,
  sessionMaxDays: 60,
  /** The `device` cookie and the server's record of that browser. */
  deviceDays: 366,
  /** IP addresses of login attempts. The attempts themselves are stored longer. */
  signInIpDays: 30,
  signInMonths: 13,
  /** The log of opened files, which is evidence in payment disputes. */
  fileAccessMonths: 13,
  /** Notifications, and the events from which the use of the academy is counted. */
  activityMonths: 13,
  /** Hand histories that could not be parsed, stored without names and sender. */
  unreadableHandDays: 90,
  /** The data export that a user requested. */
  exportDays: 7,
  /** From the request to the deletion of an account. During this time, the request can be undone. */
  undoDays: 14,
  /** Closed messages of people without an account. */
  contactMonths: 24,
  /** IP addresses in the audit log, in consents and in the history of identity reviews. */
  recordIpMonths: 13,
} as const;
