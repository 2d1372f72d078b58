/**
 * The day (`YYYY-MM-DD`) on which the original of each legal text last changed. Until an admin publishes another
 * version, this day is shown above the text and identifies the version that a user accepted, so change it with each
 * edit.
 */
export const legalVersions = {
  privacy: '2026-11-30',
  terms: '2026-11-26',
} as const;
