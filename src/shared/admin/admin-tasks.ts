import { z } from 'zod';
import { paidPlans } from '../payments/billing.ts';
import { adminPaymentView } from '../payments/refunds.ts';

const adminTaskKinds = ['refunded_at_stripe', 'fraud_warning'] as const;
export type AdminTaskKind = (typeof adminTaskKinds)[number];

/** `end_plan`: the plan that was refunded ends at once; `done`: nothing more is to be done. */
const taskDecisions = ['end_plan', 'done'] as const;
export type TaskDecision = (typeof taskDecisions)[number];

/** A payment problem that Stripe reported and an admin must decide. */
export const adminTaskView = z.object({
  id: z.uuid(),
  kind: z.enum(adminTaskKinds),
  createdAt: z.string(),
  payment: adminPaymentView,
  /** The plan that it paid for, while it runs. */
  subscription: z
    .object({ plan: z.enum(paidPlans), periodEnd: z.string().nullable(), renews: z.boolean() })
    .nullable(),
});
export type AdminTask = z.infer<typeof adminTaskView>;

export const settleTaskInput = z.object({
  taskId: z.uuid('Unknown task'),
  decision: z.enum(taskDecisions),
});
export type SettleTaskInput = z.infer<typeof settleTaskInput>;
