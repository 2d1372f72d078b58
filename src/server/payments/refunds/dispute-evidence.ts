import type Stripe from 'stripe';
import type { AnalyticsEventName } from '../../../shared/admin/analytics-events.ts';
import { auditSentence } from '../../../shared/admin/audit-actions.ts';
import { dayText } from '../../../shared/day-text.ts';
import type { SubscriptionPlan } from '../../../shared/enums.ts';
import { formatCents } from '../../../shared/money.ts';
import { planNames } from '../../../shared/payments/plan-names.ts';
import { refundWindowDays } from '../../../shared/payments/refund-policy.ts';
import type { AdminPayment } from '../../../shared/payments/refunds.ts';
import type { BillingDisputeRow } from '../../platform/db/tables/payment-tables.ts';
import { latinText } from '../../shop/stamp-line.ts';
import type { EvidenceFacts } from './disputes.queries.ts';

export type Evidence = {
  dispute: BillingDisputeRow;
  payment: AdminPayment;
  facts: EvidenceFacts;
  preparedAt: Date;
};

const policy = `First-time purchases are refunded within ${refundWindowDays} days on request; renewals and plan changes are not. Subscriptions can be canceled at any time and run to the end of the paid period.`;

/** The evidence as text. Times are UTC. */
export function composeEvidence({ dispute, payment, facts, preparedAt }: Evidence): string {
  return [
    section('DISPUTE', [
      ['Dispute', dispute.id],
      ['Reason', dispute.reason.replaceAll('_', ' ')],
      ['Amount', formatCents(dispute.amount_cents)],
      ['Evidence due', dispute.evidence_due_at === null ? 'not reported' : timeText(dispute.evidence_due_at)],
      ['Prepared', timeText(preparedAt)],
    ]),
    section('CUSTOMER', [
      ['Name', facts.payer ? `${facts.payer.firstName} ${facts.payer.lastName}` : payment.userName],
      ['Email', facts.payer?.email ?? 'account deleted'],
      ['Member since', facts.payer ? timeText(facts.payer.createdAt) : 'account deleted'],
    ]),
    section('PRODUCT AND RECEIPT', [
      ['Product', payment.description],
      ['Kind', payment.kind === 'purchase' ? 'One-off digital product' : 'Subscription'],
      ['Paid', formatCents(payment.amountCents)],
      ['Paid at', timeText(payment.paidAt)],
      ['Already refunded', formatCents(payment.refundedCents)],
      ['Access granted at', grantedText(deliveredAt({ payment, facts }))],
      ...(facts.purchase?.awaitsContent ? [['State', 'Not ready at present'] as const] : []),
      ['Receipt number', payment.purchaseId ?? payment.id],
    ]),
    section('REFUND AND CANCELLATION POLICY', [
      ['Version shown at checkout', payment.policyVersion ?? 'not recorded'],
      ['Policy', policy],
    ]),
    lines(
      'AGREEMENTS',
      facts.consents.map(
        ({ given_at, kind, version, statement, ip }) =>
          `${timeText(given_at)}: ${consentLabels[kind]}, version ${version}, from ${networkText(ip)}: "${statement}"`,
      ),
    ),
    ...usageOf(facts),
  ].join('\n');
}

/**
 * The evidence as a PDF, because Stripe accepts no text files. Omits characters that the standard fonts do not contain.
 */
export async function evidencePdf(text: string): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({ size: 'A4', margin: 48, info: { Title: 'Dispute evidence' } });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.once('end', resolve);
    document.once('error', reject);
  });
  for (const line of text.split('\n')) {
    const isHeading = /^[A-Z ]+$/.test(line);
    document.font(isHeading ? 'Helvetica-Bold' : 'Helvetica').fontSize(isHeading ? 11 : 9);
    document.text(latinText(line) || ' ');
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** In characters: Stripe's limit per field. */
const maxFieldLength = 20_000;

/** The evidence as fields of Stripe's form. @param file - the id of the uploaded PDF of `composeEvidence` */
export function evidenceFields(
  { payment, facts }: Evidence,
  statement: string,
  file: string,
): Stripe.DisputeUpdateParams.Evidence {
  const { payer } = facts;
  const servedAt = deliveredAt({ payment, facts });
  return {
    ...(payer && {
      customer_name: `${payer.firstName} ${payer.lastName}`,
      customer_email_address: payer.email,
    }),
    product_description: `${payment.description} (${payment.kind === 'purchase' ? 'one-off digital product' : 'subscription'})`,
    ...(servedAt !== null && { service_date: servedAt.slice(0, 10) }),
    refund_policy_disclosure: policy,
    access_activity_log: usageOf(facts).join('\n').slice(0, maxFieldLength),
    ...(statement !== '' && { uncategorized_text: statement }),
    uncategorized_file: file,
  };
}

/** When access was granted; null for a purchase on hold. */
function deliveredAt({ payment, facts: { purchase } }: Pick<Evidence, 'payment' | 'facts'>): string | null {
  return purchase ? purchase.deliveredAt : payment.paidAt;
}

function usageOf(facts: EvidenceFacts): string[] {
  return [
    lines(
      'USE OF COACHING SESSIONS',
      facts.progress.map(
        ({ title, status, startedAt, updatedAt, timeSpent }) =>
          `${title}: ${status.replaceAll('_', ' ')}, begun ${timeText(startedAt)}, last used ${timeText(updatedAt)}, ${Math.round(timeSpent / 60)} minutes`,
      ),
    ),
    lines(
      'ACTIVITY',
      facts.events.map((event) => `${timeText(event.at)}: ${eventText(event)}`),
    ),
    lines(
      'ACCOUNT LOG',
      facts.log.map(({ at, action, ip }) => `${timeText(at)}: ${logText(action)}, from ${networkText(ip)}`),
    ),
  ];
}

const consentLabels: Record<EvidenceFacts['consents'][number]['kind'], string> = {
  terms: 'Terms',
  privacy: 'Privacy policy',
  withdrawal_waiver: 'Delivery at once, without a right of withdrawal',
  marketing: 'News by email',
};

const eventLabels: Record<string, string> = {
  registered: 'Registered',
  signed_in: 'Logged in',
  email_verified: 'Verified the email address',
  password_reset: 'Chose a new password',
  kyc_submitted: 'Applied for the identity review',
  kyc_decided: 'Identity review decided',
  checkout_started: 'Opened the payment page',
  purchase_completed: 'Bought a product',
  purchase_refunded: 'Got a refund',
  subscription_started: 'Started a membership',
  subscription_changed: 'Changed the membership',
  subscription_canceled: 'Canceled the membership',
  payment_failed: 'Payment failed',
  product_downloaded: 'Downloaded a product',
  plan_downloaded: 'Downloaded a coaching plan',
  session_opened: 'Opened a session',
  session_video_started: 'Started the video of a session',
  session_completed: 'Completed a session',
  session_reopened: 'Marked a completed session as not complete',
  session_rated: 'Rated a session',
  note_added: 'Wrote a note',
  goal_saved: 'Saved a goal',
  goals_imported: 'Imported goals',
  search_made: 'Searched their material',
  hand_saved: 'Saved hands',
  drill_tried: 'Practiced a drill',
  daily_answered: 'Answered the daily hand',
  question_queued: 'Asked a coach',
  question_answered: 'Got an answer from a coach',
  data_export_requested: 'Requested a copy of their data',
  account_deletion_requested: 'Requested the deletion of the account',
} satisfies Record<AnalyticsEventName, string>;

/** Properties of events that the evidence states after the event's name. */
const propertyTexts: Record<string, (value: unknown) => string> = {
  amountCents: (value) => formatCents(Number(value)),
  plan: (value) => planNames[value as SubscriptionPlan],
  pdfNumber: (value) => `number ${value}`,
  rating: (value) => `${value} of 5`,
  status: (value) => String(value).replaceAll('_', ' '),
};

function eventText({ name, title, properties }: EvidenceFacts['events'][number]): string {
  const details = Object.entries(properties).flatMap(([key, value]) => propertyTexts[key]?.(value) ?? []);
  const label = eventLabels[name] ?? name.replaceAll('_', ' ');
  return [label, ...(title === null ? [] : [`"${title}"`]), ...details].join(', ');
}

/** The sentence for an action of users on their own account, such as "Appealed the decision on their identity". */
function logText(action: string): string {
  const text = (auditSentence(action) ?? action)
    .replaceAll('{person}’s', 'their')
    .replaceAll('{person}', 'themselves')
    .replace(/ (of|from) \{subject\}| \{subject\}/, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function networkText(ip: string | null): string {
  return ip ?? 'an unknown IP address';
}

function grantedText(at: string | null): string {
  return at === null ? 'on hold, not delivered' : timeText(at);
}

function timeText(at: string | Date): string {
  return `${dayText(at)}, ${new Date(at).toISOString().slice(11, 16)} UTC`;
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
