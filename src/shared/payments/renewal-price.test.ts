import { describe, expect, it } from 'vitest';
import { dayMs } from '../durations.ts';
import { announcedFrom, renewalCents } from './renewal-price.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const at = (days: number) => new Date(now.getTime() + days * dayMs).toISOString();

describe('announced prices', () => {
  const announced = { priceCents: 1000, announcedPriceCents: 1500, announcedAt: at(0) };

  it('an announced price may be charged after 30 days', () => {
    expect(announcedFrom(at(0))).toBe(at(30));
    expect(announcedFrom(null)).toBeNull();
  });

  it('an announced price is charged by the first renewal on or after the 30th day', () => {
    expect(renewalCents({ ...announced, currentPeriodEnd: at(30) })).toBe(1500);
    expect(renewalCents({ ...announced, currentPeriodEnd: at(31) })).toBe(1500);
    expect(renewalCents({ ...announced, currentPeriodEnd: at(29.9) })).toBe(1000);
  });

  it('without an announcement or a known renewal, the price is unchanged', () => {
    const renewal = { ...announced, currentPeriodEnd: at(40) };
    expect(renewalCents({ ...renewal, announcedPriceCents: null })).toBe(1000);
    expect(renewalCents({ ...renewal, announcedAt: null })).toBe(1000);
    expect(renewalCents({ ...renewal, currentPeriodEnd: null })).toBe(1000);
  });
});
