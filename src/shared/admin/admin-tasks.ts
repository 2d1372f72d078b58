import { z } from 'zod';
import { paidPlans } from '../payments/billing.ts';
import { adminPaymentView } from '../payments/refunds.ts';

/** `paid_after_end`: the invoice of a membership was paid after the membership had ended. */
export const adminTaskKinds = ['refunded_at_stripe', 'fraud_warning', 'paid_after_end'] as const;
export type AdminTaskKind = (typeof adminTaskKinds)[number];

/** `end_plan`, only for `refunded_at_stripe`, ends access and renewal; `done` closes the task without any effect. */
export const taskDecisions = ['end_plan', 'done'] as const;
export type TaskDecision = (typeof taskDecisions)[number];

/** A payment on which an admin must decide after an event at Stripe. */
export const adminTaskView = z.object({
  id: z.uuid(),
  kind: z.enum(adminTaskKinds),
  createdAt: z.string(),
  payment: adminPaymentView,
  /** The subscription that the payment belongs to; null for a purchase, and after the subscription has ended. */
  subscription: z
    .object({ plan: z.enum(paidPlans), periodEnd: z.string().nullable(), renews: z.boolean() })
    .nullable(),
});
export type AdminTask = z.infer<typeof adminTaskView>;

export const decideTaskInput = z.object({
  taskId: z.uuid('Unknown task'),
  decision: z.enum(taskDecisions),
});
export type DecideTaskInput = z.infer<typeof decideTaskInput>;
