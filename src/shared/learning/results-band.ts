import type { Results } from './goals.ts';
import { z95 } from './poker-rates.ts';

/** With fewer days or fewer hands, results do not distinguish skill from luck. */
const resultsNeeded = { days: 30, hands: 5_000 } as const;

export type DayResult = {
  date: string;
  hands: number | null;
  /** Signed US cents. Null means that no result was entered, which differs from 0. */
  winLoss: number | null;
};

type ResultsBand = Omit<Results, 'cash' | 'tournaments'>;

const counted = new Intl.NumberFormat('en-US');

/**
 * The running total of days with a result, and the band in which 95 of 100 break-even players with the same daily
 * standard deviation would be after the same number of days. A total inside the band may be luck. With few days or few
 * hands, a total outside the band may be luck, too.
 */
export function resultsBand(days: readonly DayResult[]): ResultsBand {
  const played = days
    .filter((day): day is DayResult & { winLoss: number } => day.winLoss !== null)
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const count = played.length;
  const hands = played.reduce((sum, day) => sum + (day.hands ?? 0), 0);
  const total = played.reduce((sum, day) => sum + day.winLoss, 0);
  const deviation = sampleDeviation(played.map((day) => day.winLoss));
  let running = 0;
  const points = played.map((day, index) => {
    running += day.winLoss;
    const reach = deviation === null ? null : z95 * deviation * Math.sqrt(index + 1);
    return {
      date: day.date,
      total: running,
      luckLow: reach === null ? null : -reach,
      luckHigh: reach,
    };
  });
  const verdict = verdictOf(count, hands, total, points.at(-1)?.luckHigh ?? null);
  return {
    days: count,
    hands,
    total,
    verdict,
    sentence: sentenceOf(verdict, count, hands, total),
    points,
  };
}

/** The sample standard deviation, with n − 1; null for fewer than two values. */
function sampleDeviation(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

function verdictOf(days: number, hands: number, total: number, reach: number | null): ResultsBand['verdict'] {
  if (days === 0) return 'nothing';
  if (days < resultsNeeded.days || hands < resultsNeeded.hands || reach === null) return 'too_few';
  return Math.abs(total) > reach ? 'beyond_luck' : 'within_luck';
}

function sentenceOf(verdict: ResultsBand['verdict'], days: number, hands: number, total: number): string {
  const sample = `${counted.format(days)} ${days === 1 ? 'day' : 'days'} and ${counted.format(hands)} ${hands === 1 ? 'hand' : 'hands'}`;
  switch (verdict) {
    case 'nothing':
      return 'No results yet. Enter what you won or lost on a day to see how it adds up.';
    case 'too_few':
      return `With ${sample}, luck cannot be distinguished from skill. It takes at least ${resultsNeeded.days} days and ${counted.format(resultsNeeded.hands)} hands before the line means anything.`;
    case 'within_luck':
      return `After ${sample} the result lies inside the band: luck alone can explain it.`;
    case 'beyond_luck':
      return `After ${sample} the result lies ${total > 0 ? 'above' : 'below'} the band: luck alone would bring it there in fewer than 5 of 100 cases.`;
  }
}
