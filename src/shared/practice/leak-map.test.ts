import { describe, expect, it } from 'vitest';
import { dayMs } from '../durations.ts';
import {
  type LeakAttempts,
  leakMap,
  type NamedLeak,
  nextStudy,
  recentAttempts,
  type StudyCandidate,
} from './leak-map.ts';
import { type LeakId, leakIds } from './leaks.ts';

const now = new Date('2026-11-26T12:00:00Z');
/** Attempts made at `now`, with these scores from 0 to 100. */
const seen = (leak: LeakId, ...scores: number[]): LeakAttempts => ({
  leak,
  tries: scores.length,
  weight: scores.length,
  points: scores.reduce((sum, score) => sum + score / 100, 0),
  recent: scores.slice(0, recentAttempts),
});
const times = (count: number, score: number) => Array.from({ length: count }, () => score);
const resultOf = (leak: LeakId, attempts: LeakAttempts[], named: NamedLeak[] = []) =>
  leakMap(attempts, named, now).find((each) => each.leak === leak);

describe('the leak map', () => {
  it('includes every leak of earlier versions, because stored attempts and answers can refer to it', () => {
    const stored =
      'open-too-wide open-too-tight limp big-blind-defence small-blind-play three-bet-too-little three-bet-defence ' +
      'four-bet-pots squeeze continuation-bet check-back-too-much turn-barrel turn-give-up river-call river-bluff ' +
      'thin-value sizing multiway short-stack-and-icm bankroll-and-tilt';
    expect(leakIds).toEqual(expect.arrayContaining(stored.split(' ')));
  });

  it('a leak with fewer than five observations has no rating', () => {
    expect(resultOf('river-call', [seen('river-call', ...times(4, 0))])).toMatchObject({
      value: null,
      seen: 4,
    });
    expect(resultOf('river-call', [seen('river-call', ...times(5, 0))])?.value).toBe(0);
  });

  it('the rating of a leak lies between the scores of its attempts and the student’s mean', () => {
    const attempts = [seen('river-call', ...times(6, 0)), seen('sizing', ...times(6, 100))];
    // The student's mean, 0.5, counts like four more attempts: (6 × 0 + 4 × 0.5) / 10.
    expect(resultOf('river-call', attempts)?.value).toBeCloseTo(0.2);
    expect(resultOf('sizing', attempts)?.value).toBeCloseTo(0.8);
  });

  it('a leak named by a coach counts as three wrong attempts, and half as much after 60 days', () => {
    const attempts = [seen('limp', ...times(4, 100))];
    const named = (daysAgo: number) => [
      { leak: 'limp' as const, at: new Date(now.getTime() - daysAgo * dayMs).toISOString() },
    ];
    expect(resultOf('limp', attempts, named(0))).toMatchObject({
      named: 1,
      seen: 5,
      recent: { tries: 4, wrong: 0 },
    });
    expect(resultOf('limp', attempts, named(0))?.value).toBeCloseTo(4 / 7);
    expect(resultOf('limp', attempts, named(60))?.value).toBeCloseTo(4 / 5.5);
  });

  it('the leaks that the student handles worst come first, and leaks with too few observations last', () => {
    const attempts = [
      seen('sizing', ...times(5, 100)),
      seen('river-call', ...times(5, 0)),
      seen('limp', ...times(3, 0)),
    ];
    const map = leakMap(attempts, [], now);
    expect(map.slice(0, 3).map(({ leak }) => leak)).toEqual(['river-call', 'sizing', 'limp']);
    expect(map).toHaveLength(leakIds.length);
  });
});

describe('nextStudy', () => {
  const resource = (part: Partial<StudyCandidate>): StudyCandidate => ({
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

  it('recommends a session about the leak that the student handles worst, and counts the attempts at that leak', () => {
    const next = nextStudy(map, [resource({ leaks: ['sizing'], id: 2 }), resource({})]);
    expect(next).toMatchObject({
      resource: { id: 1 },
      leak: { leak: 'river-call', recent: { tries: 6, wrong: 4 } },
    });
  });

  it('ranks a session, PDF or coaching plan lower if it must be bought or was finished long ago', () => {
    expect(nextStudy(map, [resource({ costsMoney: true, id: 2 }), resource({})])?.resource.id).toBe(1);
    expect(nextStudy(map, [resource({ finished: 'long ago', id: 2 }), resource({})])?.resource.id).toBe(1);
    expect(nextStudy(map, [resource({ costsMoney: true, id: 2 })])?.resource.id).toBe(2);
  });

  it('returns null if everything to study was finished recently, or if no leak has a rating', () => {
    expect(nextStudy(map, [resource({ finished: 'recently' })])).toBeNull();
    expect(nextStudy(leakMap([], [], now), [resource({})])).toBeNull();
  });
});
