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

describe('the judgement of a page', () => {
  it('passes a page that is exactly at every target', () => expect(missedTargets(good)).toEqual([]));

  it('names each target that is missed, by however little', () => {
    const scores = { performance: 94, accessibility: 99, bestPractices: 99, seo: 94 };
    const bad = { ...good, scores, largestPaint: 2_001, blocked: 101, shift: 0.021 };
    expect(missedTargets(bad)).toHaveLength(7);
    expect(missedTargets({ ...good, largestPaint: 2_345.6 })).toEqual([
      'largest paint (ms) 2345.6 is above 2000',
    ]);
  });

  it('gives pages of students more time, and needs no search engine to find them', () => {
    const scores = { ...good.scores, seo: 60 };
    expect(missedTargets({ ...good, signedIn: true, scores, largestPaint: 2_500 })).toEqual([]);
    expect(missedTargets({ ...good, signedIn: true, scores, largestPaint: 2_501 })).toHaveLength(1);
  });

  it('takes the middle of several runs figure by figure, and every failed audit', () => {
    const slow = { ...good, largestPaint: 9_000, blocked: 20, failed: ['B'] };
    const fast = { ...good, largestPaint: 1_000, blocked: 900, failed: ['A', 'B'] };
    expect(medianSpeed([slow, good, fast])).toEqual({ ...good, failed: ['A', 'B'] });
  });

  it('prints a line a page, what failed and what was missed', () => {
    const text = speedTable([good, { ...good, page: '/products', blocked: 300, failed: ['Contrast'] }]);
    expect(text.split('\n')).toHaveLength(6);
    expect(text).toContain('/products (simulate): Contrast');
    expect(text).toContain('/products (simulate): MISSED blocked (ms) 300 is above 100');
  });
});
