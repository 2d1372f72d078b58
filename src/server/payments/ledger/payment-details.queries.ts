import type { Db } from '../../platform/db/database.ts';

export type PaymentDetailsRow = NonNullable<Awaited<ReturnType<typeof findPaymentDetails>>>;

/** A payment with its purchase and product, or with its subscription. */
export async function findPaymentDetails(db: Db, id: string) {
  return db
    .selectFrom('billing_payments')
    .leftJoin('purchases', 'purchases.id', 'billing_payments.purchase_id')
    .leftJoin('products', 'products.id', 'purchases.product_id')
    .leftJoin('subscriptions', 'subscriptions.id', 'billing_payments.subscription_id')
    .selectAll('billing_payments')
    .select([
      'purchases.created_at as opened_at',
      'purchases.status as purchase_status',
      'purchases.grants_access',
      'purchases.suspended_at as purchase_suspended_at',
      'purchases.held_reason',
      'purchases.delivery_note',
      'products.id as product_id',
      'products.type as product_type',
      'products.product_number',
      'products.title as product_title',
      'products.is_ready',
      'subscriptions.suspended_at as subscription_suspended_at',
      'subscriptions.status as subscription_status',
    ])
    .where('billing_payments.id', '=', id)
    .executeTakeFirst();
}

const auditedActions = [
  'purchase.delivered',
  'dispute.evidence_downloaded',
  'dispute.evidence_sent',
  'payment.lost',
  'payment.paid',
  'payment.refunded',
] as const;

/** The entries of the audit log about a payment and its purchase, oldest first, at most 200, each with its actor. */
export async function findPaymentAudit(db: Db, subjectIds: readonly string[]) {
  return db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['audit_log.at', 'audit_log.action', 'audit_log.details', 'audit_log.actor_id'])
    .select(['users.first_name', 'users.last_name', 'users.email', 'users.deleted_at'])
    .where('audit_log.subject_id', 'in', subjectIds)
    .where('audit_log.action', 'in', auditedActions)
    .orderBy('audit_log.id')
    .limit(200)
    .execute();
}

/** The refund requests for a payment, with the decisions. */
export async function findRequestsOf(db: Db, paymentId: string) {
  return db
    .selectFrom('refund_requests')
    .leftJoin('users', 'users.id', 'refund_requests.answered_by')
    .select([
      'refund_requests.status',
      'refund_requests.reason',
      'refund_requests.answer',
      'refund_requests.created_at',
      'refund_requests.answered_at',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.deleted_at',
    ])
    .where('payment_id', '=', paymentId)
    .orderBy('refund_requests.created_at')
    .execute();
}
