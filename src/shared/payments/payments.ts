import { z } from 'zod';
import { productTypes, purchaseStatuses, subscriptionPlans } from '../enums.ts';
import { productIdSchema } from '../shop/products.ts';
import { optionalText } from '../text-schemas.ts';
import { checkoutSessionIdFormat } from './payment-errors.ts';
import { promotionCodeSchema } from './promotion-codes.ts';
import { paymentStatuses } from './refunds.ts';

const checkoutSessionId = z
  .string({ error: 'No payment session found' })
  .regex(checkoutSessionIdFormat, 'This payment session id is not valid');

/**
 * POST /api/create-purchase-session. `productName` is ignored, and `amount` is only compared with the price. `amount`
 * is rounded to whole cents, because 19.99 × 100 is 1998.9999999999998 in JavaScript.
 */
export const createPurchaseSessionInput = z.object({
  productType: z.enum(productTypes, { error: 'Unknown product' }),
  productId: productIdSchema,
  productName: optionalText(500).optional(),
  amount: z
    .number({ error: 'The amount is missing' })
    .min(0, 'The amount is not valid')
    .max(1e9, 'The amount is not valid')
    .transform(Math.round),
  /** The server computes the discount; `amount` is the price before it. */
  promotionCode: promotionCodeSchema.optional(),
});
export type CreatePurchaseSessionInput = z.infer<typeof createPurchaseSessionInput>;

export const purchaseSessionView = z.object({ url: z.string() });

export const checkoutSessionInput = z.object({ sessionId: checkoutSessionId });

/** POST /api/complete-purchase. `processing`: the payment settles later, or Stripe has not reported it yet. */
export const completedPurchaseView = z.object({
  success: z.boolean(),
  /** Such as `pdf-3`, with the number of the PDF, or `session-12`, with the id of the session. */
  purchaseKey: z.string().nullable(),
  /** The product that the user owns now. A later PDF can have the same key, but not the same id. */
  productId: z.int().optional(),
  status: z.enum([
    'completed',
    'processing',
    'open',
    'expired',
    'failed',
    'held',
    'refunded',
    'not_a_purchase',
  ]),
  /** Bought before the product had content. The buyer gets an email as soon as there is content. */
  awaitsContent: z.literal(true).optional(),
});

/** GET /api/stripe/session/{id}. */
export const checkoutSessionView = z.object({
  metadata: z.object({ productName: z.string(), productType: z.string() }),
  amount_total: z.int(),
});

/** POST /api/verify-subscription. `processing`: a bank debit has not arrived, so there is no access yet. */
export const verifiedSubscriptionView = z.object({
  success: z.boolean(),
  plan: z.enum(subscriptionPlans).nullable(),
  status: z.enum(['active', 'processing', 'unpaid']),
  /** The membership was paid for and started, but gives no access now. */
  wasActive: z.literal(true).optional(),
});

/** A payment that the user started. Whether it was paid, canceled or rejected is not known yet. */
export const unconfirmedPaymentView = z.object({
  id: z.uuid(),
  description: z.string(),
  /** US cents. */
  amountCents: z.int(),
});
export type UnconfirmedPayment = z.infer<typeof unconfirmedPaymentView>;

/** A row of the admin's Purchase History. */
export const adminPurchaseView = z.object({
  id: z.uuid(),
  userId: z.uuid().nullable(),
  userName: z.string(),
  userEmail: z.string().nullable(),
  productType: z.enum(productTypes),
  productId: z.int().nullable(),
  productName: z.string(),
  purchaseKey: z.string().nullable(),
  /** The amount paid, or due while the purchase is unpaid, in US cents. */
  amount: z.int(),
  /** US cents discounted by a code. */
  discountCents: z.int(),
  promotionCode: z.string().nullable(),
  status: z.enum(purchaseStatuses),
  heldReason: z.string().nullable(),
  paymentIntentId: z.string().nullable(),
  checkoutSessionId: z.string().nullable(),
  /** The payment in the ledger; null if nothing was paid. */
  paymentId: z.uuid().nullable(),
  paymentStatus: z.enum(paymentStatuses).nullable(),
  /** US cents refunded, or lost in a dispute. */
  refundedCents: z.int(),
  /**
   * Access was ended while the status stayed `completed`. False with status `refunded`, which by itself means no
   * access.
   */
  accessEnded: z.boolean(),
  /** Granted by an admin instead of paid. */
  isGrant: z.boolean(),
  purchasedAt: z.string(),
  /** The product as it is today, with its price in US cents; null if it no longer exists. */
  actualProduct: z.object({ isFree: z.boolean(), price: z.int(), title: z.string() }).nullable(),
});
export type AdminPurchase = z.infer<typeof adminPurchaseView>;
