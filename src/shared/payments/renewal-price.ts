import { dayMs } from '../durations.ts';

/** Minimum days between the announcement of a price and the first renewal that charges it. */
export const priceNoticeDays = 30;

/**
 * How many days before a renewal the announced price is applied at Stripe. The number is small, because an upgrade on
 * one of these days credits the current month at the new price, but large enough to outlast an outage.
 */
export const priceLeadDays = 3;

/** The earliest time at which a price announced at `announcedAt` may be charged. Both times are ISO 8601. */
export function announcedFrom(announcedAt: string): string;
export function announcedFrom(announcedAt: string | null): string | null;
export function announcedFrom(announcedAt: string | null): string | null {
  if (announcedAt === null) return null;
  return new Date(Date.parse(announcedAt) + priceNoticeDays * dayMs).toISOString();
}

/** US cents of the next renewal, at the announced price if it applies by then. Times are ISO 8601. */
export function renewalCents(subscription: {
  priceCents: number;
  announcedPriceCents: number | null;
  announcedAt: string | null;
  currentPeriodEnd: string | null;
}): number {
  const { priceCents, announcedPriceCents, announcedAt, currentPeriodEnd } = subscription;
  const from = announcedFrom(announcedAt);
  if (announcedPriceCents === null || from === null || currentPeriodEnd === null) return priceCents;
  return Date.parse(currentPeriodEnd) >= Date.parse(from) ? announcedPriceCents : priceCents;
}
