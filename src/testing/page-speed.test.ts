import { describe, expect, it } from 'vitest';
import { medianSpeed, missedTargets, type PageSpeed, speedTable } from './page-speed.ts';

const good: PageSpeed = {
  page: '/',
  throttling: 'simulate',
  signedIn: false,
  scores: { performance: 95, accessibility: 100, bestPractices: 100, seo: 95 },
  fcp: 1_200,
  lcp: 2_000,
  tbt: 100,
  cls: 0.02,
  failed: [],
};

describe('page speed', () => {
  it('a page whose figures equal the targets passes', () => expect(missedTargets(good)).toEqual([]));

  it('each missed target is reported, even if narrowly missed', () => {
    const scores = { performance: 94, accessibility: 99, bestPractices: 99, seo: 94 };
    const bad = { ...good, scores, lcp: 2_001, tbt: 101, cls: 0.021 };
    expect(missedTargets(bad)).toHaveLength(7);
    expect(missedTargets({ ...good, lcp: 2_345.6 })).toEqual(['LCP (ms) 2345.6 is above 2000']);
  });

  it('TBT is also compared with the TBT of react-dom alone, which counts as at least 50 ms', () => {
    expect(missedTargets({ ...good, tbt: 91, bareTbt: 70 })).toEqual([]);
    expect(missedTargets({ ...good, tbt: 92, bareTbt: 70 })).toEqual([
      'TBT relative to that of bare React: 1.314 is above 1.3',
    ]);
    expect(missedTargets({ ...good, tbt: 65, bareTbt: 0 })).toEqual([]);
    expect(missedTargets({ ...good, tbt: 66, bareTbt: 0 })).toHaveLength(1);
    expect(speedTable([{ ...good, tbt: 91, bareTbt: 70 }])).toContain('70 ms (1.30)');
    expect(
      medianSpeed([
        { ...good, bareTbt: 9 },
        { ...good, bareTbt: 1 },
        { ...good, bareTbt: 5 },
      ]).bareTbt,
    ).toBe(5);
  });

  it('pages for students have a higher LCP target and no SEO target', () => {
    const scores = { ...good.scores, seo: 60 };
    expect(missedTargets({ ...good, signedIn: true, scores, lcp: 2_500 })).toEqual([]);
    expect(missedTargets({ ...good, signedIn: true, scores, lcp: 2_501 })).toHaveLength(1);
  });

  it('the median is computed for each figure, and failed audits of all runs are combined', () => {
    const slow = { ...good, lcp: 9_000, tbt: 20, failed: ['B'] };
    const fast = { ...good, lcp: 1_000, tbt: 900, failed: ['A', 'B'] };
    expect(medianSpeed([slow, good, fast])).toEqual({ ...good, failed: ['A', 'B'] });
  });

  it('the table has a line for each page, followed by the failed audits and the missed targets', () => {
    const text = speedTable([good, { ...good, page: '/products', tbt: 300, failed: ['Contrast'] }]);
    expect(text.split('\n')).toHaveLength(6);
    expect(text).toContain('/products (simulate): Contrast');
    expect(text).toContain('/products (simulate): MISSED TBT (ms) 300 is above 100');
  });
});
