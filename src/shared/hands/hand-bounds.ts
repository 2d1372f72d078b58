export const handBounds = {
  /** Bytes of one hand's text. */
  textBytes: 20_480,
  textsPerCall: 500,
  /** How many stored hands may have no hero. Students study their own play, and do not collect that of others. */
  withoutHero: 20,
  removedPerCall: 500,
  /** How many hands one download may contain. Each is fetched with its own call. */
  downloadedAtOnce: 200,
  pageSize: 50,
  /** If more than this many hands match a filter, the list does not show their exact number. */
  countedMatches: 1_000,
  noteLength: 5_000,
  actionNoteLength: 2_000,
  titleLength: 120,
  labelLength: 40,
  searchLength: 100,
} as const;

export const handResults = ['won', 'lost', 'even'] as const;
