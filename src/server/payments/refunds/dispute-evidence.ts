import type Stripe from 'stripe';
import { formatCents } from '../../../shared/money.ts';
import { refundWindowDays } from '../../../shared/payments/refund-policy.ts';
import type { AdminPayment } from '../../../shared/payments/refunds.ts';
import type { BillingDisputeRow } from '../../platform/db/tables/payment-tables.ts';
import type { EvidenceFacts } from './disputes.queries.ts';

export type Evidence = {
  dispute: BillingDisputeRow;
  payment: AdminPayment;
  facts: EvidenceFacts;
  preparedAt: Date;
};

/** The evidence as text, in the order of Stripe's form: customer, product, policy, receipt, activity. Times are UTC. */
export function composeEvidence({ dispute, payment, facts, preparedAt }: Evidence): string {
  return [
    section('DISPUTE', [
      ['Dispute', dispute.id],
      ['Reason', dispute.reason.replaceAll('_', ' ')],
      ['Amount', formatCents(dispute.amount_cents)],
      ['Evidence due', dispute.evidence_due_at ?? 'not reported'],
      ['Prepared', preparedAt.toISOString()],
    ]),
    section('CUSTOMER', [
      ['Name', facts.payer ? `${facts.payer.firstName} ${facts.payer.lastName}` : payment.userName],
      ['Email', facts.payer?.email ?? 'account deleted'],
      ['Member since', facts.payer?.createdAt ?? 'account deleted'],
    ]),
    section('PRODUCT AND RECEIPT', [
      ['Product', payment.description],
      ['Kind', payment.kind === 'purchase' ? 'One-off digital product' : 'Subscription'],
      ['Paid', formatCents(payment.amountCents)],
      ['Paid at', payment.paidAt],
      ['Refunded before', formatCents(payment.refundedCents)],
      ['Access granted at', facts.purchase?.purchasedAt ?? payment.paidAt],
      ...(facts.purchase?.awaitsContent ? [['State', 'Pre-order, not ready yet'] as const] : []),
      ['Receipt number', payment.purchaseId ?? payment.id],
    ]),
    section('REFUND AND CANCELLATION POLICY', [
      ['Version shown at checkout', payment.policyVersion ?? 'before versions were kept'],
      ['Policy', policy],
    ]),
    lines(
      'AGREEMENTS',
      facts.consents.map(
        ({ given_at, kind, version, statement, ip }) =>
          `${given_at}  ${kind} version ${version}  from ${ip ?? 'unknown address'}: ${statement}`,
      ),
    ),
    ...usageOf(facts),
  ].join('\n');
}

const policy = `First-time purchases are refunded within ${refundWindowDays} days on request; renewals and plan changes are not. Subscriptions can be cancelled at any time and run to the end of the paid period.`;

/** In characters: Stripe's limit per field. */
const maxFieldLength = 20_000;

/** The same evidence as fields of Stripe's form. @param file the uploaded PDF of all evidence */
export function evidenceFields(
  { payment, facts }: Evidence,
  statement: string,
  file: string,
): Stripe.DisputeUpdateParams.Evidence {
  const { payer, purchase } = facts;
  return {
    ...(payer && {
      customer_name: `${payer.firstName} ${payer.lastName}`,
      customer_email_address: payer.email,
    }),
    product_description: `${payment.description} (${payment.kind === 'purchase' ? 'one-off digital product' : 'subscription'})`,
    service_date: (purchase?.purchasedAt ?? payment.paidAt).slice(0, 10),
    refund_policy_disclosure: policy,
    access_activity_log: usageOf(facts).join('\n').slice(0, maxFieldLength),
    ...(statement !== '' && { uncategorized_text: statement }),
    uncategorized_file: file,
  };
}

function usageOf(facts: EvidenceFacts): string[] {
  return [
    lines(
      'USE OF COACHING SESSIONS',
      facts.progress.map(
        ({ title, status, startedAt, updatedAt, timeSpent }) =>
          `${title}: ${status.replaceAll('_', ' ')}, begun ${startedAt}, last ${updatedAt}, ${Math.round(timeSpent / 60)} minutes`,
      ),
    ),
    lines(
      'ACTIVITY',
      facts.events.map(({ name, at, properties }) =>
        [`${at}  ${words(name)}`, ...Object.entries(properties).flatMap(propertyText)].join(', '),
      ),
    ),
    lines(
      'ACCOUNT LOG',
      facts.log.map(({ at, action, ip }) => `${at}  ${words(action)} from ${ip ?? 'unknown address'}`),
    ),
  ];
}

/** `session_opened` as "session opened", and `sessionId` as "session id". */
function words(code: string): string {
  return code.replaceAll(/[._]|(?=[A-Z])/g, ' ').toLowerCase();
}

function propertyText([name, value]: [string, unknown]): string[] {
  if (value === null) return [];
  return [name === 'amountCents' ? formatCents(Number(value)) : `${words(name)} ${value}`];
}

function section(title: string, facts: readonly (readonly [string, string])[]): string {
  return lines(
    title,
    facts.map(([name, value]) => `${name}: ${value}`),
  );
}

function lines(title: string, rows: readonly string[]): string {
  return `${title}\n${rows.length === 0 ? 'No records.' : rows.join('\n')}\n`;
}
