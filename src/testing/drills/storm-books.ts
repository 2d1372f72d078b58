import type Stripe from 'stripe';
import type { StripeSandbox } from '../../sandbox/stripe/sandbox.ts';
import { findBrokenInvariants } from '../../server/payments/ledger/invariants.queries.ts';
import type { Db } from '../../server/platform/db/database.ts';
import { findSlips } from './books.ts';
import type { Drill } from './drill.ts';
import type { Student } from './student.ts';
import { textAt, valueAt, wanted } from './visitor.ts';

type Books = {
  db: Db;
  sandbox: StripeSandbox;
  address: string;
  students: readonly Student[];
  /** What opens the product with this id, as `GET /api/user` names it. */
  keyOf: (productId: number) => string;
};

/** What Stripe has of a charge, and what it means for the payer. */
type Standing = {
  charge: Stripe.Charge;
  status: 'paid' | 'refunded' | 'disputed' | 'lost';
  /** The payer's bank has the money, or may get it. */
  isTaken: boolean;
};

/** Compares the academy with Stripe, each thing with its own counterpart. @returns what was compared, in words */
export async function checkStormBooks(drill: Drill, books: Books): Promise<string> {
  const { db, sandbox } = books;
  const [purchases, payments, refunds, disputes, subscriptions, mails, events] = await Promise.all([
    db.selectFrom('purchases').selectAll().execute(),
    db.selectFrom('billing_payments').selectAll().execute(),
    db.selectFrom('billing_refunds').selectAll().execute(),
    db.selectFrom('billing_disputes').selectAll().execute(),
    db.selectFrom('subscriptions').selectAll().execute(),
    db.selectFrom('mail_messages').select(['kind', 'dedupe_key']).execute(),
    db.selectFrom('stripe_events').select(['id', 'last_error']).where('status', '=', 'received').execute(),
  ]);
  const compare = (what: string, id: string, ours: object, theirs: object) =>
    drill.expectSame(`${what} ${id}`, ours, theirs);

  drill.expectSame('broken invariants', await findBrokenInvariants(db), []);
  for (const [what, count] of Object.entries(await findSlips(db))) drill.expectAtMost(what, count, 0);
  drill.expectSame('events that were taken and never processed', events, []);

  const charges = sandbox.charges().filter(({ status }) => status === 'succeeded');
  const standings = new Map(charges.map((charge) => [charge.payment_intent, standingOf(charge, sandbox)]));

  // Sessions and what they opened.
  const sessions = sandbox.sessions().filter(({ mode }) => mode === 'payment');
  const expectedKeys = new Map<string, string[]>();
  for (const session of sessions) {
    const rows = purchases.filter((row) => row.checkout_session_id === session.id);
    drill.expectSame(`purchases of session ${session.id}`, rows.length, 1);
    const [row] = rows;
    if (!row) continue;
    const standing = standings.get(session.payment_intent);
    if (session.payment_status !== 'paid' || !standing) {
      compare('unpaid session', session.id, { access: row.grants_access }, { access: false });
      continue;
    }
    const isGone = standing.status === 'refunded' || standing.status === 'lost';
    const hasAccess = standing.status === 'paid';
    compare(
      'purchase of session',
      session.id,
      {
        status: row.status,
        access: row.grants_access,
        cents: row.amount_cents,
        refunded: row.refunded_cents,
        buyer: row.user_id,
      },
      {
        status: isGone ? 'refunded' : 'completed',
        access: hasAccess,
        cents: session.amount_total,
        refunded: standing.charge.amount_refunded,
        buyer: session.client_reference_id,
      },
    );
    if (!hasAccess || row.product_id === null) continue;
    const buyer = String(session.client_reference_id);
    expectedKeys.set(buyer, [...(expectedKeys.get(buyer) ?? []), books.keyOf(row.product_id)]);
  }

  // Money.
  const booked = payments.filter(({ status }) => status !== 'failed');
  drill.expectSame('payments booked', booked.length, charges.length);
  for (const { charge, status } of standings.values()) {
    const rows = booked.filter((row) => row.payment_intent_id === charge.payment_intent);
    compare(
      'charge',
      charge.id,
      rows.map((row) => [row.status, row.amount_cents, row.refunded_cents, row.currency]),
      [[status, charge.amount, charge.amount_refunded, charge.currency]],
    );
  }
  const invoices = sandbox
    .invoices()
    .filter((invoice) => invoice.status === 'paid' && invoice.amount_paid > 0);
  for (const invoice of invoices) {
    const rows = booked.filter((row) => row.stripe_invoice_id === invoice.id);
    compare(
      'invoice',
      invoice.id,
      rows.map((row) => row.amount_cents),
      [invoice.amount_paid],
    );
  }
  const paidInvoices = booked.filter((row) => row.stripe_invoice_id !== null);
  drill.expectSame('invoices booked', paidInvoices.length, invoices.length);
  const receipts = mails.filter(({ kind }) => kind === 'subscription_receipt');
  compare(
    'receipts of',
    'plans',
    receipts.map(({ dedupe_key: key }) => key).toSorted(),
    invoices.map(({ id }) => `subscription_receipt:${id}`).toSorted(),
  );
  for (const refund of sandbox.refunds()) {
    const rows = refunds.filter((row) => row.stripe_refund_id === refund.id);
    const status = refund.status === 'succeeded' ? 'succeeded' : 'failed';
    compare(
      'refund',
      refund.id,
      rows.map((row) => [row.amount_cents, row.status]),
      [[refund.amount, status]],
    );
  }
  drill.expectSame('refunds booked', refunds.length, sandbox.refunds().length);
  for (const dispute of sandbox.disputes()) {
    const rows = disputes.filter((row) => row.id === dispute.id);
    compare(
      'dispute',
      dispute.id,
      rows.map((row) => [row.amount_cents, row.status]),
      [[dispute.amount, dispute.status]],
    );
  }

  // Plans.
  const expectedPlans = new Map<string, string>();
  for (const subscription of sandbox.subscriptions()) {
    const row = subscriptions.find(({ id }) => id === subscription.id);
    const plan = subscription.items.data[0]?.price.metadata.plan;
    const isEnding = subscription.cancel_at_period_end || subscription.cancel_at !== null;
    compare(
      'subscription',
      subscription.id,
      {
        status: row?.status,
        plan: row?.plan,
        isEnding: subscription.status === 'active' ? row?.cancel_at_period_end : isEnding,
        isDuplicate: row?.is_duplicate,
      },
      { status: subscription.status, plan, isEnding, isDuplicate: false },
    );
    if (!row || subscription.status !== 'active') continue;
    const own = invoices.filter(
      ({ parent }) => parent?.subscription_details?.subscription === subscription.id,
    );
    const paid = own.map((invoice) => ({
      plan: planOn(invoice),
      isTaken: booked.some(
        (payment) =>
          payment.stripe_invoice_id === invoice.id && standings.get(payment.payment_intent_id)?.isTaken,
      ),
    }));
    expectedPlans.set(row.user_id, dearest(paid.filter(({ isTaken }) => !isTaken).map((one) => one.plan)));
  }

  // And what each person is let in to.
  for (const student of books.students) {
    const answer = await student.call(books.address, { method: 'GET', path: '/api/user' });
    const { body } = wanted(answer, 200, 'GET /api/user');
    const keys = valueAt(body, 'purchases');
    compare(
      'access of',
      student.id,
      { keys: Array.isArray(keys) ? keys.toSorted() : keys, plan: textAt(body, 'subscriptionPlan') },
      {
        keys: (expectedKeys.get(student.id) ?? []).toSorted(),
        plan: expectedPlans.get(student.id) ?? 'free',
      },
    );
  }
  return (
    `${sessions.length} payment pages, ${charges.length} charges, ${invoices.length} invoices, ` +
    `${refunds.length} refunds, ${disputes.length} disputes, ${subscriptions.length} subscriptions and the access of ` +
    `${books.students.length} people compared one by one`
  );
}

function standingOf(charge: Stripe.Charge, sandbox: StripeSandbox): Standing {
  const own = sandbox.disputes().filter((dispute) => dispute.charge === charge.id);
  const isLost = own.some(({ status }) => status === 'lost');
  const isDisputed = own.some(({ status }) => status === 'needs_response');
  const isFull = charge.amount_refunded === charge.amount;
  const status = isLost ? 'lost' : isDisputed ? 'disputed' : isFull ? 'refunded' : 'paid';
  return { charge, status, isTaken: isLost || isDisputed };
}

type Billed = { lines: { data: readonly { amount: number; description: string | null }[] } };

/** As the subscriber reads it; a line that gives unused time back has no positive amount. */
function planOn(invoice: Billed): string {
  const line = invoice.lines.data.find(({ amount }) => amount > 0);
  return /(silver|gold|diamond) plan/i.exec(line?.description ?? '')?.[1]?.toLowerCase() ?? 'unknown';
}

function dearest(plans: readonly string[]): string {
  return ['diamond', 'gold', 'silver'].find((plan) => plans.includes(plan)) ?? 'free';
}
