export const noteBounds = {
  textLength: 5_000,
  /** Maximum number of notes of one user in one session or PDF. */
  perResource: 500,
  /** Maximum length of the text by which notes are filtered. */
  searchLength: 100,
  pageSize: 100,
  /** Maximum number of notes in a downloaded file. */
  inFile: 1_000,
} as const;
