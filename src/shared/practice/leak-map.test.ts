import { describe, expect, it } from 'vitest';
import { dayMs } from '../durations.ts';
import { leakMap, nextStudy, type Observation, type StudyPlace } from './leak-map.ts';
import type { LeakId } from './leaks.ts';

const now = new Date('2026-11-26T12:00:00Z');
const seen = (
  leak: LeakId,
  score: number,
  daysAgo = 0,
  from: Observation['from'] = 'drill',
): Observation => ({
  leak,
  score,
  from,
  at: new Date(now.getTime() - daysAgo * dayMs).toISOString(),
});
const times = (count: number, observation: Observation) => Array.from({ length: count }, () => observation);
const of = (leak: LeakId, observations: Observation[]) =>
  leakMap(observations, now).find((each) => each.leak === leak);

describe('the leak map', () => {
  it('shows a leak from five observations, and counts fewer', () => {
    expect(of('river-call', times(4, seen('river-call', 0)))).toMatchObject({ value: null, seen: 4 });
    expect(of('river-call', times(5, seen('river-call', 0)))?.value).toBe(0);
  });

  it('pulls a leak towards the mean of the student', () => {
    const observations = [...times(6, seen('river-call', 0)), ...times(6, seen('sizing', 100))];
    // The mean is 0.5: (6 × 0 + 4 × 0.5) / 10.
    expect(of('river-call', observations)?.value).toBeCloseTo(0.2);
    expect(of('sizing', observations)?.value).toBeCloseTo(0.8);
  });

  it('halves an observation every 60 days, and counts a coach three times', () => {
    const old = [...times(4, seen('limp', 100, 60)), ...times(2, seen('limp', 0))];
    // (4 × 0.5 × 1) / (4 × 0.5 + 2) = 0.5, which is the mean, too.
    expect(of('limp', old)?.value).toBeCloseTo(0.5);
    const named = [...times(4, seen('limp', 100)), seen('limp', 0, 0, 'coach')];
    expect(of('limp', named)).toMatchObject({ named: 1, recent: { tries: 4, wrong: 0 } });
    expect(of('limp', named)?.value).toBeCloseTo(4 / 7);
  });

  it('lists what to work on first, and leaks of which too little was seen last', () => {
    const observations = [
      ...times(5, seen('sizing', 100)),
      ...times(5, seen('river-call', 0)),
      ...times(3, seen('limp', 0)),
    ];
    const map = leakMap(observations, now);
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
    [
      ...times(4, seen('river-call', 0, 1)),
      ...times(2, seen('river-call', 100)),
      ...times(5, seen('sizing', 60)),
    ],
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
    expect(nextStudy(leakMap([], now), [place({})])).toBeNull();
  });
});
