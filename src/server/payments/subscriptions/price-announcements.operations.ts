import { dayMs, minuteMs } from '../../../shared/durations.ts';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import type { AnnouncedPrice, AnnouncePriceInput } from '../../../shared/payments/plan-amounts.ts';
import { announcedFrom, priceLeadDays, priceNoticeDays } from '../../../shared/payments/renewal-price.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { recipientOfRow } from '../ledger/purchases.present.ts';
import { findOrCreatePrice } from '../plans/plan-prices.operations.ts';
import { openSection } from '../stripe/reconciling-section.ts';
import { askStripe } from '../stripe/stripe-calls.ts';
import { releaseSchedule } from '../stripe/stripe-renewals.ts';
import { keepsPlan } from '../stripe/stripe-subscription.ts';
import { notifyOfPrice } from './announced-price.operations.ts';
import { notifySubscribers } from './notifications.operations.ts';
import { lockPlanAmounts } from './plan-amounts.queries.ts';
import {
  clearAnnouncements,
  findAnnouncedDue,
  lockAnnounced,
  lockUnannounced,
  setPriceFinal,
  storeAnnouncement,
} from './price-announcements.queries.ts';
import { withSubscriptionLock } from './subscription-lock.operations.ts';
import { findSubscription } from './subscriptions.queries.ts';
import { snapshotOf } from './sync.operations.ts';

const batch = 200;
const maxRunMs = 4 * minuteMs;

/**
 * Announces the current price, `priceNoticeDays` in advance, to the subscribers who renew at another price. Subscribers
 * who were notified of this price are not notified again. Three groups are notified later, if at all: subscribers who
 * have canceled or planned a downgrade, if they decide to keep their plan; subscribers whose subscription is on hold,
 * when it gets a price of one of our plans; and subscribers with another announced price that can no longer be
 * replaced, after that price has been applied.
 * @returns how many subscribers were notified, how many will be notified after another announced price has been
 * applied, and the first date on which the price may be charged
 * @throws DomainError price_changed if the price is not the one that the admin was shown
 */
export async function announcePrice(
  deps: Deps,
  actor: AdminActor,
  { plan, priceCents }: AnnouncePriceInput,
  metadata: RequestMetadata,
): Promise<AnnouncedPrice> {
  const now = deps.now();
  const from = announcedFrom(now.toISOString());
  return inTransaction(deps.db, async (trx) => {
    const current = await lockPlanAmounts(trx, plan);
    if (current.priceCents !== priceCents) {
      throw new DomainError('price_changed', 'The price has changed. Please look at it again first.');
    }
    const rows = await lockUnannounced(trx, plan, priceCents);
    if (rows.length === 0) return { notified: 0, notifiedLater: 0, from };
    const notified = rows.filter((row) => row.isRevocable);
    const notifiedLater = rows.length - notified.length;
    const ids = notified.map(({ id }) => id);
    const announcement = { priceCents, at: now };
    const isFirst = await storeAnnouncement(trx, plan, ids, announcement);
    const subscribers = notified.map((row) => ({
      to: recipientOfRow(row),
      id: row.id,
      snapshot: snapshotOf(row),
    }));
    await notifyOfPrice(deps, trx, subscribers, announcement);
    // Nothing has changed: the price was announced before, and the later notifications do not depend on this call.
    if (notified.length === 0 && !isFirst) return { notified: 0, notifiedLater, from };
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'plan.price_announced',
      subjectType: 'plan',
      subjectId: plan,
      metadata,
      details: { priceCents, notified: notified.length, ...(notifiedLater > 0 && { notifiedLater }), from },
    });
    return { notified: notified.length, notifiedLater, from };
  });
}

/**
 * Called when a plan's price changes: withdraws an announced price that is not in force yet, unless the academy has
 * begun to set it at Stripe, and notifies those subscribers who were notified of it and still renew with this plan.
 * @returns the number of subscriptions whose announced price was withdrawn
 */
export async function withdrawAnnouncements(deps: Deps, trx: Trx, plan: PaidPlan): Promise<number> {
  const announced = await lockAnnounced(trx, plan);
  const withdrawn = await clearAnnouncements(trx, plan);
  const notifications = announced.map((row) => ({
    to: recipientOfRow(row),
    notification: { kind: 'price_withdrawn' as const, announcedCents: row.announced_price_cents },
    snapshot: snapshotOf(row),
    key: `${row.id}:${row.price_announced_at}`,
  }));
  await notifySubscribers(deps, trx, notifications);
  return withdrawn;
}

/**
 * Applies announced prices to renewals at least `priceNoticeDays` after the announcement; the current month is not
 * affected. Failures are retried in the next run; a renewal before that run is charged at the old price.
 * @returns how many subscriptions were changed
 */
export async function applyAnnouncedPrices(deps: Deps): Promise<number> {
  const section = openSection(deps, maxRunMs);
  const now = deps.now();
  const rows = await findAnnouncedDue(deps.db, {
    renewsAfter: now,
    renewsBefore: new Date(now.getTime() + priceLeadDays * dayMs),
    noticeDays: priceNoticeDays,
    limit: batch,
  });
  const changed = await section.each(rows, {
    about: ({ id }) => ({ subscriptionId: id }),
    work: ({ id }) => applyAnnouncedPrice(deps, id),
  });
  const { errors } = section;
  if (rows.length > 0)
    deps.log.info({ event: 'announced_prices', changed, errors }, 'announced prices applied');
  return changed;
}

async function applyAnnouncedPrice(deps: Deps, id: string): Promise<boolean> {
  return withSubscriptionLock(deps, id, async ({ facts, key }) => {
    // The subscription may have changed since it was found, so the row and Stripe are read again under the lock.
    const row = await findSubscription(deps.db, id);
    const priceCents = row?.announced_price_cents ?? null;
    const from = announcedFrom(row?.price_announced_at ?? null);
    const isDue = from !== null && facts.currentPeriodEnd.getTime() >= Date.parse(from);
    const isRenewing = facts.status === 'active' && keepsPlan(facts);
    if (priceCents === null || !isDue || !isRenewing || row?.plan !== facts.plan) return false;
    if (facts.hasForeignPrice || facts.priceCents === priceCents) return false;
    const price = await findOrCreatePrice(deps, facts.plan, priceCents);
    // The schedule of a downgrade that has taken effect lasts until the next renewal.
    await releaseSchedule(deps, facts, key);
    // From here on, the price cannot be withdrawn: Stripe may set it even if its response is lost.
    if (!(await setPriceFinal(deps.db, row, facts.currentPeriodEnd))) return false;
    await askStripe(() =>
      deps.stripe.subscriptions.update(
        id,
        { items: [{ id: facts.itemId, price }], proration_behavior: 'none' },
        { idempotencyKey: `announced-price:${key}` },
      ),
    );
    return true;
  });
}
