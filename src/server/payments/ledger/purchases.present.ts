import type { z } from 'zod';
import type {
  AdminPurchase,
  checkoutSessionView,
  completedPurchaseView,
} from '../../../shared/payments/payments.ts';
import { planNames } from '../../../shared/payments/plan-names.ts';
import { purchaseKey } from '../../../shared/shop/products.ts';
import type { RecipientWithTimeZone } from '../../messages/email/email.operations.ts';
import { joinedName } from '../../platform/db/name-columns.ts';
import type { SubscriptionCheckoutRow } from '../../platform/db/tables/plan-tables.ts';
import type { PurchaseRow } from '../../platform/db/tables/shop-tables.ts';
import type { AdminPurchaseRow, BuyerRow, PurchaseKeyRow } from './purchases.queries.ts';
import type { BuyerColumns } from './recipients.queries.ts';

export type CompletedPurchase = z.infer<typeof completedPurchaseView>;
export type CheckoutSessionFacts = z.infer<typeof checkoutSessionView>;

export function presentCompleted(
  purchase: PurchaseRow,
  product: PurchaseKeyRow | undefined,
): CompletedPurchase {
  return {
    success: true,
    purchaseKey: product ? purchaseKey(product) : null,
    ...(product && { productId: product.id }),
    status: 'completed',
    ...(purchase.awaits_content && { awaitsContent: true as const }),
  };
}

export function presentUnfinished(
  status: Exclude<CompletedPurchase['status'], 'completed'>,
): CompletedPurchase {
  return { success: false, purchaseKey: null, status };
}

/** What a checkout session is for, with the amount of the purchase or of the plan's first month. */
export function presentCheckoutSession(attempt: PurchaseRow | SubscriptionCheckoutRow): CheckoutSessionFacts {
  if ('plan' in attempt) {
    return {
      metadata: { productName: `${planNames[attempt.plan]} membership`, productType: 'subscription' },
      amount_total: attempt.price_cents - attempt.discount_cents,
    };
  }
  return {
    metadata: { productName: attempt.product_name, productType: attempt.product_type },
    amount_total: attempt.amount_cents,
  };
}

/** A buyer or payer as admins see them; without the email address of a deleted account. */
export function presentBuyer(row: BuyerColumns & { user_id: string | null }) {
  return {
    userId: row.user_id,
    userName: joinedName(row, 'buyer'),
    userEmail: row.buyer_deleted_at === null ? row.buyer_email : null,
  };
}

export function recipientOf({ id, email, first_name, last_name, time_zone }: BuyerRow) {
  return { id, email, firstName: first_name, lastName: last_name, timeZone: time_zone };
}

/** The user of a row that is joined with `users`, as the recipient of an email. */
export function recipientOfRow(row: {
  user_id: string;
  email: string;
  first_name: string;
  time_zone: string | null;
}): RecipientWithTimeZone {
  return { id: row.user_id, email: row.email, firstName: row.first_name, timeZone: row.time_zone };
}

/**
 * The name and the type are those that the product had when it was bought. `purchaseKey` and `actualProduct` describe
 * the product as it is now.
 */
export function presentAdminPurchase(row: AdminPurchaseRow): AdminPurchase {
  return {
    id: row.id,
    ...presentBuyer(row),
    productType: row.product_type,
    productId: row.product_id,
    productName: row.product_name,
    purchaseKey:
      row.product_id === null || row.actual_type === null || row.actual_number === null
        ? null
        : purchaseKey({ type: row.actual_type, id: row.product_id, productNumber: row.actual_number }),
    amount: row.amount_cents,
    discountCents: row.discount_cents,
    promotionCode: row.promotion_code,
    status: row.status,
    heldReason: row.held_reason,
    paymentIntentId: row.payment_intent_id,
    checkoutSessionId: row.checkout_session_id,
    paymentId: row.payment_id,
    paymentStatus: row.payment_status,
    refundedCents: row.returned_cents ?? row.refunded_cents,
    accessEnded: row.access_ended_at !== null,
    isGrant: row.granted_by !== null,
    purchasedAt: row.purchased_at ?? row.created_at,
    actualProduct:
      row.actual_title === null || row.actual_price_cents === null || row.actual_is_free === null
        ? null
        : { isFree: row.actual_is_free, price: row.actual_price_cents, title: row.actual_title },
  };
}
