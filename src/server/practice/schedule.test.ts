import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import { addDays } from '../../shared/time-zone.ts';
import { type RatedAttempt, ratingOf, stateAfter } from './schedule.ts';

const again = 1;
const good = 3;
const rated = (day: string, rating: number): RatedAttempt => ({ day, rating, retention: 90 });

describe('the schedule of a drill', () => {
  it.each([
    [again, 1],
    [2, 2],
    [good, 3],
    [4, 8],
  ])('after a first answer rated %i, the drill returns after %i days', (rating, days) => {
    expect(stateAfter([rated('2026-11-20', rating)])?.dueOn).toBe(addDays('2026-11-20', days));
  });

  it('a drill that is always answered right returns after 3, 14, 57 and at most 180 days', () => {
    const attempts: RatedAttempt[] = [];
    let day = '2026-01-01';
    const intervals = [0, 1, 2, 3].map(() => {
      attempts.push(rated(day, good));
      const dueOn = stateAfter(attempts)?.dueOn ?? '';
      const days = Math.round((Date.parse(dueOn) - Date.parse(day)) / dayMs);
      day = dueOn;
      return days;
    });
    expect(intervals).toEqual([3, 14, 57, 180]);
  });

  it('ignores further attempts of a day, and attempts that are dated before the previous one', () => {
    const one = stateAfter([rated('2026-11-20', again)]);
    expect(stateAfter([rated('2026-11-20', again), rated('2026-11-20', good)])).toEqual(one);
    expect(stateAfter([rated('2026-11-20', again), rated('2026-11-19', good)])).toEqual(one);
  });

  it('an attempt dated a day later, as after a change of time zone, moves the due day by one day', () => {
    for (const rating of [again, 2, good, 4]) {
      const due = (day: string) => stateAfter([rated(day, rating)])?.dueOn;
      expect(due('2026-03-29')).toBe(addDays(due('2026-03-28') ?? '', 1));
    }
  });

  it('after any history, a drill is due 1 to 180 days after its last attempt, and has at most as many lapses as wrong answers', () => {
    const histories = fc.array(
      fc.record({ gap: fc.integer({ min: 0, max: 90 }), rating: fc.integer({ min: 1, max: 4 }) }),
      {
        minLength: 1,
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(histories, (history) => {
        let day = '2026-01-01';
        const attempts = history.map(({ gap, rating }) => {
          day = addDays(day, gap);
          return rated(day, rating);
        });
        const state = stateAfter(attempts);
        expect(state && state.dueOn > state.lastOn).toBe(true);
        expect(state && state.dueOn <= addDays(state.lastOn, 180)).toBe(true);
        expect(state?.lapses).toBeLessThanOrEqual(attempts.filter(({ rating }) => rating === again).length);
      }),
      { numRuns: 50 },
    );
  });
});

it('an answer is rated by the weight of its option, from 0 for the worst to 100 for the best', () => {
  expect([0, 29, 30, 69, 70, 100].map(ratingOf)).toEqual([1, 1, 2, 2, 3, 3]);
});
