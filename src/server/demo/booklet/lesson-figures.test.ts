import { expect, it } from 'vitest';
import { parseCards } from '../../../shared/poker/playing-card.ts';
import { parseRange } from '../../../shared/poker/range.ts';
import { combosOf } from '../../../shared/poker/range-combos.ts';
import { sampledEquity } from '../../../shared/poker/sampled-equity.ts';
import { listLessons } from './read-lesson.ts';

const lessons = (await Promise.all([listLessons('pdfs'), listLessons('sessions')])).flat();

/** The numbers that a pattern finds in a lesson. */
function figures(title: string, pattern: RegExp): number[] {
  const match = lessons.find((lesson) => lesson.title === title)?.body.match(pattern);
  if (!match) throw new Error(`"${title}" has no text like ${pattern}`);
  return match.slice(1).map(Number);
}

function combos(notation: string, dead: string): number {
  return combosOf(parseRange(notation), parseCards(dead) ?? []).reduce((sum, { weight }) => sum + weight, 0);
}

it('"Deep-Stack Notebook" states the right equity of 87s, and how many bb a call with it loses', () => {
  const title = 'Deep-Stack Notebook';
  const ranges = ['87s', '99+, ATs+, A5s, A4s, KTs+, QTs+, JTs, AQo+'];
  const sides = ranges.map((range) => combosOf(parseRange(range), []));
  const { shares: [share = 0] = [], error = 1 } = sampledEquity(sides, [], 400_000, Math.random) ?? {};
  const [stated = 0] = figures(title, /87s has ([\d.]+) percent equity/);
  // The lesson rounds to 0.1 percent. The sample deviates by five standard errors less than once in a million runs.
  expect(Math.abs(stated - 100 * share)).toBeLessThan(0.05 + 500 * error);
  const [at100] = figures(title, /call 8\.5 for a final pot of 23 .*? by about ([\d.]+) bb/);
  const [at200] = figures(title, /call 10\.5 for a final pot of 27 .*? short by ([\d.]+) bb/);
  const [exercise] = figures(title, /short of the price by ([\d.]+) bb, with 187 behind/);
  expect(at100).toBeCloseTo(8.5 - (23 * stated) / 100, 1);
  expect(at200).toBeCloseTo(10.5 - (27 * stated) / 100, 1);
  expect(exercise).toBe(at200);
});

it('"Solver Study Masterclass" states the right number of bluffs on the solved river', () => {
  const [, , bluffs, bets] = figures(
    'Solver Study Masterclass',
    /BTN bets ([\d.]+) of 65 combos, among them ([\d.]+) bluffs[\s\S]*?\n\*\*A second look at the numbers\.\*\* ([\d.]+) of ([\d.]+) is 26%/,
  );
  const [again, bluffsBefore] = figures(
    'Solver Study Masterclass',
    /BTN bets ([\d.]+) of 65 combos, among them ([\d.]+) bluffs/,
  );
  expect([again, bluffsBefore]).toEqual([bets, bluffs]);
  const board = 'Ks9s4d7h2c';
  const value = 'AA, KK, 99, 77, 44, AK, KQs, KJs, K9s';
  // With KhTc, BB is indifferent between calling and folding. Of the bluffs, KhTc removes only JcTc.
  const facedByKing = combos(value, `${board}KhTc`);
  expect(facedByKing).toBe(30);
  const all = (facedByKing * 17) / (22.7 + 17) + combos('JTs', board) - combos('JTs', `${board}KhTc`);
  expect(bluffs).toBeCloseTo(all, 1);
  expect(bets).toBeCloseTo(combos(value, board) + all, 1);
});

/**
 * The chance, in percent, to have lost money after `events` tournaments with 100 entries.
 * @param gain - the expected gain for each buy-in paid
 */
function losingChance(gain: number, events: number): number {
  // In units of half a percent of the prize pool. The buy-ins of an event are 110% of the pool. The lesson states the
  // first prize and the swing; the other prizes are typical ones that lead to this swing.
  const prizes = [56, 36, 26, 19, 15, 12, 10, 8, 6, 5, 4, 3];
  const chance = 0.01 * 1.1 * (1 + gain);
  const even = 2 * 1.1 * events;
  let won = [1, ...Array.from({ length: even - 1 }, () => 0)];
  for (let event = 0; event < events; event += 1) {
    won = won.map((missed, total) =>
      prizes.reduce(
        (sum, prize) => sum + chance * (won[total - prize] ?? 0),
        missed * (1 - prizes.length * chance),
      ),
    );
  }
  return 100 * won.reduce((sum, each) => sum + each, 0);
}

it('"Bankroll Rules That Survive a Bad Month" states the right chance to lose in 200 tournaments', () => {
  for (const gain of [10, 15, 20, 30]) {
    const row = new RegExp(`\\| ${gain}% \\| [\\d.]+ \\| \\d+ \\| (\\d+)% \\|`);
    const [stated = 0] = figures('Bankroll Rules That Survive a Bad Month', row);
    expect(Math.abs(stated - losingChance(gain / 100, 200)), `return of ${gain}%`).toBeLessThan(0.51);
  }
});
