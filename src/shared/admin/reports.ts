import { z } from 'zod';

export const reportRanges = ['7', '30', '90', 'all'] as const;
export type ReportRange = (typeof reportRanges)[number];

export const reportInput = z.object({ range: z.enum(reportRanges) });

/**
 * One bucket (a day, week or month), shown as one bar of each chart. Amounts are US cents. A refund counts on the day
 * of the payment that it refunds.
 */
const reportPointView = z.object({
  /** First day of the bucket, UTC. */
  start: z.string(),
  /** Without admins. */
  registrations: z.int(),
  /** Users who opened, watched or completed a session, or downloaded a file. */
  activeLearners: z.int(),
  grossCents: z.int(),
  /** Refunded, or lost in a dispute. */
  refundedCents: z.int(),
  netCents: z.int(),
  /** Applications that have identity documents and were last decided in this bucket. */
  decisions: z.int(),
  /** Median hours from these applications to their latest decisions; null without decisions. */
  medianWaitHours: z.number().nullable(),
  /** Monthly value in US cents of the subscriptions active at the end of the bucket, each at its own price. */
  mrrCents: z.int(),
  /** Subscriptions active at the end of the bucket. */
  plans: z.object({ silver: z.int(), gold: z.int(), diamond: z.int() }),
  /** Subscriptions active at the start of the bucket. `ended`, the churn: how many are not active at its end. */
  ranBefore: z.int(),
  ended: z.int(),
});
export type ReportPoint = z.infer<typeof reportPointView>;

const sessionReportView = z.object({
  id: z.int(),
  title: z.string(),
  started: z.int(),
  finished: z.int(),
  /** Among users who did not finish, the median position at which they stopped, in minutes; null if there are none. */
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
