import type Stripe from 'stripe';
import { paidPlan } from '../../../shared/access/effective-plan.ts';
import { planRank } from '../../../shared/access/tier-gate.ts';
import { localDayText } from '../../../shared/day-text.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { limits } from '../../../shared/limits.ts';
import { formatCents } from '../../../shared/money.ts';
import type {
  ChangePlanInput,
  PaidPlan,
  PlanChange,
  SubscriptionChanged,
} from '../../../shared/payments/billing.ts';
import { planNames } from '../../../shared/payments/plan-names.ts';
import { includedIn } from '../../../shared/tier-limits.ts';
import type { Actor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { assertMayBuy } from '../../kyc/gates.operations.ts';
import type { SubscriptionRow } from '../../platform/db/tables/plan-tables.ts';
import { getSettings } from '../../settings/settings.operations.ts';
import { assertNotGranted } from '../grants/already-granted.operations.ts';
import { findRecipient } from '../ledger/recipients.queries.ts';
import { ensurePlanPrice, type PlanPrice } from '../plans/plan-prices.operations.ts';
import { askStripe } from '../stripe/stripe-calls.ts';
import { isStripeError, paymentsUnavailable, type StripeError } from '../stripe/stripe-errors.ts';
import { type LockedSubscription, releaseSchedule, resumeRenewal } from '../stripe/stripe-renewals.ts';
import { idOf, isCollecting, type SubscriptionFacts, withoutEnd } from '../stripe/stripe-subscription.ts';
import { settleInvoice } from './invoices.operations.ts';
import { readCurrent, requireSubscription, withSubscriptionLock } from './subscription-lock.operations.ts';
import {
  findSubscription,
  settleUpgrade,
  setUnscheduledPlan,
  storeUpgrade,
} from './subscriptions.queries.ts';
import { syncSubscription } from './sync.operations.ts';

const hourSeconds = 60 * 60;

/**
 * Previews the cost of changing to a plan; for an upgrade, Stripe calculates it. Does not change the subscription.
 * @throws DomainError conflict if the user has no subscription that can be changed, or has the higher plan for free;
 * too_many_attempts; payments_unavailable
 */
export async function previewPlanChange(deps: Deps, actor: Actor, plan: PaidPlan): Promise<PlanChange> {
  await deps.attemptLimits.count('paymentCallPerAccount', actor.userId);
  const row = await requireChangeable(deps, actor.userId);
  const { facts } = await readCurrent(deps, row.id);
  const price = await ensurePlanPrice(deps, plan);
  return describeChange(deps, actor, facts, { plan, price, at: prorationDate(deps, facts) });
}

/**
 * Changes the plan. An upgrade is charged first, then grants access; a downgrade waits for the end of the paid period
 * and can be undone. Charges only the amounts that were shown.
 * @throws DomainError conflict, price_changed, payment_declined, too_many_attempts, payments_unavailable; for an
 * upgrade also identity_required, email_unverified
 */
export async function changePlan(
  deps: Deps,
  actor: Actor,
  { plan, expectedTodayCents, expectedThenCents }: ChangePlanInput,
): Promise<SubscriptionChanged> {
  await deps.attemptLimits.count('paymentCallPerAccount', actor.userId);
  const row = await requireChangeable(deps, actor.userId);
  return withSubscriptionLock(deps, row.id, async (locked) => {
    const price = await ensurePlanPrice(deps, plan);
    const at = prorationDate(deps, locked.facts);
    const change = await describeChange(deps, actor, locked.facts, { plan, price, at });
    if (change.kind === 'same') throw alreadyOn(locked.facts.plan);
    if (change.todayCents !== expectedTodayCents) {
      throw new DomainError(
        'price_changed',
        `The amount has changed to ${formatCents(change.todayCents)}. Please look at it again before you pay.`,
        { fields: { currentCents: String(change.todayCents) } },
      );
    }
    if (expectedThenCents !== undefined && change.thenCents !== expectedThenCents) {
      throw new DomainError(
        'price_changed',
        `The price of ${planNames[plan]} has changed to ${formatCents(change.thenCents)} a month. Please look at it again first.`,
        { fields: { currentThenCents: String(change.thenCents) } },
      );
    }
    if (change.kind === 'upgrade') {
      await assertMayBuy(deps, actor);
      const invoiceId = await upgrade(deps, locked, { price, at, isProrated: change.isProrated });
      if (change.isProrated && invoiceId !== undefined) await recordPayment(deps, invoiceId);
      return { success: true, message: `Your membership is now ${planNames[plan]}.` };
    }
    // A downgrade that is already scheduled is scheduled again, because its price may have changed.
    await scheduleDowngrade(deps, locked, { plan, price });
    const user = await findRecipient(deps.db, actor.userId);
    const from = localDayText(change.effectiveAt, user?.timeZone ?? null);
    return { success: true, message: `Your membership changes to ${planNames[plan]} on ${from}.` };
  });
}

/** A change credits the current payment, so it is blocked if that payment was refunded or is disputed. */
async function requireChangeable(deps: Deps, userId: string): Promise<SubscriptionRow> {
  const row = await requireSubscription(deps, userId);
  if (row.suspended_at === null) return row;
  throw new DomainError(
    'conflict',
    'Part of your membership is suspended, because a payment for it was refunded or is disputed. You can change it once your billing page no longer says so.',
  );
}

function alreadyOn(plan: PaidPlan): DomainError {
  return new DomainError('conflict', `Your membership is already ${planNames[plan]}.`);
}

async function describeChange(
  deps: Deps,
  actor: Actor,
  facts: SubscriptionFacts,
  { plan, price, at }: { plan: PaidPlan; price: PlanPrice; at: number },
): Promise<PlanChange & { isProrated: boolean }> {
  if (isCollecting(facts.status)) {
    throw new DomainError(
      'conflict',
      facts.status === 'incomplete'
        ? 'Your payment is still being processed. You can change your membership when it has arrived.'
        : 'A payment for your membership was not received. Please pay it before you change your membership.',
    );
  }
  const difference = planRank(plan) - planRank(facts.plan);
  const periodEnd = facts.currentPeriodEnd.toISOString();
  const change = {
    nextChargeAt: periodEnd,
    currency: facts.currency,
    effectiveAt: periodEnd,
    todayCents: 0,
    laterQuestions: 0,
    isProrated: false,
  };
  if (difference === 0) return { ...change, kind: 'same', thenCents: facts.priceCents };
  if (difference < 0) return { ...change, kind: 'downgrade', thenCents: price.priceCents };
  await assertNotGranted(deps.db, actor.userId, { plan, step: 'upgrade', now: deps.now() });
  if (facts.dueCents !== null) {
    throw new DomainError(
      'conflict',
      'Your last payment is still being processed. You can upgrade when it has arrived.',
    );
  }
  const preview = await askStripe(() =>
    deps.stripe.invoices.createPreview({
      subscription: facts.id,
      subscription_details: {
        items: [{ id: facts.itemId, price: price.id }],
        proration_behavior: 'always_invoice',
        proration_date: at,
      },
    }),
  );
  // Stripe does not charge a very small amount, but adds it to the renewal, which would then exceed `thenCents`. The
  // total is negative if a credit of the customer exceeds the difference; the upgrade then uses the credit.
  const isTooSmall = preview.total >= 0 && preview.total < limits.priceMinCents;
  const isProrated = price.priceCents <= facts.priceCents || !isTooSmall;
  if (!isProrated && facts.currentPeriodEnd.getTime() - deps.now().getTime() < minuteMs) {
    // If the renewal came first, the upgrade would be free for the whole next period.
    throw new DomainError('conflict', 'Your membership is about to renew. You can upgrade after that.');
  }
  const settings = await getSettings(deps);
  const upgradedFrom = (await findSubscription(deps.db, facts.id))?.free_upgrade_from ?? null;
  const paid = paidPlan(facts.plan, upgradedFrom);
  const more = includedIn(plan, 'questions', settings) - includedIn(paid, 'questions', settings);
  return {
    ...change,
    kind: 'upgrade',
    effectiveAt: deps.now().toISOString(),
    todayCents: isProrated ? preview.amount_due : 0,
    laterQuestions: isProrated ? 0 : Math.max(0, more),
    isProrated,
    thenCents: price.priceCents,
  };
}

/**
 * The time from which Stripe prorates an upgrade, in seconds. It is rounded down to the hour, because the browser does
 * not send the time of the preview: a call some minutes later then still calculates the amount shown.
 */
function prorationDate(deps: Deps, facts: SubscriptionFacts): number {
  const now = Math.floor(deps.now().getTime() / 1000);
  const start = Math.floor(facts.currentPeriodStart.getTime() / 1000);
  const end = Math.floor(facts.currentPeriodEnd.getTime() / 1000);
  return Math.min(Math.max(now - (now % hourSeconds), start), end);
}

/** @returns the id of the subscription's newest invoice; undefined without one */
async function upgrade(
  deps: Deps,
  { facts, subscription, key }: LockedSubscription,
  { price, at, isProrated }: { price: PlanPrice; at: number; isProrated: boolean },
): Promise<string | undefined> {
  const stored = { from: facts.plan, invoiceId: facts.latestInvoiceId };
  // An upgrade to a plan that does not cost more needs no payment, so it is not stored as unpaid.
  if (price.priceCents > facts.priceCents) {
    // Clears the stored earlier upgrade if it was paid for after our row was last updated.
    await syncSubscription(deps, facts.id);
    // Stored before the change at Stripe. A crash in between does no harm: the stored former plan is then still the
    // current plan.
    await storeUpgrade(deps.db, facts.id, stored);
  }
  await releaseSchedule(deps, facts, key);
  try {
    const { latest_invoice: invoice } = await deps.stripe.subscriptions.update(
      facts.id,
      {
        items: [{ id: facts.itemId, price: price.id }],
        ...(isProrated
          ? { proration_behavior: 'always_invoice', proration_date: at }
          : { proration_behavior: 'none' }),
        // If the card is declined, Stripe undoes the change, and the user keeps the old plan.
        payment_behavior: 'error_if_incomplete',
        // An upgrade reverts a cancellation.
        ...withoutEnd(subscription),
      },
      { idempotencyKey: `upgrade:${key}` },
    );
    return invoice === null ? undefined : idOf(invoice);
  } catch (error) {
    if (!isStripeError(error)) throw error;
    if (!isDeclined(error)) throw paymentsUnavailable(error);
    await settleUpgrade(deps.db, facts.id, stored);
    throw declined(error, facts);
  }
}

/** Records the payment immediately, instead of when its event arrives. */
async function recordPayment(deps: Deps, invoiceId: string): Promise<void> {
  try {
    await settleInvoice(deps, invoiceId);
  } catch (error) {
    // The plan is changed already, and the payment will be recorded when its event arrives.
    deps.log.warn({ err: error, invoiceId }, 'the invoice of an upgrade could not be read');
  }
}

function isDeclined(error: StripeError): boolean {
  // Without any card, Stripe returns 400 instead of 402.
  const hasNoCard = error.code === 'resource_missing' && error.message.includes('payment');
  return error.statusCode === 402 || hasNoCard;
}

function declined(error: StripeError, { plan, pendingPlan }: SubscriptionFacts): DomainError {
  const needsAuthentication =
    error.code === 'authentication_required' ||
    error.code === 'subscription_payment_intent_requires_action' ||
    error.decline_code === 'authentication_required';
  const why = needsAuthentication ? 'Your bank asks for a confirmation first' : 'Your card was declined';
  // Stripe allows no upgrade while a downgrade is scheduled, so the downgrade was withdrawn first.
  const withdrawn =
    pendingPlan === null ? '' : ` Your planned change to ${planNames[pendingPlan]} was withdrawn.`;
  return new DomainError(
    'payment_declined',
    `${why}. Nothing was charged and you keep ${planNames[plan]}.${withdrawn} Use another card under payment methods and try again.`,
    { cause: error },
  );
}

/**
 * Schedules the current period unchanged, then the lower plan; afterwards the subscription continues without a
 * schedule. Replaces another downgrade in one call. Reverts a cancellation, after storing the lower plan as
 * `unscheduled_plan`: if the schedule then fails, `withSubscriptionLock` cancels the subscription again, because
 * otherwise the higher plan would renew.
 */
async function scheduleDowngrade(
  deps: Deps,
  locked: LockedSubscription,
  { plan, price }: { plan: PaidPlan; price: PlanPrice },
): Promise<void> {
  const { facts, key } = locked;
  if (facts.endsAt !== null) await setUnscheduledPlan(deps.db, facts.id, plan);
  const schedule = await openSchedule(deps, locked);
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
  await askStripe(() =>
    deps.stripe.subscriptionSchedules.update(
      schedule.id,
      {
        end_behavior: 'release',
        proration_behavior: 'none',
        phases: [
          {
            items: [{ price: facts.priceId, quantity: 1 }],
            start_date: schedule.current_phase?.start_date ?? seconds(facts.currentPeriodStart),
            end_date: seconds(facts.currentPeriodEnd),
          },
          {
            items: [{ price: price.id, quantity: 1 }],
            duration: { interval: 'month', interval_count: 1 },
            proration_behavior: 'none',
            metadata: { plan, priceCents: price.priceCents },
          },
        ],
      },
      { idempotencyKey: `schedule-phases:${key}` },
    ),
  );
}

/** The subscription's schedule. If it has none, reverts a cancellation and creates one. */
async function openSchedule(
  deps: Deps,
  { facts, subscription, key }: LockedSubscription,
): Promise<Stripe.SubscriptionSchedule> {
  const { schedule } = subscription;
  if (typeof schedule === 'object' && schedule !== null) return schedule;
  await resumeRenewal(deps, subscription, key);
  return askStripe(() =>
    deps.stripe.subscriptionSchedules.create(
      { from_subscription: facts.id },
      { idempotencyKey: `schedule:${key}` },
    ),
  );
}
