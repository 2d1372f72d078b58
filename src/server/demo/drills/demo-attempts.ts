/** A student's answers to a drill: how many days ago, and whether right. */
type History = readonly (readonly [daysAgo: number, answer: 'right' | 'wrong'])[];

const known: History = [
  [34, 'wrong'],
  [33, 'right'],
  [10, 'right'],
];
const knownSince: History = [
  [9, 'right'],
  [6, 'right'],
];
const missed: History = [
  [20, 'right'],
  [17, 'wrong'],
  [1, 'wrong'],
];
const missedAgain: History = [
  [12, 'wrong'],
  [2, 'wrong'],
];

/**
 * The 61 answers of the demo student in five weeks: by leak, a history for each drill of the leak. Nine leaks have enough
 * answers for a value.
 */
export const demoAttempts: Readonly<Record<string, readonly History[]>> = {
  'river-call': [missed, missedAgain],
  'thin-value': [missed, knownSince],
  'continuation-bet': [known, knownSince],
  'big-blind-defence': [known, missedAgain],
  'open-too-wide': [known, knownSince],
  'open-too-tight': [known, missedAgain],
  'turn-barrel': [missed, knownSince],
  'three-bet-defence': [known, knownSince],
  sizing: [known, knownSince],
  'small-blind-play': [knownSince, knownSince],
  'three-bet-too-little': [knownSince, missedAgain],
  multiway: [knownSince, knownSince],
  'bankroll-and-tilt': [
    [
      [30, 'wrong'],
      [29, 'right'],
      [16, 'right'],
      [1, 'right'],
    ],
  ],
};
