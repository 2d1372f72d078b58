import type { Generated, GeneratedAlways, Selectable } from 'kysely';
import type { AdminTaskKind, TaskDecision } from '../../../../shared/admin/admin-tasks.ts';
import type { PaidPlan } from '../../../../shared/payments/billing.ts';
import type { DisputeStanding, PaymentStatus, RefundStatus } from '../../../../shared/payments/refunds.ts';
import type { DefaultTimestamp, NullableTimestamp, Timestamp } from './column-types.ts';

/** Every payment of a purchase or of a subscription's invoice. */
export type BillingPaymentsTable = {
  id: Generated<string>;
  user_id: string | null;
  purchase_id: string | null;
  subscription_id: string | null;
  stripe_invoice_id: string | null;
  payment_intent_id: string | null;
  charge_id: string | null;
  amount_cents: number;
  /** Included in the amount, as calculated by Stripe. */
  tax_cents: Generated<number>;
  /** By how much the price was reduced; `promotion_code` is null if no code reduced it. */
  discount_cents: Generated<number>;
  promotion_code: string | null;
  /** Completed refunds; pending ones are not included. */
  refunded_cents: Generated<number>;
  /** Lost in disputes. */
  lost_cents: Generated<number>;
  /** Refunded, or lost in disputes. */
  returned_cents: GeneratedAlways<number>;
  currency: Generated<string>;
  status: PaymentStatus;
  description: string;
  statement_descriptor: string | null;
  receipt_url: string | null;
  invoice_pdf_url: string | null;
  /**
   * Whether this is the user's first payment for the product, or for any subscription. Also true for the payment of a
   * purchase that was put on hold: it is refundable like a first payment.
   */
  is_first_payment: Generated<boolean>;
  /** The version of the terms that was in force at the purchase, or when the invoice was paid. */
  policy_version: string | null;
  /** The plan that an invoice paid for, and the end of the paid period; both null for purchases and if unknown. */
  covers_plan: PaidPlan | null;
  covers_until: NullableTimestamp;
  /** When the payer lost access to what was paid for. */
  access_ended_at: NullableTimestamp;
  /** Sequence number of the last stored state that was read from Stripe; 0 if none was. */
  read_sequence: Generated<number>;
  paid_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

export type BillingRefundsTable = {
  id: Generated<string>;
  payment_id: string;
  /** Null until Stripe has responded. */
  stripe_refund_id: string | null;
  amount_cents: number;
  reason: string | null;
  status: RefundStatus;
  failure_reason: string | null;
  /** Null for refunds made in Stripe's dashboard. */
  requested_by: string | null;
  /** Null without a choice: a full refund then ends access, a partial one does not. */
  end_access: boolean | null;
  end_renewal: Generated<boolean>;
  renewal_ended_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

export type BillingDisputesTable = {
  id: string;
  payment_id: string;
  /** The result of `disputeStatusOf`: Stripe's status, with one exception. */
  status: string;
  /** What the status means for access. */
  standing: DisputeStanding;
  reason: string;
  amount_cents: number;
  evidence_due_at: NullableTimestamp;
  /** When we learned that the bank has evidence; null while it waits for evidence. */
  evidence_sent_at: NullableTimestamp;
  /** Null if the evidence was sent in Stripe's dashboard. */
  evidence_sent_by: string | null;
  /** When an unfinished attempt to send evidence began. */
  evidence_started_at: NullableTimestamp;
  /** Names of the academy's own files that the last attempt sent. */
  evidence_files: Generated<string[] | null>;
  /** The admin's own statement in the evidence. */
  evidence_statement: Generated<string | null>;
  /** When the renewal was ended because the dispute was lost. */
  renewal_ended_at: NullableTimestamp;
  created_at: Timestamp;
  updated_at: DefaultTimestamp;
};

export type RefundRequestsTable = {
  id: Generated<string>;
  payment_id: string;
  user_id: string | null;
  /** Cleared when the account is deleted. */
  reason: string | null;
  status: Generated<'open' | 'accepted' | 'declined'>;
  answer: string | null;
  answered_by: string | null;
  answered_at: NullableTimestamp;
  created_at: DefaultTimestamp;
};

export type AdminTasksTable = {
  id: Generated<string>;
  kind: AdminTaskKind;
  payment_id: string;
  /** The object at Stripe that raised the task. */
  source: string;
  created_at: DefaultTimestamp;
  done_at: NullableTimestamp;
  /** Null while the task is open, and if it was closed without an admin. */
  done_by: string | null;
  decision: TaskDecision | null;
};

export type StripeEventsTable = {
  id: string;
  type: string;
  object_id: string | null;
  livemode: boolean;
  api_version: string | null;
  created_at: Timestamp;
  status: Generated<'received' | 'processed' | 'ignored'>;
  reason: string | null;
  attempts: Generated<number>;
  last_error: string | null;
  received_at: DefaultTimestamp;
  processed_at: NullableTimestamp;
};

/** Payments at Stripe that were not ours when they were looked up. */
type ForeignPaymentsTable = { id: string; seen_at: Timestamp };

/** The time up to which events (`events`) or, after a restore, payment pages (`restore`) were read from Stripe. */
type StripeEventPullsTable = { name: string; seen_until: Timestamp };

/** The ledger of payments, and Stripe's events. */
export type PaymentTables = {
  billing_payments: BillingPaymentsTable;
  billing_refunds: BillingRefundsTable;
  billing_disputes: BillingDisputesTable;
  refund_requests: RefundRequestsTable;
  admin_tasks: AdminTasksTable;
  stripe_events: StripeEventsTable;
  stripe_event_pulls: StripeEventPullsTable;
  foreign_payments: ForeignPaymentsTable;
};

export type BillingPaymentRow = Selectable<BillingPaymentsTable>;
export type BillingRefundRow = Selectable<BillingRefundsTable>;
export type BillingDisputeRow = Selectable<BillingDisputesTable>;
