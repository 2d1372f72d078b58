import { describe, expect, it } from 'vitest';
import { dayMs } from '../durations.ts';
import {
  type LeakAttempts,
  leakMap,
  type NamedLeak,
  nextStudy,
  recentAttempts,
  type StudyPlace,
} from './leak-map.ts';
import type { LeakId } from './leaks.ts';

const now = new Date('2026-11-26T12:00:00Z');
/** Tries as heavy as one of now, with these scores. */
const seen = (leak: LeakId, ...scores: number[]): LeakAttempts => ({
  leak,
  tries: scores.length,
  weight: scores.length,
  points: scores.reduce((sum, score) => sum + score / 100, 0),
  recent: scores.slice(0, recentAttempts),
});
const times = (count: number, score: number) => Array.from({ length: count }, () => score);
const of = (leak: LeakId, tries: LeakAttempts[], named: NamedLeak[] = []) =>
  leakMap(tries, named, now).find((each) => each.leak === leak);

describe('the leak map', () => {
  it('shows a leak from five observations, and counts fewer', () => {
    expect(of('river-call', [seen('river-call', ...times(4, 0))])).toMatchObject({ value: null, seen: 4 });
    expect(of('river-call', [seen('river-call', ...times(5, 0))])?.value).toBe(0);
  });

  it('pulls a leak towards the mean of the student', () => {
    const tries = [seen('river-call', ...times(6, 0)), seen('sizing', ...times(6, 100))];
    // The mean is 0.5: (6 × 0 + 4 × 0.5) / 10.
    expect(of('river-call', tries)?.value).toBeCloseTo(0.2);
    expect(of('sizing', tries)?.value).toBeCloseTo(0.8);
  });

  it('counts a coach as three wrong tries, half as much after 60 days', () => {
    const tries = [seen('limp', ...times(4, 100))];
    const named = (daysAgo: number) => [
      { leak: 'limp' as const, at: new Date(now.getTime() - daysAgo * dayMs).toISOString() },
    ];
    expect(of('limp', tries, named(0))).toMatchObject({ named: 1, seen: 5, recent: { tries: 4, wrong: 0 } });
    expect(of('limp', tries, named(0))?.value).toBeCloseTo(4 / 7);
    expect(of('limp', tries, named(60))?.value).toBeCloseTo(4 / 5.5);
  });

  it('lists what to work on first, and leaks of which too little was seen last', () => {
    const tries = [
      seen('sizing', ...times(5, 100)),
      seen('river-call', ...times(5, 0)),
      seen('limp', ...times(3, 0)),
    ];
    const map = leakMap(tries, [], now);
    expect(map.slice(0, 3).map(({ leak }) => leak)).toEqual(['river-call', 'sizing', 'limp']);
    expect(map).toHaveLength(20);
  });
});

describe('what to study next', () => {
  const place = (part: Partial<StudyPlace>): StudyPlace => ({
    kind: 'session',
    id: 1,
    title: 'Session',
    minutes: 22,
    leaks: ['river-call'],
    finished: 'no',
    costsMoney: false,
    ...part,
  });
  const map = leakMap(
    [seen('river-call', ...times(2, 100), ...times(4, 0)), seen('sizing', ...times(5, 60))],
    [],
    now,
  );

  it('treats the weakest leak, and says on which tries that rests', () => {
    const next = nextStudy(map, [place({ leaks: ['sizing'], id: 2 }), place({})]);
    expect(next).toMatchObject({
      place: { id: 1 },
      leak: { leak: 'river-call', recent: { tries: 6, wrong: 4 } },
    });
  });

  it('prefers what is open to what costs money, and what is new to what was finished long ago', () => {
    expect(nextStudy(map, [place({ costsMoney: true, id: 2 }), place({})])?.place.id).toBe(1);
    expect(nextStudy(map, [place({ finished: 'long ago', id: 2 }), place({})])?.place.id).toBe(1);
    expect(nextStudy(map, [place({ costsMoney: true, id: 2 })])?.place.id).toBe(2);
  });

  it('is nothing when all is finished or no leak is known', () => {
    expect(nextStudy(map, [place({ finished: 'recently' })])).toBeNull();
    expect(nextStudy(leakMap([], [], now), [place({})])).toBeNull();
  });
});
