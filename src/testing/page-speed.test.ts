import { describe, expect, it } from 'vitest';
import { medianSpeed, missedTargets, type PageSpeed, speedTable } from './page-speed.ts';

const good: PageSpeed = {
  page: '/',
  throttling: 'simulate',
  signedIn: false,
  scores: { performance: 95, accessibility: 100, bestPractices: 100, seo: 95 },
  firstPaint: 1_200,
  largestPaint: 2_000,
  blocked: 100,
  shift: 0.02,
  failed: [],
};

describe('page speed', () => {
  it('a page exactly at every target passes', () => expect(missedTargets(good)).toEqual([]));

  it('each missed target is reported, even if narrowly missed', () => {
    const scores = { performance: 94, accessibility: 99, bestPractices: 99, seo: 94 };
    const bad = { ...good, scores, largestPaint: 2_001, blocked: 101, shift: 0.021 };
    expect(missedTargets(bad)).toHaveLength(7);
    expect(missedTargets({ ...good, largestPaint: 2_345.6 })).toEqual([
      'largest paint (ms) 2345.6 is above 2000',
    ]);
  });

  it('blocking time is also compared with that of react-dom alone; in the ratio, less than 50 ms counts as 50', () => {
    expect(missedTargets({ ...good, blocked: 91, bareBlocked: 70 })).toEqual([]);
    expect(missedTargets({ ...good, blocked: 92, bareBlocked: 70 })).toEqual([
      'blocked, as a multiple of bare React 1.314 is above 1.3',
    ]);
    expect(missedTargets({ ...good, blocked: 65, bareBlocked: 0 })).toEqual([]);
    expect(missedTargets({ ...good, blocked: 66, bareBlocked: 0 })).toHaveLength(1);
    expect(speedTable([{ ...good, blocked: 91, bareBlocked: 70 }])).toContain('70 ms (1.30)');
    expect(
      medianSpeed([
        { ...good, bareBlocked: 9 },
        { ...good, bareBlocked: 1 },
        { ...good, bareBlocked: 5 },
      ]).bareBlocked,
    ).toBe(5);
  });

  it('pages for students have a higher paint target and no SEO target', () => {
    const scores = { ...good.scores, seo: 60 };
    expect(missedTargets({ ...good, signedIn: true, scores, largestPaint: 2_500 })).toEqual([]);
    expect(missedTargets({ ...good, signedIn: true, scores, largestPaint: 2_501 })).toHaveLength(1);
  });

  it('the median is computed for each figure, and failed audits of all runs are combined', () => {
    const slow = { ...good, largestPaint: 9_000, blocked: 20, failed: ['B'] };
    const fast = { ...good, largestPaint: 1_000, blocked: 900, failed: ['A', 'B'] };
    expect(medianSpeed([slow, good, fast])).toEqual({ ...good, failed: ['A', 'B'] });
  });

  it('the table has a line per page, failed audits and missed targets', () => {
    const text = speedTable([good, { ...good, page: '/products', blocked: 300, failed: ['Contrast'] }]);
    expect(text.split('\n')).toHaveLength(6);
    expect(text).toContain('/products (simulate): Contrast');
    expect(text).toContain('/products (simulate): MISSED blocked (ms) 300 is above 100');
  });
});
