import type Stripe from 'stripe';
import { graceEnd } from '../../../shared/access/effective-plan.ts';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import { planNames } from '../../../shared/payments/plan-names.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { notifyAdminsWithEmail } from '../../messages/email/admin-emails.operations.ts';
import type { SubscriptionSnapshot } from '../../messages/email/templates/subscriptions.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import type { SubscriptionRow } from '../../platform/db/tables/plan-tables.ts';
import { recipientOf } from '../ledger/purchases.present.ts';
import { type BuyerRow, lockBuyer } from '../ledger/purchases.queries.ts';
import { nextReadNumber } from '../stripe/reads.queries.ts';
import { listSubscriptionsAtStripe, retrieveSubscription, voidOpenInvoices } from '../stripe/stripe-calls.ts';
import { cancelAtPeriodEnd } from '../stripe/stripe-renewals.ts';
import {
  idOf,
  isCollecting,
  isFinal,
  isLive,
  readSubscription,
  type SubscriptionFacts,
} from '../stripe/stripe-subscription.ts';
import { announcementAfter, missedPrice, notifyOfPrice } from './announced-price.operations.ts';
import { type InvoiceFacts, readInvoices } from './invoice-facts.operations.ts';
import {
  describeStart,
  isEndAnnounced,
  notifySubscribers,
  recordTransition,
} from './notifications.operations.ts';
import { shareLockAnnouncedPrices } from './price-announcements.queries.ts';
import { findOwner } from './subscription-owner.operations.ts';
import { renewalCentsOf } from './subscriptions.present.ts';
import {
  findRunningSubscriptions,
  findSubscription,
  findSubscriptions,
  setDuplicate,
  settleUpgrade,
  upsertSubscription,
} from './subscriptions.queries.ts';
import { type Transition, transitionsBetween } from './transitions.ts';

/**
 * Updates our rows of a subscription and of the customer's other subscriptions to match Stripe. Only this file stores
 * what Stripe says about a subscription. Webhooks, pages and jobs may call this function in any order, repeatedly and
 * concurrently: of two reads, the one that began later wins. Voids the open invoices of subscriptions that have ended.
 * @returns our row; undefined if Stripe does not know the subscription, or if we have no row of it, for example because
 * its customer is not a user here
 * @throws DomainError payments_unavailable
 */
export async function syncSubscription(
  deps: Deps,
  subscriptionId: string,
): Promise<SubscriptionRow | undefined> {
  const sequence = await nextReadNumber(deps.db, 'subscription_reads');
  const subscription = await retrieveSubscription(deps, subscriptionId);
  if (!subscription) {
    deps.log.warn({ subscriptionId }, 'Stripe does not know this subscription');
    return undefined;
  }
  const customerId = idOf(subscription.customer);
  const listed = await listSubscriptionsAtStripe(deps, customerId);
  const others = listed.filter(({ id }) => id !== subscription.id);
  await applySubscriptions(deps, sequence, customerId, [subscription, ...others]);
  return findSubscription(deps.db, subscriptionId);
}

/** Updates all subscriptions of a customer to match Stripe. @throws DomainError payments_unavailable */
export async function syncCustomer(deps: Deps, customerId: string): Promise<void> {
  const sequence = await nextReadNumber(deps.db, 'subscription_reads');
  const subscriptions = await listSubscriptionsAtStripe(deps, customerId);
  await applySubscriptions(deps, sequence, customerId, subscriptions);
}

async function applySubscriptions(
  deps: Deps,
  sequence: number,
  customerId: string,
  subscriptions: readonly Stripe.Subscription[],
): Promise<void> {
  const rows = await findSubscriptions(
    deps.db,
    subscriptions.map(({ id }) => id),
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const read = subscriptions.flatMap(
    (subscription) => readSubscription(subscription, stored.get(subscription.id)?.plan) ?? [],
  );
  if (read.length === 0) return;
  const isRead = new Set(read.map(({ id }) => id));
  const ownerId =
    rows[0]?.user_id ??
    (await findOwner(
      deps,
      customerId,
      subscriptions.filter(({ id }) => isRead.has(id)),
    ));
  if (ownerId === undefined) return;
  const oldestFirst: Pick<Read, 'facts' | 'invoices'>[] = [];
  for (const facts of read.toSorted((left, right) => left.createdAt.getTime() - right.createdAt.getTime()))
    oldestFirst.push({ facts, invoices: await readInvoices(deps, facts, stored.get(facts.id)) });
  const duplicates = await inTransaction(deps.db, async (trx) => {
    const owner = await lockBuyer(trx, ownerId);
    if (!owner) return [];
    const announced = await shareLockAnnouncedPrices(
      trx,
      read.map(({ plan }) => plan),
    );
    for (const one of oldestFirst) await applyFacts(deps, trx, { owner, sequence, announced, ...one });
    return flagDuplicates(deps, trx, owner);
  });
  for (const duplicate of duplicates) await stopDuplicate(deps, duplicate);
  for (const { id, status, invoiceOpenedAt } of read)
    if (isFinal(status) && invoiceOpenedAt !== null) await voidOpenInvoices(deps, id);
}

type Read = {
  owner: BuyerRow;
  facts: SubscriptionFacts;
  sequence: number;
  /** The current price, in US cents, of each plan whose current price was announced to its subscribers. */
  announced: ReadonlyMap<SubscriptionFacts['plan'], number>;
  invoices: InvoiceFacts;
};

async function applyFacts(
  deps: Deps,
  trx: Trx,
  { owner, facts, sequence, announced, invoices }: Read,
): Promise<void> {
  const before = await findSubscription(trx, facts.id);
  if (before && before.sync_sequence >= sequence) return;
  const { hasStarted } = invoices;
  const status = facts.status === 'past_due' && !hasStarted ? 'unpaid' : facts.status;
  const now = deps.now();
  const isHeld = facts.hasForeignPrice && !isFinal(facts.status);
  if (isHeld && (before?.held_at ?? null) === null) {
    deps.log.error(
      { event: 'subscription_held', subscriptionId: facts.id, priceId: facts.priceId },
      'the price of a subscription names no plan: an admin must decide',
    );
  }
  const unscheduled = before?.unscheduled_plan ?? null;
  // To schedule a downgrade of a canceled subscription, its cancellation is reverted at Stripe first, and
  // `unscheduled_plan` is set. Until the downgrade is scheduled, the cancellation still applies.
  const awaitsSchedule = unscheduled !== null && !isScheduled(facts, unscheduled);
  // A price that was announced to the plan's other subscribers, but not yet to this one.
  const missedCents = awaitsSchedule ? null : missedPrice({ owner, before }, facts, announced);
  const row = await upsertSubscription(trx, {
    id: facts.id,
    user_id: owner.id,
    plan: facts.plan,
    status,
    price_cents: facts.priceCents,
    currency: facts.currency,
    current_period_end: facts.endsAt ?? facts.currentPeriodEnd,
    cancel_at_period_end: facts.endsAt !== null || awaitsSchedule,
    ...(status === 'past_due' ? unpaidColumns(before, facts, invoices, now) : paidColumns),
    sync_sequence: sequence,
    // No link to Stripe is stored for a deleted account.
    customer_id: owner.deleted_at === null ? facts.customerId : null,
    schedule_id: facts.scheduleId,
    pending_plan: facts.pendingPlan,
    pending_from: facts.pendingFrom,
    pending_price_cents: facts.pendingPriceCents,
    has_foreign_schedule: facts.hasForeignSchedule,
    ...(!awaitsSchedule && { unscheduled_plan: null }),
    latest_invoice_id: facts.latestInvoiceId,
    due_cents: facts.dueCents,
    pay_url: owner.deleted_at === null ? facts.payUrl : null,
    held_at: isHeld ? (before?.held_at ?? now) : null,
    needs_confirmation: invoices.needsConfirmation,
    ...(missedCents === null
      ? announcementAfter(before, facts)
      : { announced_price_cents: missedCents, price_announced_at: now, price_final_for: null }),
    synced_at: now,
    created_at: facts.createdAt,
    updated_at: now,
  });
  if (invoices.paidUpgrade) await settleUpgrade(trx, facts.id, invoices.paidUpgrade);
  const transitions = transitionsBetween(before && stateOf(before), stateOf(row), { hasStarted });
  for (const transition of transitions) {
    await announceTransition(deps, trx, { owner, transition, row, before });
    deps.log.info(
      { event: `subscription_${transition.kind}`, subscriptionId: row.id },
      'subscription changed',
    );
  }
  if (missedCents === null) return;
  const subscriber = { to: recipientOf(owner), id: row.id, snapshot: snapshotOf(row) };
  await notifyOfPrice(deps, trx, [subscriber], { priceCents: missedCents, at: now });
}

/** Whether a downgrade to this plan is scheduled or has taken effect. */
export function isScheduled(facts: SubscriptionFacts, plan: PaidPlan): boolean {
  return facts.pendingPlan === plan || facts.plan === plan;
}

const paidColumns = { past_due_since: null, owes_only_upgrade: false, unpaid_since: null };

/**
 * What is stored about an unpaid invoice. The grace period starts at the time of the failed charge, even if we learn of
 * the failure late. A bank debit is rejected days after it was made, so its grace period starts when we learn of the
 * rejection. The next invoice does not restart the grace period unless the previous invoice was paid.
 */
function unpaidColumns(
  before: SubscriptionRow | undefined,
  facts: SubscriptionFacts,
  invoices: InvoiceFacts,
  now: Date,
) {
  const { settledInvoiceId, hasLatestFailed, isEarlierUpgradeOpen } = invoices;
  const isSettled = settledInvoiceId !== null && settledInvoiceId === before?.latest_invoice_id;
  const failedAt = (hasLatestFailed && !invoices.isDebitRejected ? facts.invoiceOpenedAt : null) ?? now;
  const hasUpgrade = (before?.free_upgrade_from ?? null) !== null;
  const isUpgradeUnpaid = hasUpgrade && invoices.paidUpgrade === undefined;
  const wasUnpaid = before !== undefined && before.past_due_since !== null;
  const owedOnlyUpgrade = before?.owes_only_upgrade === true;
  // A renewal that has failed stays unpaid while it is collected again.
  const isRenewalUnpaid = hasLatestFailed || (wasUnpaid && !owedOnlyUpgrade && !isSettled);
  const owesOnlyUpgrade = facts.isLatestInvoiceOfUpgrade
    ? isUpgradeUnpaid
    : !isRenewalUnpaid && (hasUpgrade || owedOnlyUpgrade);
  // When a subscription is paid, a server of the previous version does not clear `unpaid_since`.
  const unpaidSince = wasUnpaid ? before.unpaid_since : null;
  // A server of the previous version does not store when the renewal failed.
  const isRenewalTimeMissing = isEarlierUpgradeOpen && unpaidSince === null;
  const renewalFailedAt =
    !owesOnlyUpgrade && (owedOnlyUpgrade || isRenewalTimeMissing) ? failedAt : unpaidSince;
  const isUpgradeSettled =
    !isUpgradeUnpaid || (isEarlierUpgradeOpen === false && !facts.isLatestInvoiceOfUpgrade);
  // If the upgrade is settled and nothing else has failed, only the bank debit of the renewal is still being processed.
  // Each read then restarts the grace period.
  const restartAfterUpgrade = owesOnlyUpgrade ? now : renewalFailedAt;
  // The start of a new grace period; null unless the invoice that started the previous one was paid or voided.
  const restart = isSettled ? failedAt : isUpgradeSettled ? restartAfterUpgrade : null;
  return {
    past_due_since: restart ?? before?.past_due_since ?? failedAt,
    owes_only_upgrade: owesOnlyUpgrade,
    unpaid_since: restart === null ? renewalFailedAt : null,
  };
}

function stateOf(row: SubscriptionRow) {
  return {
    plan: row.plan,
    status: row.status,
    cancelAtPeriodEnd: row.cancel_at_period_end,
    pendingPlan: row.pending_plan,
    pendingPriceCents: row.pending_price_cents,
    pastDueSince: row.past_due_since,
    owesOnlyUpgrade: row.owes_only_upgrade,
  };
}

/** The facts that emails state about a subscription. */
export function snapshotOf(row: SubscriptionRow): SubscriptionSnapshot {
  return {
    plan: row.plan,
    priceCents: row.price_cents,
    dueCents: row.due_cents,
    renewalCents: renewalCentsOf(row),
    currentPeriodEnd: row.current_period_end,
    pendingPlan: row.pending_plan,
    pendingFrom: row.pending_from,
    pendingPriceCents: row.pending_price_cents,
    graceEndsAt: graceEnd(row.past_due_since),
    needsConfirmation: row.needs_confirmation,
  };
}

async function announceTransition(
  deps: Deps,
  trx: Trx,
  change: {
    owner: BuyerRow;
    transition: Transition;
    row: SubscriptionRow;
    before: SubscriptionRow | undefined;
  },
): Promise<void> {
  const { owner, transition, row, before } = change;
  if (owner.deleted_at !== null || row.is_duplicate) return;
  // A user whose account will be deleted is not notified of the cancellation: the email about the deletion says that
  // the subscription does not renew, and the user can no longer log in to resume it.
  if (transition.kind !== 'cancelled' || owner.deletion_due_at === null) {
    const to = recipientOf(owner);
    const key = `${row.id}:${occurrenceOf(transition, row, before)}`;
    const notification = transition.kind === 'started' ? await describeStart(deps, trx, row) : transition;
    await notifySubscribers(deps, trx, [{ to, notification, snapshot: snapshotOf(row), key }]);
  }
  const isEndKnown = before?.cancel_at_period_end === true;
  await recordTransition(trx, transition, { userId: owner.id, plan: row.plan, isEndKnown, at: deps.now() });
}

function occurrenceOf(transition: Transition, row: SubscriptionRow, before: SubscriptionRow | undefined) {
  if (transition.kind === 'started') return 'first';
  if (transition.kind === 'ended') return 'final';
  // The job that announces the end of a grace period uses the same deduplication key.
  if (transition.kind === 'access_ended' && before?.past_due_since) return before.past_due_since;
  return String(row.sync_sequence);
}

/**
 * The newest subscription counts; older ones that still run are flagged for an admin. If the newer one ended first, the
 * user is notified that the older one ends, too: it was set to end without a notification.
 * @returns the older subscriptions that still renew
 */
async function flagDuplicates(deps: Deps, trx: Trx, owner: BuyerRow): Promise<SubscriptionRow[]> {
  const running = (await findRunningSubscriptions(trx, owner.id)).filter(({ status }) => isLive(status));
  const found: SubscriptionRow[] = [];
  for (const [index, row] of running.entries()) {
    const isDuplicate = index > 0;
    // Includes a subscription that was flagged before, because the attempt to end it may have failed.
    if (isDuplicate && !row.cancel_at_period_end) found.push(row);
    if (row.is_duplicate === isDuplicate) continue;
    await setDuplicate(trx, row.id, isDuplicate);
    if (!isDuplicate) {
      if (row.cancel_at_period_end && !(await isEndAnnounced(trx, row))) {
        const [transition, counting] = [{ kind: 'cancelled' } as const, { ...row, is_duplicate: false }];
        await announceTransition(deps, trx, { owner, transition, row: counting, before: undefined });
      }
      continue;
    }
    await recordAudit(trx, {
      actorId: null,
      action: 'subscription.duplicate',
      subjectType: 'subscription',
      subjectId: row.id,
      details: { userId: owner.id },
    });
    await notifyAdminsWithEmail(deps, trx, {
      kind: 'admin_on_hold',
      text: 'staff_second_membership',
      values: { plan: planNames[row.plan] },
      path: `/admin/users/${owner.id}`,
      dedupeKey: `second_membership:${row.id}`,
      appearsAt: deps.now(),
    });
  }
  return found;
}

/**
 * Cancels a duplicate, so that the user does not pay for another month: immediately if Stripe may still collect an open
 * invoice, otherwise at the end of the period. An admin refunds what was paid.
 */
async function stopDuplicate(deps: Deps, row: SubscriptionRow): Promise<void> {
  deps.log.error({ event: 'subscription_duplicate', subscriptionId: row.id }, 'a user pays for two plans');
  try {
    if (isCollecting(row.status)) await deps.stripe.subscriptions.cancel(row.id);
    else await cancelAtPeriodEnd(deps, { id: row.id, scheduleId: row.schedule_id });
  } catch (error) {
    deps.log.error({ err: error, subscriptionId: row.id }, 'a duplicate subscription still renews');
  }
}
