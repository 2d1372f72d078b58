import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { queueStaffEmail } from '../../messages/email/admin-emails.operations.ts';
import { fraudWarningEmail } from '../../messages/email/templates/refunds.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { lockPayment } from '../ledger/ledger.queries.ts';
import { insertTask } from './admin-tasks.queries.ts';

/**
 * Handles an early fraud warning: the card's bank suspects fraud, and may dispute the payment later, so an admin can
 * refund the payment and avoid the dispute fee. Nothing is refunded automatically, because banks also warn of
 * legitimate payments. Acts once per warning, and only for payments that are neither refunded in full nor disputed.
 * Call it after the payment was read from Stripe.
 * @throws DomainError conflict if the payment is recorded as failed
 */
export async function handleFraudWarning(deps: Deps, paymentId: string, warningId: string): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const payment = await lockPayment(trx, paymentId);
    if (payment?.status === 'failed') {
      // The event about the payment's success has not arrived. After this error, Stripe sends the event about the
      // warning again.
      throw new DomainError('conflict', 'This payment has not been recorded as paid yet.');
    }
    if (payment?.status !== 'paid') return;
    const task = { kind: 'fraud_warning' as const, payment_id: paymentId, source: warningId };
    if (!(await insertTask(trx, { ...task, created_at: deps.now() }))) return;
    const facts = { description: payment.description, amountCents: payment.amount_cents };
    await queueStaffEmail(deps, trx, (to) => fraudWarningEmail(to, warningId, facts, deps.appUrl()));
  });
}
