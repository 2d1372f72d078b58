import { sql } from 'kysely';
import type Stripe from 'stripe';
import type { AdminPayment, AdminRefundInput } from '../../../shared/payments/refunds.ts';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { deliver } from './purchases.ts';

/** Delivers all events of the sandbox from index `from` on. @returns how many events there are now */
export async function deliverAll(app: TestApp, from = 0): Promise<number> {
  const events = app.sandbox.events();
  for (const event of events.slice(from)) await deliver(app, event);
  return events.length;
}

/** The id of the charge of a paid checkout session. */
export function chargeOf(app: TestApp, sessionId: string): string {
  const intent = app.sandbox.sessions().find(({ id }) => id === sessionId)?.payment_intent;
  const charge = app.sandbox.charges().find((one) => one.payment_intent === intent);
  if (!intent || !charge) throw new Error(`no charge of ${sessionId}`);
  return charge.id;
}

/**
 * Refunds a purchase in Stripe's dashboard, without delivering the events.
 * @param amount - by default, all that is not refunded yet
 */
export function refundAtStripe(app: TestApp, sessionId: string, amount?: number): Promise<Stripe.Refund> {
  return app.deps.stripe.refunds.create({
    charge: chargeOf(app, sessionId),
    ...(amount !== undefined && { amount }),
  });
}

/** The payment of a checkout session in the admin view. */
export async function paymentOf(app: TestApp, admin: AdminActor, sessionId: string): Promise<AdminPayment> {
  const { payments } = app.caller(admin).admin;
  const { items } = await payments.search({ q: sessionId });
  const paymentId = items.at(0)?.paymentId;
  if (!paymentId) throw new Error(`no payment of ${sessionId}`);
  return payments.get({ paymentId });
}

/** The payments of a user in the admin view, newest first. */
export async function paymentsOf(app: TestApp, admin: AdminActor, userId: string): Promise<AdminPayment[]> {
  const { payments } = app.caller(admin).admin;
  const { items } = await payments.search({ userId });
  const ids = items.flatMap(({ paymentId }) => paymentId ?? []);
  return Promise.all(ids.map((paymentId) => payments.get({ paymentId })));
}

/** A full refund that ends access and renewal, by an admin who saw that nothing was refunded before. */
export function refundInput(
  payment: AdminPayment,
  changes: Partial<AdminRefundInput> = {},
): AdminRefundInput {
  return {
    paymentId: payment.id,
    amountCents: payment.amountCents,
    reason: 'Asked for it',
    endAccess: true,
    endRenewal: true,
    expectedCommittedCents: 0,
    ...changes,
  };
}

/**
 * `traces`: the payments and what was paid for. `messages`: emails and the jobs that send them. `events`: notifications
 * and analytics events.
 */
type Traces = {
  traces?: unknown;
  messages?: unknown;
  events?: unknown;
  purchases: string[];
  subscriptionPlan: string;
};

/** The effects of a user's payments in the database, without ids and times. */
export async function tracesOf(app: TestApp, user: TestUser): Promise<Traces> {
  const { rows } = await sql<Pick<Traces, 'traces' | 'messages' | 'events'>>`select jsonb_build_object(
    'purchases', (select jsonb_agg(jsonb_build_array(status, grants_access, held_reason, amount_cents, refunded_cents))
      from purchases where user_id = ${user.userId}),
    'payments', (select jsonb_agg(jsonb_build_array(status, amount_cents, refunded_cents, is_first_payment)
      order by amount_cents, is_first_payment)
      from billing_payments where user_id = ${user.userId}),
    'refunds', (select jsonb_agg(jsonb_build_array(r.status, r.amount_cents)) from billing_refunds r
      join billing_payments p on p.id = r.payment_id where p.user_id = ${user.userId}),
    'subscriptions', (select jsonb_agg(jsonb_build_array(status, plan, is_duplicate, needs_confirmation))
      from subscriptions where user_id = ${user.userId})
  ) as traces, jsonb_build_object(
    'notifications', (select jsonb_agg(kind order by kind)
      from notifications where user_id = ${user.userId}),
    'analytics', (select jsonb_agg(event_name order by event_name)
      from analytics_events where user_id = ${user.userId})
  ) as events, jsonb_build_object(
    'jobs', (select count(*) from pgboss.job j join mail_messages m on j.data->>'mailId' = m.id::text
      where j.name = 'send-mail' and m.user_id = ${user.userId}),
    'emails', (select jsonb_agg(kind order by kind) from mail_messages where user_id = ${user.userId})
  ) as messages`.execute(app.deps.db);
  const { purchases, subscriptionPlan } = await app.caller(user).auth.currentUser();
  return { ...rows[0], purchases, subscriptionPlan };
}
