import { limits } from '../../../shared/limits.ts';
import type { Dispute } from '../../../shared/payments/refunds.ts';
import type { AdminActor, Origin } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { getPayment, getPayments } from '../ledger/ledger.operations.ts';
import { presentDispute } from '../ledger/ledger.present.ts';
import { composeEvidence } from './dispute-evidence.ts';
import { findDispute, findDisputes, findEvidence } from './disputes.queries.ts';

/** Disputes, open ones first, with their payments. */
export async function listDisputes(deps: Deps, actor: AdminActor): Promise<Dispute[]> {
  const rows = await findDisputes(deps.db, limits.listCap);
  const payments = await getPayments(deps, actor, [...new Set(rows.map((row) => row.payment_id))]);
  return rows.flatMap((row) => {
    const payment = payments.get(row.payment_id);
    if (!payment) return [];
    return { ...presentDispute(row), payment };
  });
}

/**
 * The evidence for a bank as one text: receipt, accepted terms, use of the product. Each download is audited, because
 * it contains personal data.
 * @throws DomainError not_found
 */
export async function downloadEvidence(
  deps: Deps,
  actor: AdminActor,
  disputeId: string,
  origin: Origin,
): Promise<{ filename: string; text: string }> {
  const dispute = await findDispute(deps.db, disputeId);
  if (!dispute) throw notFound('Dispute');
  const payment = await getPayment(deps, actor, dispute.payment_id);
  const facts = await findEvidence(deps.db, payment.userId, payment.purchaseId);
  await recordAudit(deps.db, {
    actorId: actor.userId,
    action: 'dispute.evidence_downloaded',
    subjectType: 'payment',
    subjectId: payment.id,
    origin,
    details: { disputeId },
  });
  return {
    filename: `dispute-evidence-${disputeId}.txt`,
    text: composeEvidence({ dispute, payment, facts, preparedAt: deps.now() }),
  };
}
