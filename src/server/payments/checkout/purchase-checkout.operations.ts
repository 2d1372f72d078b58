import { formatCents } from '../../../shared/money.ts';
import type { CreatePurchaseSessionInput } from '../../../shared/payments/payments.ts';
import type { Actor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { assertMayBuy } from '../../kyc/gates.operations.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { ProductRow, PurchaseRow } from '../../platform/db/tables/shop-tables.ts';
import { readLegalVersionsInEffect } from '../../settings/legal/legal-texts.operations.ts';
import { findProductToSell, reasonNotSold, shareLockProductToSell } from '../../shop/shop.operations.ts';
import {
  type BuyerRow,
  findPendingPurchase,
  hasPurchaseOnHold,
  insertPurchase,
  userOwnsProduct,
} from '../ledger/purchases.queries.ts';
import { type AppliedPromotion, applyPromotion } from '../promotions/promotions.operations.ts';
import { assertRecovered } from '../stripe/recovery-gate.operations.ts';
import { checkoutUnavailable } from '../stripe/stripe-errors.ts';
import { purchaseKind, purchaseOnHold } from './checkout-kinds.operations.ts';
import { type OpenAttempt, openPaymentPage } from './payment-page.operations.ts';

/**
 * Opens the payment page for a product, or returns the one already open: one checkout session per user and product,
 * across concurrent clicks, tabs and servers.
 * @returns the URL of the page at Stripe
 * @throws DomainError not_found, invalid_input (also for `promotionCode`), already_owned, price_changed,
 * identity_required, email_unverified, conflict (being processed, on hold, or a different total at Stripe),
 * too_many_attempts, payments_unavailable
 */
export async function startCheckout(
  deps: Deps,
  actor: Actor,
  input: CreatePurchaseSessionInput,
): Promise<{ url: string }> {
  await deps.attemptLimits.count('paymentCallPerAccount', actor.userId);
  await assertRecovered(deps);
  const product = await getProductForSale(deps, actor, input);
  await assertMayBuy(deps, actor);
  const promotion =
    input.promotionCode === undefined
      ? undefined
      : await applyPromotion(deps, actor, input.promotionCode, {
          kind: 'product',
          productId: product.id,
          priceCents: product.price_cents,
        });
  return openPaymentPage(deps, actor, purchaseKind, {
    prepare: async () => ({
      promotion,
      productId: product.id,
      findOrInsertAttempt: (trx, buyer, now) => findOrInsertPurchase(trx, buyer, { input, promotion, now }),
    }),
    about: { productId: product.id },
    unavailable: checkoutUnavailable,
  });
}

/**
 * The product, if it is for sale at the price that was shown and the user does not own it.
 * @throws DomainError already_owned, and the errors of `assertForSale`
 */
async function getProductForSale(
  deps: Deps,
  actor: Actor,
  input: CreatePurchaseSessionInput,
): Promise<ProductRow> {
  const product = await findProductToSell(deps, input.productId);
  if (product?.type === input.productType && (await userOwnsProduct(deps.db, actor.userId, product.id))) {
    throw alreadyOwned();
  }
  return assertForSale(product, input);
}

/** @throws DomainError not_found, invalid_input, price_changed */
function assertForSale(product: ProductRow | undefined, input: CreatePurchaseSessionInput): ProductRow {
  const rejection = (code: 'not_found' | 'invalid_input', reason: string) =>
    new DomainError(code, `Failed to create purchase session: ${reason}`);
  if (!product || product.type !== input.productType)
    throw rejection('not_found', 'there is no such product');
  const reason = reasonNotSold(product);
  if (reason !== undefined) throw rejection('invalid_input', reason);
  if (input.amount !== product.price_cents) {
    throw new DomainError(
      'price_changed',
      `The price has changed to ${formatCents(product.price_cents)}. Please look at it again before you pay.`,
      { fields: { currentCents: String(product.price_cents) } },
    );
  }
  return product;
}

/**
 * The buyer's pending purchase of the product, or a new one.
 * @throws DomainError already_owned, conflict (paid before and on hold), and the errors of `assertForSale`
 */
async function findOrInsertPurchase(
  trx: Trx,
  buyer: BuyerRow,
  order: { input: CreatePurchaseSessionInput; promotion: AppliedPromotion | undefined; now: Date },
): Promise<OpenAttempt<PurchaseRow>> {
  const { input, promotion, now } = order;
  if (await userOwnsProduct(trx, buyer.id, input.productId)) throw alreadyOwned();
  if (await hasPurchaseOnHold(trx, buyer.id, input.productId)) {
    throw new DomainError('conflict', purchaseOnHold);
  }
  // A concurrent price change either commits before this lock is taken, or waits for this transaction. If it waits, the
  // job that it then queues closes the payment page of this attempt.
  const product = assertForSale(await shareLockProductToSell(trx, input.productId), input);
  const pending = await findPendingPurchase(trx, buyer.id, product.id);
  if (pending) {
    const isUnchanged =
      pending.amount_cents + pending.discount_cents === product.price_cents &&
      pending.promotion_code_id === (promotion?.id ?? null) &&
      pending.product_name === product.title &&
      pending.question_credits === product.question_credits &&
      pending.product_type === product.type;
    return { attempt: pending, isNew: false, isUnchanged };
  }
  const discountCents = promotion?.discountCents ?? 0;
  const { terms } = await readLegalVersionsInEffect(trx, now);
  const attempt = await insertPurchase(trx, {
    user_id: buyer.id,
    product_id: product.id,
    product_type: product.type,
    product_name: product.title,
    question_credits: product.question_credits,
    amount_cents: product.price_cents - discountCents,
    discount_cents: discountCents,
    promotion_code_id: promotion?.id ?? null,
    policy_version: terms.current,
    created_at: now,
    updated_at: now,
  });
  return { attempt, isNew: true, isUnchanged: true };
}

function alreadyOwned(): DomainError {
  return new DomainError('already_owned', 'You already own this product.');
}
