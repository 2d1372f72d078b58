import type { ColumnType, Generated, Selectable } from 'kysely';
import type { PaidPlan } from '../../../../shared/payments/billing.ts';
import type { DefaultTimestamp, NullableTimestamp, Timestamp } from './column-types.ts';

/** The history of a subscription; each row is its state from a certain time on. Written by a trigger. */
type SubscriptionStatesTable = {
  id: Generated<number>;
  subscription_id: string;
  at: Timestamp;
  plan: PaidPlan;
  price_cents: number;
  is_running: boolean;
};

export type PlansTable = {
  plan: PaidPlan;
  price_cents: number;
  list_price_cents: number;
  stripe_price_id: string | null;
  /** The amount of the Stripe price, which never changes. */
  stripe_price_cents: number | null;
  /** When the current price was announced to those who had subscribed at another price; null if it was not. */
  price_announced_at: NullableTimestamp;
  updated_at: DefaultTimestamp;
};

export type SubscriptionsTable = {
  id: string;
  user_id: string;
  plan: PaidPlan;
  status: string;
  price_cents: number;
  current_period_end: NullableTimestamp;
  cancel_at_period_end: Generated<boolean>;
  past_due_since: NullableTimestamp;
  /** When it was suspended: payments of its period are disputed or were charged back, or a refund ended access. */
  suspended_at: NullableTimestamp;
  /** While suspended: the plan that the other payments of the period paid for. */
  covered_plan: PaidPlan | null;
  /** The plan and the end of the last period that a credit at Stripe paid completely; no payment is recorded for it. */
  credit_plan: PaidPlan | null;
  credit_until: NullableTimestamp;
  credit_paid_at: NullableTimestamp;
  /** The plan that the subscription gives access to while it runs, or null. Maintained by the database. */
  access_plan: ColumnType<PaidPlan | null, never, never>;
  /** Sequence number of the state read from Stripe that was stored last; a state with a lower number is older. */
  sync_sequence: Generated<number>;
  customer_id: string | null;
  currency: Generated<string>;
  /** Its schedule at Stripe, such as that of a downgrade. */
  schedule_id: string | null;
  pending_plan: PaidPlan | null;
  pending_from: NullableTimestamp;
  /** Per month from `pending_from` on; null for a downgrade that was scheduled before prices were stored. */
  pending_price_cents: number | null;
  /** Whether a Stripe schedule that is not one of our downgrades may change or end the subscription. */
  has_foreign_schedule: Generated<boolean>;
  /**
   * The plan of a downgrade that reverted a cancellation, until the downgrade is scheduled. If it cannot be scheduled,
   * the subscription is canceled again.
   */
  unscheduled_plan: PaidPlan | null;
  /**
   * The plan before an upgrade, whether charged or free. Cleared when an invoice newer than `free_upgrade_invoice_id`
   * is paid. Before that payment, the subscriber has as many questions to coaches as this former plan includes.
   */
  free_upgrade_from: PaidPlan | null;
  /** The latest invoice when `free_upgrade_from` was set. */
  free_upgrade_invoice_id: string | null;
  /**
   * While past due: whether only an upgrade is unpaid, because the period was paid at the former price. Stays true if
   * the upgrade is paid or voided while the bank debit of the renewal is being processed.
   */
  owes_only_upgrade: Generated<boolean>;
  /** When its renewal failed, if an upgrade was already unpaid at that time; otherwise null. */
  unpaid_since: NullableTimestamp;
  latest_invoice_id: string | null;
  /** The amount due on the latest invoice; null if the invoice is neither a draft nor open. */
  due_cents: number | null;
  /** Where an open invoice can be paid. */
  pay_url: string | null;
  /** Whether the bank requires authentication by the cardholder before the open invoice can be paid. */
  needs_confirmation: Generated<boolean>;
  /** A different monthly price, announced to the subscriber at `price_announced_at`. */
  announced_price_cents: number | null;
  price_announced_at: NullableTimestamp;
  /**
   * The date of the renewal that will charge the announced price, stored before that price is set at Stripe. From then
   * until the renewal, the announced price can be neither withdrawn nor replaced.
   */
  price_final_for: NullableTimestamp;
  /** Whether the user has a newer subscription that runs. */
  is_duplicate: Generated<boolean>;
  /**
   * When we saw that the Stripe price belongs to no plan. The subscription stays on the previous plan until an admin
   * has decided.
   */
  held_at: NullableTimestamp;
  /** Set while a call changes the subscription at Stripe, so that no other call changes it at the same time. */
  change_key: string | null;
  change_started_at: NullableTimestamp;
  synced_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

export type SubscriptionCheckoutsTable = {
  id: Generated<string>;
  user_id: string;
  plan: PaidPlan;
  /** Per month; the first month costs `discount_cents` less. */
  price_cents: number;
  discount_cents: Generated<number>;
  promotion_code_id: string | null;
  stripe_price_id: string;
  customer_id: string;
  status: Generated<'open' | 'completed' | 'ended'>;
  subscription_id: string | null;
  checkout_session_id: string | null;
  checkout_url: string | null;
  checkout_expires_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

export type PlanGrantsTable = {
  id: Generated<string>;
  user_id: string;
  plan: PaidPlan | 'custom';
  amount_cents: number | null;
  description: string | null;
  reason: string;
  starts_at: DefaultTimestamp;
  ends_at: NullableTimestamp;
  granted_by: string | null;
  revoked_at: NullableTimestamp;
  revoke_reason: string | null;
  created_at: DefaultTimestamp;
};

/** A view of the subscriptions and grants that give a plan: the rank of the plan, and the time range. */
type PlanFactsView = { holder: string; rank: number; live_from: Timestamp; live_until: Timestamp };

export type PlanTables = {
  plans: PlansTable;
  subscriptions: SubscriptionsTable;
  subscription_checkouts: SubscriptionCheckoutsTable;
  subscription_states: SubscriptionStatesTable;
  plan_grants: PlanGrantsTable;
  plan_facts: PlanFactsView;
};

export type SubscriptionRow = Selectable<SubscriptionsTable>;
export type SubscriptionCheckoutRow = Selectable<SubscriptionCheckoutsTable>;
export type PlanGrantRow = Selectable<PlanGrantsTable>;
