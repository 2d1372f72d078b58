import { expect, it } from 'vitest';
import { aboutToday } from './query-freshness.ts';

it('a query about today is refetched at intervals, but not before it has loaded', () => {
  expect(aboutToday.refetchInterval({ state: { dataUpdatedAt: Date.now() } })).toBeGreaterThan(0);
  expect(aboutToday.refetchInterval({ state: { dataUpdatedAt: 0 } })).toBe(false);
});
