/** For how many seconds an answer can be taken back. */
export const takeBackSeconds = 10;

/** An option with at least this weight is a right answer. */
export const rightFrom = 70;

/**
 * Until the hand of the day has this many answers, the percentages of its options are hidden, because they could reveal
 * one person's answer.
 */
export const answersForShares = 20;

/** The maximum number of options of a decision or a drill. */
export const maxOptions = 5;

export const hasRightOption = (options: readonly { weight: number }[]): boolean =>
  options.some(({ weight }) => weight >= rightFrom);

/** How long a drill is assumed to take, for estimates and for the number of drills in a day. */
const secondsPerDrill = 30;

export const minutesOf = (drills: number): number => Math.max(1, Math.round((drills * secondsPerDrill) / 60));

export const drillsIn = (minutes: number): number => Math.floor((minutes * 60) / secondsPerDrill);
