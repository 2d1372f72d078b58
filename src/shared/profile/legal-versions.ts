/**
 * The day (`YYYY-MM-DD`) on which each legal text last changed. It is printed above the text and names the version that
 * somebody agreed to, so that it changes whenever a sentence of that text does.
 */
export const legalVersions = {
  privacy: '2026-11-23',
  terms: '2026-11-21',
} as const;
