/**
 * The day (`YYYY-MM-DD`) on which each legal text last changed. It is shown above the text and identifies the version
 * that a user accepted, so it must change with each edit of the text.
 */
export const legalVersions = {
  privacy: '2026-11-28',
  terms: '2026-11-26',
} as const;
