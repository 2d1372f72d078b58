import type { Deps } from '../../deps.ts';
import type { SubscriptionRow } from '../../platform/db/tables/plan-tables.ts';
import { hasPaidEarlier, listInvoicesSince, retrieveInvoice } from '../stripe/stripe-calls.ts';
import {
  asksForConfirmation,
  hasFailed,
  isDebitRejected,
  type SubscriptionFacts,
} from '../stripe/stripe-subscription.ts';
import { mayNotHaveStarted } from './subscriptions.present.ts';
import type { StoredUpgrade } from './subscriptions.queries.ts';

/** Facts about a subscription that only its invoices contain. */
export type InvoiceFacts = {
  /**
   * The invoice that our row records as unpaid, if Stripe now reports it as paid. The unpaid invoice at Stripe is then
   * a later one, which starts a new grace period.
   */
  settledInvoiceId: string | null;
  /** The upgrade that our row stores, if an invoice newer than its `invoiceId` is paid. */
  paidUpgrade: StoredUpgrade | undefined;
  /**
   * Whether the invoice of the upgrade that our row stores is still open although the latest invoice is a newer one;
   * null if there is no such upgrade, or if it is paid.
   */
  isEarlierUpgradeOpen: boolean | null;
  /** Whether the bank requires authentication by the cardholder. */
  needsConfirmation: boolean;
  /** Whether an attempt to collect the latest invoice has failed. */
  hasLatestFailed: boolean;
  /** Whether the bank rejected a debit, days after it was made. */
  isDebitRejected: boolean;
  /**
   * False only if our row is `incomplete` or `unpaid` and no paid invoice precedes the latest one. If Stripe calls such
   * a subscription past due, it is stored as `unpaid`.
   */
  hasStarted: boolean;
};

/** @throws DomainError payments_unavailable */
export async function readInvoices(
  deps: Deps,
  facts: SubscriptionFacts,
  row: SubscriptionRow | undefined,
): Promise<InvoiceFacts> {
  const hasStarted = !row || !mayNotHaveStarted(row) || (await hasPaidEarlier(deps, facts));
  const upgrade = await readUpgrade(deps, facts, row);
  if (facts.status !== 'past_due')
    return {
      hasStarted,
      ...upgrade,
      settledInvoiceId: null,
      needsConfirmation: false,
      hasLatestFailed: false,
      isDebitRejected: false,
    };
  const unpaidId = row?.past_due_since ? row.latest_invoice_id : null;
  const earlier =
    unpaidId === null || unpaidId === facts.latestInvoiceId
      ? undefined
      : await retrieveInvoice(deps, unpaidId);
  const latest =
    facts.latestInvoiceId === null ? undefined : await retrieveInvoice(deps, facts.latestInvoiceId);
  return {
    hasStarted,
    ...upgrade,
    settledInvoiceId: earlier?.status === 'paid' ? unpaidId : null,
    needsConfirmation: latest !== undefined && asksForConfirmation(latest),
    hasLatestFailed: latest !== undefined && hasFailed(latest),
    isDebitRejected: latest !== undefined && isDebitRejected(latest),
  };
}

async function readUpgrade(
  deps: Deps,
  facts: SubscriptionFacts,
  row: SubscriptionRow | undefined,
): Promise<Pick<InvoiceFacts, 'paidUpgrade' | 'isEarlierUpgradeOpen'>> {
  const none = { paidUpgrade: undefined, isEarlierUpgradeOpen: null };
  if (!row || row.free_upgrade_from === null) return none;
  const upgrade = { from: row.free_upgrade_from, invoiceId: row.free_upgrade_invoice_id };
  if (facts.latestInvoiceId === upgrade.invoiceId) return none;
  if (facts.isLatestInvoicePaid) return { ...none, paidUpgrade: upgrade };
  const newer = await listInvoicesSince(deps, facts.id, upgrade.invoiceId);
  if (newer.some(({ status }) => status === 'paid')) return { ...none, paidUpgrade: upgrade };
  const earlier = newer.filter(
    ({ id, billing_reason: reason }) => id !== facts.latestInvoiceId && reason === 'subscription_update',
  );
  if (earlier.length === 0) return none;
  return { ...none, isEarlierUpgradeOpen: earlier.some(({ status }) => status === 'open') };
}
