import { expect, it, vi } from 'vitest';
import { minuteMs } from '../../shared/durations.ts';
import { untilMidnight } from './query-freshness.ts';

it('a query about today becomes stale at midnight, and is fetched again a minute later', () => {
  const loaded = new Date(2026, 10, 29, 23, 50);
  const query = { state: { dataUpdatedAt: loaded.getTime() } };
  expect(untilMidnight.staleTime(query)).toBe(10 * minuteMs);
  vi.spyOn(Date, 'now').mockReturnValue(new Date(2026, 10, 29, 23, 55).getTime());
  expect(untilMidnight.refetchInterval(query)).toBe(6 * minuteMs);
  // The request after midnight failed.
  vi.spyOn(Date, 'now').mockReturnValue(new Date(2026, 10, 30, 0, 20).getTime());
  expect(untilMidnight.refetchInterval(query)).toBe(minuteMs);
  expect(untilMidnight.refetchInterval({ state: { dataUpdatedAt: 0 } })).toBe(false);
});
