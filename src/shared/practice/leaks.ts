/** The street on which a leak occurs, or `any`. */
type LeakStreet = 'preflop' | 'flop' | 'turn' | 'river' | 'any';

export type Leak = {
  id: LeakId;
  name: string;
  /** One sentence that describes the mistake. */
  sentence: string;
  street: LeakStreet;
};

export const leakIds = [
  'open-too-wide',
  'open-too-tight',
  'limp',
  'big-blind-defence',
  'small-blind-play',
  'three-bet-too-little',
  'three-bet-defence',
  'four-bet-pots',
  'squeeze',
  'continuation-bet',
  'check-back-too-much',
  'turn-barrel',
  'turn-give-up',
  'river-call',
  'river-bluff',
  'thin-value',
  'draws',
  'sizing',
  'multiway',
  'short-stack-and-icm',
  'bankroll-and-tilt',
] as const;
export type LeakId = (typeof leakIds)[number];

const facts: Record<LeakId, Omit<Leak, 'id'>> = {
  'open-too-wide': {
    name: 'Opening too wide',
    sentence: 'You raise first with hands that lose money from their position.',
    street: 'preflop',
  },
  'open-too-tight': {
    name: 'Opening too tight',
    sentence: 'You fold hands that make money from their position.',
    street: 'preflop',
  },
  limp: {
    name: 'Limping',
    sentence: 'You call the big blind where a raise or a fold is better.',
    street: 'preflop',
  },
  'big-blind-defence': {
    name: 'Big blind defense',
    sentence: 'You fold, call or raise the wrong hands in the big blind.',
    street: 'preflop',
  },
  'small-blind-play': {
    name: 'Small blind play',
    sentence: 'You enter pots out of position from the small blind too often or too passively.',
    street: 'preflop',
  },
  'three-bet-too-little': {
    name: 'Too few three-bets',
    sentence: 'You call raises with hands that should raise again.',
    street: 'preflop',
  },
  'three-bet-defence': {
    name: 'Defense against three-bets',
    sentence: 'You fold or call too much after your raise is re-raised.',
    street: 'preflop',
  },
  'four-bet-pots': {
    name: 'Four-bet pots',
    sentence: 'You misjudge how strong hands must be when a raise is re-raised twice.',
    street: 'preflop',
  },
  squeeze: {
    name: 'Squeezes',
    sentence: 'You miss the raise over a raise and its callers, or make it with the wrong hands.',
    street: 'preflop',
  },
  'continuation-bet': {
    name: 'Continuation bets',
    sentence: 'You bet the flop out of habit, without asking whom the board helps.',
    street: 'flop',
  },
  'check-back-too-much': {
    name: 'Checking back and slow play',
    sentence: 'You check or call with hands that earn more with a bet or a raise.',
    street: 'flop',
  },
  'turn-barrel': {
    name: 'Turn barrels',
    sentence: 'You bet the turn again on cards that change nothing for you.',
    street: 'turn',
  },
  'turn-give-up': {
    name: 'Giving up on the turn',
    sentence: 'You stop betting on cards that favor your range.',
    street: 'turn',
  },
  'river-call': {
    name: 'River calls',
    sentence: 'You call large river bets with hands that beat too few of the opponent’s combinations.',
    street: 'river',
  },
  'river-bluff': {
    name: 'River bluffs',
    sentence: 'You bluff the river with the wrong hands, or miss the bluffs that work.',
    street: 'river',
  },
  'thin-value': {
    name: 'Thin value',
    sentence: 'You check rivers on which worse hands would have called a bet.',
    street: 'river',
  },
  draws: {
    name: 'Calls with draws',
    sentence: 'You call with draws that cost more than they win back when they get there.',
    street: 'any',
  },
  sizing: {
    name: 'Bet sizing',
    sentence: 'You choose sizes that do not fit what the bet should achieve.',
    street: 'any',
  },
  multiway: {
    name: 'Multiway pots',
    sentence: 'You play against several opponents as you would against one.',
    street: 'any',
  },
  'short-stack-and-icm': {
    name: 'Short stacks and ICM',
    sentence: 'You misjudge risk when stacks are short or a payout is close.',
    street: 'any',
  },
  'bankroll-and-tilt': {
    name: 'Bankroll and tilt',
    sentence: 'You play too high, too long or too upset to play well.',
    street: 'any',
  },
};

/** All leaks that the academy names, in the order of the streets. */
export const leaks: readonly Leak[] = leakIds.map((id) => ({ id, ...facts[id] }));

/** The leaks as the options of a select. */
export const leakOptions = leaks.map(({ id, name }) => ({ value: id, label: name }));

export function leakName(id: LeakId): string {
  return facts[id].name;
}

/**
 * How well a student handles a leak is shown only after this many observations: attempts at drills, and answers in
 * which a coach named the leak.
 */
export const observationsNeeded = 5;
