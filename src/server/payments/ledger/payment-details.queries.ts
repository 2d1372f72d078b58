import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export type PaymentDetailsRow = NonNullable<Awaited<ReturnType<typeof findPaymentDetails>>>;

/** A payment with what it paid for. */
export async function findPaymentDetails(db: Db, id: string) {
  return db
    .selectFrom('billing_payments')
    .leftJoin('purchases', 'purchases.id', 'billing_payments.purchase_id')
    .leftJoin('products', 'products.id', 'purchases.product_id')
    .leftJoin('promotion_codes', 'promotion_codes.id', 'purchases.promotion_code_id')
    .leftJoin('subscriptions', 'subscriptions.id', 'billing_payments.subscription_id')
    .selectAll('billing_payments')
    .select([
      'purchases.created_at as opened_at',
      'purchases.status as purchase_status',
      'purchases.grants_access as grants_access',
      'purchases.suspended_at as purchase_suspended_at',
      'purchases.held_reason as held_reason',
      'purchases.delivery_note as delivery_note',
      'purchases.discount_cents as discount_cents',
      'promotion_codes.code as promotion_code',
      'products.id as product_id',
      'products.type as product_type',
      'products.product_number as product_number',
      'products.title as product_title',
      'products.is_ready as is_ready',
      'subscriptions.suspended_at as subscription_suspended_at',
      'subscriptions.status as subscription_status',
    ])
    .where('billing_payments.id', '=', id)
    .executeTakeFirst();
}

/** The promotion code of a membership's first payment; undefined for its other payments. */
export async function findPlanPromotion(
  db: Db,
  payment: Pick<PaymentDetailsRow, 'id' | 'subscription_id'>,
): Promise<{ code: string; discountCents: number } | undefined> {
  if (payment.subscription_id === null) return undefined;
  return db
    .selectFrom('subscription_checkouts')
    .innerJoin('promotion_codes', 'promotion_codes.id', 'subscription_checkouts.promotion_code_id')
    .select(['promotion_codes.code', 'subscription_checkouts.discount_cents as discountCents'])
    .where('subscription_checkouts.subscription_id', '=', payment.subscription_id)
    .where(
      sql<boolean>`${payment.id} = (select id from billing_payments where subscription_id = ${payment.subscription_id}
        order by created_at, id limit 1)`,
    )
    .executeTakeFirst();
}

const auditedActions = [
  'purchase.delivered',
  'dispute.evidence_downloaded',
  'dispute.evidence_sent',
  'payment.lost',
  'payment.paid',
] as const;

/** The entries of the audit log about a payment and its purchase, oldest first, at most 200, each with its actor. */
export async function findPaymentAudit(db: Db, subjectIds: readonly string[]) {
  return db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['audit_log.at', 'audit_log.action', 'audit_log.details', 'audit_log.actor_id'])
    .select(['users.first_name', 'users.last_name', 'users.email', 'users.deleted_at'])
    .where('audit_log.subject_id', 'in', [...subjectIds])
    .where('audit_log.action', 'in', [...auditedActions])
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
