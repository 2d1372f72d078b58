/** The maximum counts in a hand. Separate from the schema, so that the worker that reads pasted hands stays small. */
export const handLimits = { seats: 10, actions: 400, boards: 3, awards: 100, shows: 30 } as const;

export const pokerGames = ['nlhe', 'plhe', 'plo', 'flhe', 'plo5', 'plo6', 'plo8', 'shortdeck'] as const;
export type PokerGame = (typeof pokerGames)[number];

export const pokerSites = [
  'pokerstars',
  'ggpoker',
  'winamax',
  'ignition',
  'wpn',
  '888',
  'partypoker',
  'ipoker',
] as const;
export type PokerSite = (typeof pokerSites)[number];

/**
 * `dead`, such as a missed small blind, does not count as a bet. `enter` is a live blind that is posted to be dealt in.
 */
export const postKinds = ['small', 'big', 'ante', 'straddle', 'dead', 'enter'] as const;
export type PostKind = (typeof postKinds)[number];
