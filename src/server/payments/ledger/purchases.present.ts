import type { z } from 'zod';
import type {
  AdminPurchase,
  checkoutSessionView,
  completedPurchaseView,
} from '../../../shared/payments/payments.ts';
import { planNames } from '../../../shared/payments/plan-names.ts';
import { accountName } from '../../../shared/person-name.ts';
import { purchaseKey } from '../../../shared/shop/products.ts';
import type { SubscriptionCheckoutRow } from '../../platform/db/tables/plan-tables.ts';
import type { PurchaseRow } from '../../platform/db/tables/shop-tables.ts';
import type { AdminPurchaseRow, PurchaseKeyRow } from './purchases.queries.ts';

export type CompletedPurchase = z.infer<typeof completedPurchaseView>;
export type CheckoutSessionFacts = z.infer<typeof checkoutSessionView>;

export function presentCompleted(
  purchase: PurchaseRow,
  product: PurchaseKeyRow | undefined,
): CompletedPurchase {
  return {
    success: true,
    purchaseKey: product ? purchaseKey(product) : null,
    status: 'completed',
    ...(purchase.awaits_content && { awaitsContent: true as const }),
  };
}

export function presentUnfinished(
  status: Exclude<CompletedPurchase['status'], 'completed'>,
): CompletedPurchase {
  return { success: false, purchaseKey: null, status };
}

/** What a checkout session is for, with the amount of the purchase. */
export function presentCheckoutSession(purchase: PurchaseRow): CheckoutSessionFacts {
  return {
    metadata: { productName: purchase.product_name, productType: purchase.product_type },
    amount_total: purchase.amount_cents,
  };
}

/** What the checkout session of a plan is for, with the price of the first month after the discount. */
export function presentSubscriptionCheckout(checkout: SubscriptionCheckoutRow): CheckoutSessionFacts {
  return {
    metadata: { productName: `${planNames[checkout.plan]} membership`, productType: 'subscription' },
    amount_total: checkout.price_cents - checkout.discount_cents,
  };
}

/** The name and the type are as bought; `purchaseKey` and `actualProduct` describe the product as it is now. */
export function presentAdminPurchase(row: AdminPurchaseRow): AdminPurchase {
  const isDeleted = row.buyer_email === null || row.buyer_deleted_at !== null;
  return {
    id: row.id,
    userId: row.user_id,
    userName: accountName({
      first_name: row.buyer_first_name,
      last_name: row.buyer_last_name,
      email: row.buyer_email,
      deleted_at: row.buyer_deleted_at,
    }),
    userEmail: isDeleted ? null : row.buyer_email,
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
