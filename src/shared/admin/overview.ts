import { z } from 'zod';

/** Work of one kind that waits for an admin. */
const waitingWork = z.object({
  count: z.int(),
  /** How many are past their deadline or have waited longer than promised; 0 for work without a deadline or promise. */
  overdue: z.int(),
  /** The next deadline, or the time since which the oldest item has waited; null if there is none. */
  at: z.string().nullable(),
});
export type WaitingWork = z.infer<typeof waitingWork>;

/**
 * The work that waits for an admin, by kind. `at` is the next deadline for disputes, privacy requests and questions,
 * and the start of the longest wait for all other kinds. Of the questions, only those due within 12 hours count.
 */
export const waitingView = z.object({
  disputes: waitingWork,
  /** The tasks of `adminTaskView`: payments on which an admin must decide, for example after a fraud warning. */
  decisions: waitingWork,
  /** Purchases and subscriptions on hold, such as a purchase that was paid with a wrong amount. */
  held: waitingWork,
  refundRequests: waitingWork,
  privacyRequests: waitingWork,
  messages: waitingWork,
  applications: waitingWork,
  questions: waitingWork,
  failedEmails: waitingWork,
});
export type Waiting = z.infer<typeof waitingView>;

/** US cents. A refund counts on the day of the payment that it refunds, as in the reports. */
const moneyView = z.object({
  grossCents: z.int(),
  refundedCents: z.int(),
  netCents: z.int(),
  payments: z.int(),
});

/** Days and months are in UTC. */
export const overviewView = z.object({
  today: moneyView,
  /** The calendar month so far. */
  month: moneyView,
  /** The previous month, up to the same day and time as now. */
  lastMonth: moneyView,
  /** Monthly recurring revenue, in US cents. */
  recurringCents: z.int(),
  /** Active subscriptions, without granted memberships. */
  memberships: z.int(),
  newStudents: z.object({ month: z.int(), lastMonth: z.int() }),
  /** The best-selling products and plans of the last 30 days. */
  bestSellers: z.array(z.object({ name: z.string(), sold: z.int(), grossCents: z.int() })),
  /**
   * The last 30 days: visits, and students who registered. Of these students, `verified` have an approved identity, and
   * `bought` have made a payment.
   */
  funnel: z.object({
    visits: z.int(),
    /** The first day with a counted visit, `YYYY-MM-DD`; null if no visit has been counted. */
    visitsSince: z.string().nullable(),
    registered: z.int(),
    verified: z.int(),
    bought: z.int(),
  }),
});
export type Overview = z.infer<typeof overviewView>;

/** The steps before an academy opens. Whether each is done is computed, not stored. */
const openingSteps = [
  'payments',
  'email',
  'name',
  'company',
  // Figures on the landing page, such as the number of members.
  'claims',
  'prices',
  'product',
  'coachingPlans',
  'legal',
  // The admin has viewed the academy as a student.
  'studentView',
] as const;
export type OpeningStep = (typeof openingSteps)[number];
export const openingView = z.array(
  z.object({
    step: z.enum(openingSteps),
    done: z.boolean(),
    /** How many coaching plans have no file; absent in all steps except `coachingPlans`. */
    missing: z.int().optional(),
  }),
);
export type OpeningStepState = z.infer<typeof openingView>[number];
