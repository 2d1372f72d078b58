import { announcedFrom } from '../../../shared/payments/renewal-price.ts';
import type { Deps } from '../../deps.ts';
import type { RecipientWithTimeZone } from '../../messages/email/email.operations.ts';
import type { SubscriptionSnapshot } from '../../messages/email/templates/subscriptions.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { SubscriptionRow } from '../../platform/db/tables/plan-tables.ts';
import type { BuyerRow } from '../ledger/purchases.queries.ts';
import { isLive, keepsPlan, type SubscriptionFacts } from '../stripe/stripe-subscription.ts';
import { notifySubscribers } from './notifications.operations.ts';

/**
 * The announced price to store after a subscription was read from Stripe. The stored announced price remains until the
 * subscription has this price, another plan, or a foreign price (one that belongs to none of our plans). An announced
 * price never replaces a foreign price.
 */
export function announcementAfter(before: SubscriptionRow | undefined, facts: SubscriptionFacts) {
  const remains =
    before?.plan === facts.plan &&
    before.announced_price_cents !== facts.priceCents &&
    !facts.hasForeignPrice;
  if (!remains) return { announced_price_cents: null, price_announced_at: null, price_final_for: null };
  // `price_final_for` may be set concurrently, so it is not written.
  const { announced_price_cents, price_announced_at } = before;
  return { announced_price_cents, price_announced_at };
}

/**
 * The price that was announced to the plan's other subscribers while this subscription did not exist, was set to end,
 * or had an announced price that could no longer be replaced. Once this subscription renews again and
 * its announced price can be replaced, the missed price must be announced to this subscriber too, with the same notice
 * period.
 * @param announced - the current price, in US cents, of each plan whose current price was announced to its subscribers
 * @returns US cents; null if there is nothing to announce
 */
export function missedPrice(
  { owner, before }: { owner: BuyerRow; before: SubscriptionRow | undefined },
  facts: SubscriptionFacts,
  announced: ReadonlyMap<SubscriptionFacts['plan'], number>,
): number | null {
  const priceCents = announced.get(facts.plan);
  if (priceCents === undefined || priceCents === facts.priceCents || facts.hasForeignPrice) return null;
  const { announced_price_cents: announcedCents } = announcementAfter(before, facts);
  const finalFor = before?.price_final_for ?? null;
  const isFinal = finalFor !== null && Date.parse(finalFor) >= facts.currentPeriodEnd.getTime();
  if (announcedCents === priceCents || (announcedCents !== null && isFinal)) return null;
  const isRenewing = isLive(facts.status) && keepsPlan(facts);
  const isGone = owner.deleted_at !== null || owner.deletion_due_at !== null;
  return isRenewing && !isGone && before?.is_duplicate !== true ? priceCents : null;
}

/** Notifies subscribers of a price announced at `at`, in the transaction that stores the announcement. */
export async function notifyOfPrice(
  deps: Deps,
  trx: Trx,
  subscribers: readonly { to: RecipientWithTimeZone; id: string; snapshot: SubscriptionSnapshot }[],
  { priceCents, at }: { priceCents: number; at: Date },
): Promise<void> {
  const notification = {
    kind: 'price_change',
    toCents: priceCents,
    from: new Date(announcedFrom(at.toISOString())),
  } as const;
  await notifySubscribers(
    deps,
    trx,
    subscribers.map(({ to, id, snapshot }) => ({
      to,
      notification,
      snapshot,
      key: `${id}:${at.toISOString()}`,
    })),
  );
}
