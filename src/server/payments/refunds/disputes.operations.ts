import { dayText } from '../../../shared/day-text.ts';
import { minuteMs } from '../../../shared/durations.ts';
import type { Page } from '../../../shared/paging.ts';
import type { AdminPayment, Dispute, SendEvidenceInput } from '../../../shared/payments/refunds.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, notFound } from '../../errors.ts';
import { openFirstCursor, pageOf } from '../../platform/db/paging.ts';
import type { BillingDisputeRow } from '../../platform/db/tables/payment-tables.ts';
import { type EvidenceFile, readEvidenceFile } from '../../uploads/product-files.operations.ts';
import { getPayment, getPayments } from '../ledger/ledger.operations.ts';
import { presentDispute } from '../ledger/ledger.present.ts';
import { isStripeError } from '../stripe/stripe-errors.ts';
import { composeEvidence, type Evidence, evidenceFields, evidencePdf } from './dispute-evidence.ts';
import {
  claimEvidence,
  findDispute,
  findDisputes,
  findEvidence,
  releaseEvidence,
} from './disputes.queries.ts';
import { awaitsEvidence } from './money-state.ts';
import { syncPayment } from './sync.operations.ts';

const pageSize = 25;

/**
 * Disputes, undecided ones first, with their payments, 25 per page.
 * @throws DomainError invalid_input (malformed cursor)
 */
export async function listDisputes(
  deps: Deps,
  actor: AdminActor,
  cursor: string | undefined,
): Promise<Page<Dispute>> {
  const found = await findDisputes(deps.db, openFirstCursor.read(cursor), pageSize + 1);
  const { items: rows, nextCursor } = pageOf(found, pageSize, openFirstCursor.write);
  const payments = await getPayments(deps, actor, [...new Set(rows.map((row) => row.payment_id))]);
  const items = rows.flatMap((row) => {
    const payment = payments.get(row.payment_id);
    return payment ? [{ ...presentDispute(row), payment }] : [];
  });
  return { items, nextCursor };
}

/**
 * The evidence for the bank as text: receipt, accepted terms, product use. Each download is audited, because it
 * contains personal data.
 * @throws DomainError not_found
 */
export async function downloadEvidence(
  deps: Deps,
  actor: AdminActor,
  disputeId: string,
  metadata: RequestMetadata,
): Promise<{ filename: string; text: string }> {
  const evidence = await gatherEvidence(deps, actor, disputeId);
  await recordAudit(deps.db, {
    actorId: actor.userId,
    action: 'dispute.evidence_downloaded',
    subjectType: 'payment',
    subjectId: evidence.payment.id,
    metadata,
    details: { disputeId },
  });
  return {
    filename: `dispute-evidence-${disputeId}.txt`,
    text: composeEvidence(evidence),
  };
}

/** @throws DomainError not_found */
async function gatherEvidence(deps: Deps, actor: AdminActor, disputeId: string): Promise<Evidence> {
  const dispute = await requireDispute(deps, disputeId);
  const payment = await getPayment(deps, actor, dispute.payment_id);
  const facts = await findEvidence(deps.db, payment.userId, payment.purchaseId);
  return { dispute, payment, facts, preparedAt: deps.now() };
}

async function requireDispute(deps: Deps, disputeId: string): Promise<BillingDisputeRow> {
  const dispute = await findDispute(deps.db, disputeId);
  if (!dispute) throw notFound('Dispute');
  return dispute;
}

/** After this time, an attempt to send evidence counts as interrupted, and another attempt may begin. */
const attemptTimeoutMs = minuteMs;

/**
 * Submits the evidence to Stripe, which forwards it to the bank immediately; it cannot be changed afterwards. Of two
 * concurrent calls, at most one sends it. Whether the evidence arrived is read from Stripe afterwards.
 * @throws DomainError not_found; invalid_input with the field of a file; conflict (already sent or being sent, closed,
 * too late, rejected by Stripe); payments_unavailable (the outcome is looked up later)
 */
export async function sendEvidence(
  deps: Deps,
  actor: AdminActor,
  { disputeId, statement, messagesPath, deliveryPath }: SendEvidenceInput,
  metadata: RequestMetadata,
): Promise<AdminPayment> {
  const { payment_id: paymentId } = await requireDispute(deps, disputeId);
  await syncPayment(deps, paymentId);
  const evidence = await gatherEvidence(deps, actor, disputeId);
  assertAwaited(deps, evidence.dispute);
  const files: OwnFiles = {
    ...(messagesPath && {
      customer_communication: await readEvidenceFile(deps, actor, messagesPath, 'messagesPath'),
    }),
    ...(deliveryPath && {
      service_documentation: await readEvidenceFile(deps, actor, deliveryPath, 'deliveryPath'),
    }),
  };
  const names = Object.values(files).map(({ name }) => name);
  const now = deps.now();
  const startedBefore = new Date(now.getTime() - attemptTimeoutMs);
  const attempt = { by: actor.userId, files: names, statement, now, startedBefore };
  const isClaimed = await claimEvidence(deps.db, disputeId, attempt);
  if (!isClaimed) {
    throw new DomainError('conflict', 'The evidence is already being sent, or was sent. Reload the page.');
  }
  await sendToStripe(deps, evidence, { statement, files }, `${disputeId}:${now.getTime()}`);
  await recordAudit(deps.db, {
    actorId: actor.userId,
    action: 'dispute.evidence_sent',
    subjectType: 'payment',
    subjectId: paymentId,
    metadata,
    details: { disputeId, ...(names.length > 0 && { files: names.length }) },
  });
  await syncPayment(deps, paymentId);
  // Ends the attempt. Its sender, statement and file names stay if Stripe has the evidence.
  await releaseEvidence(deps.db, disputeId);
  return getPayment(deps, actor, paymentId);
}

function assertAwaited(deps: Deps, dispute: BillingDisputeRow): void {
  if (dispute.evidence_sent_at !== null) {
    throw new DomainError('conflict', 'The bank already has the evidence, and accepts it only once.');
  }
  if (!awaitsEvidence(dispute.status)) {
    throw new DomainError('conflict', 'The bank is not waiting for evidence.');
  }
  const dueAt = dispute.evidence_due_at;
  if (dueAt !== null && Date.parse(dueAt) <= deps.now().getTime()) {
    throw new DomainError('conflict', `The time to answer the bank ended on ${dayText(dueAt)}.`);
  }
}

/** The files that the admin adds, keyed by the field of Stripe's evidence. */
type OwnFiles = Partial<Record<'customer_communication' | 'service_documentation', EvidenceFile>>;

async function sendToStripe(
  deps: Deps,
  evidence: Evidence,
  own: { statement: string; files: OwnFiles },
  attempt: string,
): Promise<void> {
  const { id } = evidence.dispute;
  const data = await evidencePdf(composeEvidence(evidence));
  try {
    const upload = (file: EvidenceFile, key: string) =>
      deps.stripe.files.create(
        { purpose: 'dispute_evidence', file },
        { idempotencyKey: `${key}:${attempt}` },
      );
    const records = { data, name: `dispute-evidence-${id}.pdf`, type: 'application/pdf' };
    const file = await upload(records, 'evidence-file');
    const ownIds: Record<string, string> = {};
    for (const [field, sent] of Object.entries(own.files)) {
      ownIds[field] = (await upload(sent, `evidence-${field}`)).id;
    }
    await deps.stripe.disputes.update(
      id,
      { evidence: { ...evidenceFields(evidence, own.statement, file.id), ...ownIds }, submit: true },
      { idempotencyKey: `evidence:${attempt}` },
    );
  } catch (error) {
    if (!isStripeError(error)) throw error;
    deps.log.error({ err: error, disputeId: id }, 'dispute evidence could not be sent');
    if (isStripeError(error, 'StripeInvalidRequestError', 'StripePermissionError')) {
      await releaseEvidence(deps.db, id);
      throw new DomainError('conflict', `Stripe rejected the evidence: ${error.message}`, {
        cause: error,
      });
    }
    throw new DomainError(
      'payments_unavailable',
      'Stripe gave no clear answer. Within a few minutes, this page shows whether the evidence arrived. If it did not, send it again.',
      { cause: error, retryAfterSeconds: 60 },
    );
  }
}
