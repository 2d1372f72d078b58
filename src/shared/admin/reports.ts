import { z } from 'zod';

export const reportRanges = ['7', '30', '90', 'all'] as const;
export type ReportRange = (typeof reportRanges)[number];

export const reportInput = z.object({ range: z.enum(reportRanges) });

/** One bar of each plot. Amounts are US cents. Refunds count on the day of their payment. */
const reportPointView = z.object({
  /** First day, UTC. */
  start: z.string(),
  registrations: z.int(),
  /** People who opened, watched or downloaded something. */
  activeLearners: z.int(),
  grossCents: z.int(),
  /** Refunded, or lost in a dispute. */
  refundedCents: z.int(),
  netCents: z.int(),
  decisions: z.int(),
  /** Half of the decided applications waited at most so long; null without decisions. */
  medianWaitHours: z.number().nullable(),
  /** US cents a month that the subscriptions running at its end are worth, each at its own price. */
  mrrCents: z.int(),
  /** Subscriptions that run at its end. */
  plans: z.object({ silver: z.int(), gold: z.int(), diamond: z.int() }),
  /** Subscriptions that ran at its beginning, and how many of them no longer run at its end. */
  ranBefore: z.int(),
  ended: z.int(),
});
export type ReportPoint = z.infer<typeof reportPointView>;

const sessionReportView = z.object({
  id: z.int(),
  title: z.string(),
  started: z.int(),
  finished: z.int(),
  /** Where half of those who did not finish had stopped by; null when nobody stopped. */
  medianDropOffMinutes: z.number().nullable(),
});
export type SessionReport = z.infer<typeof sessionReportView>;

export const reportView = z.object({
  bucket: z.enum(['day', 'week', 'month']),
  points: z.array(reportPointView),
  totals: z.object({
    registrations: z.int(),
    activeLearners: z.int(),
    purchasesCents: z.int(),
    subscriptionsCents: z.int(),
    grossCents: z.int(),
    refundedCents: z.int(),
    netCents: z.int(),
    decisions: z.int(),
    medianWaitHours: z.number().nullable(),
    mrrCents: z.int(),
    subscriptions: z.int(),
    ranBefore: z.int(),
    ended: z.int(),
  }),
  sessions: z.array(sessionReportView),
});
export type Report = z.infer<typeof reportView>;
