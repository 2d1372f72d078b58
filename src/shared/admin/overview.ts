import { z } from 'zod';

/** Work of one kind that waits for an admin. */
const waitingWork = z.object({
  count: z.int(),
  /** Of these, past their deadline or the time that students were promised. */
  overdue: z.int(),
  /** The next deadline, or since when the longest waits; null when none does. */
  at: z.string().nullable(),
});
export type WaitingWork = z.infer<typeof waitingWork>;

/** Everything that waits for an admin; `at` is the next deadline of disputes and privacy requests. */
export const waitingView = z.object({
  disputes: waitingWork,
  decisions: waitingWork,
  held: waitingWork,
  refundRequests: waitingWork,
  privacyRequests: waitingWork,
  messages: waitingWork,
  applications: waitingWork,
  failedEmails: waitingWork,
});
export type Waiting = z.infer<typeof waitingView>;

/** US cents. Refunds count on the day of their payment, as in the reports. */
const moneyOf = z.object({
  grossCents: z.int(),
  refundedCents: z.int(),
  netCents: z.int(),
  payments: z.int(),
});

export const overviewView = z.object({
  today: moneyOf,
  /** The calendar month so far, and the same days of the month before. Days are UTC. */
  month: moneyOf,
  lastMonth: moneyOf,
  /** What the running memberships pay a month, in US cents. */
  recurringCents: z.int(),
  memberships: z.int(),
  newStudents: z.object({ month: z.int(), lastMonth: z.int() }),
  /** What sold most in the last 30 days. */
  bestSellers: z.array(z.object({ name: z.string(), sold: z.int(), grossCents: z.int() })),
  /** Of those who registered in the last 30 days. */
  funnel: z.object({ registered: z.int(), verified: z.int(), bought: z.int() }),
});
export type Overview = z.infer<typeof overviewView>;

/** The steps before an academy opens, each read from what is really set. */
const openingSteps = ['payments', 'email', 'company', 'prices', 'product', 'legal', 'shop'] as const;
export type OpeningStep = (typeof openingSteps)[number];
export const openingView = z.array(z.object({ step: z.enum(openingSteps), done: z.boolean() }));
