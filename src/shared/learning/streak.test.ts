import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../time-zone.ts';
import { restDaysPerWeek, streakOf } from './streak.ts';

// 2026-11-16 is a Monday.
const monday = '2026-11-16';
const day = (offset: number) => addDays(monday, offset);
const days = (...offsets: number[]) => offsets.map(day);

describe('streak', () => {
  it.each([
    ['nothing', [], 3, { current: 0, best: 0, restDaysLeft: 2, studiedToday: false }],
    ['today alone', [3], 3, { current: 1, best: 1, restDaysLeft: 2, studiedToday: true }],
    ['every day so far, today not yet', [0, 1, 2], 3, { current: 3, best: 3, restDaysLeft: 2 }],
    ['two rest days in the week', [0, 3], 3, { current: 2, best: 2, restDaysLeft: 0 }],
    ['three rest days before the streak', [0, 4], 4, { current: 1, best: 1, restDaysLeft: 2 }],
    ['one rest day, and three before the streak', [0, 4], 6, { current: 1, best: 1, restDaysLeft: 1 }],
    ['a third rest day yesterday', [0, 1], 5, { current: 0, best: 2, restDaysLeft: 2 }],
    ['two rest days in each of two weeks', [0, 1, 2, 3, 4, 9, 10, 11, 12, 13], 13, { current: 10, best: 10 }],
    ['a long run that ended', [-14, -13, -12, -11, -10, -9, -8, 3], 3, { current: 1, best: 7 }],
    ['days after today', [3, 4, 5], 3, { current: 1, best: 1 }],
  ])('streak: %s', (_name, studied, today, expected) => {
    expect(streakOf(days(...studied), day(today))).toMatchObject(expected);
  });

  const offsets = fc.uniqueArray(fc.integer({ min: -60, max: 10 }), { maxLength: 60 });

  it('another day of study never shortens the streak', () => {
    fc.assert(
      fc.property(offsets, fc.integer({ min: -60, max: 0 }), (studied, more) => {
        const before = streakOf(days(...studied), day(0));
        const after = streakOf(days(...studied, more), day(0));
        expect(after.current).toBeGreaterThanOrEqual(before.current);
        expect(after.best).toBeGreaterThanOrEqual(before.best);
      }),
    );
  });

  it('the streak counts only days of study, and the best streak is at least as long as the current one', () => {
    fc.assert(
      fc.property(offsets, (studied) => {
        const past = studied.filter((offset) => offset <= 0).length;
        const { current, best, restDaysLeft } = streakOf(days(...studied), day(0));
        expect(current).toBeLessThanOrEqual(best);
        expect(best).toBeLessThanOrEqual(past);
        expect(restDaysLeft).toBeGreaterThanOrEqual(0);
        expect(restDaysLeft).toBeLessThanOrEqual(restDaysPerWeek);
      }),
    );
  });

  it('the streak is the longest run up to today with at most two rest days in each week', () => {
    const weekOf = (offset: number) => Math.floor(offset / 7);
    const naive = (studied: ReadonlySet<number>, today: number) => {
      let longest = 0;
      for (const start of studied) {
        if (start > today) continue;
        const rests = new Map<number, number>();
        let count = 0;
        for (let offset = start; offset <= today; offset += 1) {
          if (studied.has(offset)) count += 1;
          else if (offset < today) rests.set(weekOf(offset), (rests.get(weekOf(offset)) ?? 0) + 1);
        }
        if ([...rests.values()].every((number) => number <= restDaysPerWeek))
          longest = Math.max(longest, count);
      }
      return longest;
    };
    fc.assert(
      fc.property(offsets, fc.integer({ min: -5, max: 10 }), (studied, today) => {
        expect(streakOf(days(...studied), day(today)).current).toBe(naive(new Set(studied), today));
      }),
    );
  });

  it('the streak survives the remaining rest days of the week, and one more day without study shortens it', () => {
    fc.assert(
      fc.property(offsets, fc.integer({ min: 0, max: 6 }), (studied, today) => {
        const past = days(...studied.filter((offset) => offset <= today));
        const { current, restDaysLeft, studiedToday } = streakOf(past, day(today));
        const nextDay = studiedToday ? today + 1 : today;
        const daysLeft = 7 - nextDay;
        fc.pre(current > 0);
        const streakAfter = (rests: number) => streakOf(past, day(nextDay + rests)).current;
        expect(streakAfter(Math.min(restDaysLeft, daysLeft))).toBe(current);
        if (restDaysLeft < daysLeft) expect(streakAfter(restDaysLeft + 1)).toBeLessThan(current);
      }),
    );
  });

  it('a streak may last for years', () => {
    const many = Array.from({ length: 1_100 }, (_, index) => day(-index));
    expect(streakOf(many, day(0)).best).toBe(1_100);
  });
});
