/** A student's answers to a drill: how many days ago each was given, and whether it was right. */
type History = readonly (readonly [daysAgo: number, answer: 'right' | 'wrong'])[];

const learned: History = [
  [34, 'wrong'],
  [33, 'right'],
  [10, 'right'],
];
const alwaysRight: History = [
  [9, 'right'],
  [6, 'right'],
];
const forgotten: History = [
  [20, 'right'],
  [17, 'wrong'],
  [1, 'wrong'],
];
const alwaysWrong: History = [
  [12, 'wrong'],
  [2, 'wrong'],
];

/**
 * The demo student's answers of the last five weeks: for each leak, one history per drill. The drills of leaks that are
 * not listed here are unanswered.
 */
export const demoAttempts: Readonly<Record<string, readonly History[]>> = {
  'river-call': [forgotten, alwaysWrong],
  'thin-value': [forgotten, alwaysRight],
  'continuation-bet': [learned, alwaysRight],
  'big-blind-defence': [learned, alwaysWrong],
  'open-too-wide': [learned, alwaysRight],
  'open-too-tight': [learned, alwaysWrong],
  'turn-barrel': [forgotten, alwaysRight],
  'three-bet-defence': [learned, alwaysRight],
  sizing: [learned, alwaysRight],
  'small-blind-play': [alwaysRight, alwaysRight],
  'three-bet-too-little': [alwaysRight, alwaysWrong],
  multiway: [alwaysRight, alwaysRight],
  'bankroll-and-tilt': [
    [
      [30, 'wrong'],
      [29, 'right'],
      [16, 'right'],
      [1, 'right'],
    ],
  ],
};
