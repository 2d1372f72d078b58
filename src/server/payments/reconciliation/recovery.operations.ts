import type Stripe from 'stripe';
import { minuteMs } from '../../../shared/durations.ts';
import type { Deps } from '../../deps.ts';
import type { Attempt, CheckoutKind } from '../checkout/checkout-kind.ts';
import { purchaseKind, subscriptionKind } from '../checkout/checkout-kinds.operations.ts';
import { closeSession } from '../checkout/page-closing.operations.ts';
import { isOurs } from '../stripe/academy-mark.ts';
import { deletePull, findSeenUntil, storeSeenUntil } from '../stripe/event-pulls.queries.ts';
import { openSection } from '../stripe/reconciling-section.ts';
import { recoveryName } from '../stripe/recovery-gate.operations.ts';
import { askStripe } from '../stripe/stripe-calls.ts';
import { idOf } from '../stripe/stripe-subscription.ts';
import { settleInvoice } from '../subscriptions/invoices.operations.ts';
import { countFailedAttempts } from '../webhooks/stripe-events.queries.ts';
import { settleSession } from '../webhooks/webhook.operations.ts';

const maxRunMs = 4 * minuteMs;
/** After this many failed attempts to process the events of a payment page or its invoice, an admin must act. */
const maxFailedAttempts = 3;

/**
 * After a restore: reads every payment page that was opened since the backup and has not expired, and restores the
 * page's payment and what was bought on the page. If one run is not enough, the next run continues. The shop stays
 * closed until every page is read. If a page cannot be read and its events keep failing too, the shop opens without
 * that page, and an admin must act.
 */
export async function recoverPayments(deps: Deps): Promise<void> {
  const since = await findSeenUntil(deps.db, recoveryName);
  if (since === undefined) return;
  const section = openSection(deps, maxRunMs);
  const pages = await listPagesSince(deps, new Date(since));
  let isComplete = true;
  for (const page of pages) {
    if (!section.canContinue()) return;
    const isRead = await section.attempt({ sessionId: page.id }, () => recoverPage(deps, page));
    const objectIds = [page.id, ...(page.invoice === null ? [] : [idOf(page.invoice)])];
    isComplete &&= isRead || (await countFailedAttempts(deps.db, objectIds)) >= maxFailedAttempts;
    if (isComplete) await storeSeenUntil(deps.db, recoveryName, new Date(page.created * 1000));
  }
  if (!isComplete) return;
  await deletePull(deps.db, recoveryName);
  deps.log.warn(
    { event: 'payments_recovered', since, pages: pages.length },
    'the payments made after the backup were read',
  );
}

/** Oldest first: if two pages were paid for the same product, the payment on the older page buys the product. */
async function listPagesSince(deps: Deps, since: Date): Promise<Stripe.Checkout.Session[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const pages: Stripe.Checkout.Session[] = [];
  await askStripe(async () => {
    for await (const session of deps.stripe.checkout.sessions.list({ created, limit: 100 })) {
      if (session.status !== 'expired' && isOurs(deps, session.metadata)) pages.push(session);
    }
  });
  // Stripe lists the newest first, even within a second.
  return pages.toReversed().toSorted((left, right) => left.created - right.created);
}

async function recoverPage(deps: Deps, page: Stripe.Checkout.Session): Promise<void> {
  await settleSession(deps, page.id);
  if (page.mode === 'subscription' && page.invoice !== null) await settleInvoice(deps, idOf(page.invoice));
  if (page.status !== 'open') return;
  await closeSurplusPage(deps, purchaseKind, page.id);
  await closeSurplusPage(deps, subscriptionKind, page.id);
}

/** Closes the payment page of an ended attempt, so that nobody can pay both this page and that of a newer attempt. */
async function closeSurplusPage<Row extends Attempt>(
  deps: Deps,
  kind: CheckoutKind<Row>,
  sessionId: string,
): Promise<void> {
  const attempt = await kind.findBySession(deps.db, sessionId);
  if (attempt && kind.stateOf(attempt) === 'ended_unpaid') await closeSession(deps, kind, attempt, sessionId);
}
