import { isFreeProduct } from '../../../shared/access/access-rules.ts';
import { formatCents } from '../../../shared/money.ts';
import type { CreatePurchaseSessionInput } from '../../../shared/payments/payments.ts';
import { legalVersions } from '../../../shared/profile/legal-versions.ts';
import type { Actor } from '../../actor.ts';
import { recordEvent } from '../../audit/analytics.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, notSignedIn } from '../../errors.ts';
import { assertMayBuy } from '../../kyc/gates.operations.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { ProductRow, PurchaseRow } from '../../platform/db/tables/shop-tables.ts';
import { findProductToSell, holdProductToSell } from '../../shop/shop.operations.ts';
import {
  failPendingPurchase,
  findPendingPurchase,
  findPurchase,
  insertPurchase,
  lockBuyer,
  ownsProductRow,
} from '../payments.queries.ts';
import { closeOtherPages, otherPagesWith } from '../promotions/promotion-pages.operations.ts';
import type { OpenPages } from '../promotions/promotion-pages.queries.ts';
import { type AppliedPromotion, applyPromotion } from '../promotions/promotions.operations.ts';
import { assertRecovered } from '../recovery-gate.operations.ts';
import { checkoutUnavailable, retrieveCheckoutSession } from '../stripe/stripe-calls.ts';
import { expireCheckoutSession, openCheckoutSession } from './checkout-session.operations.ts';
import { settlePurchase } from './fulfilment.operations.ts';
import {
  cannotBeOpened,
  hasTimeToPay,
  openPaymentPage,
  waitForOtherClick,
} from './payment-page.operations.ts';

/**
 * Opens the payment page for a product, or the one that is open already: one session for one person and product,
 * however many clicks, tabs and servers.
 * @returns the address at Stripe
 * @throws DomainError not_found, invalid_input (also by `promotionCode`), already_owned, price_changed, identity_required, email_unverified,
 *   conflict (being processed), payments_unavailable
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
  const own = new Set<string>();
  const step = async () => {
    const opened = await openAttempt(deps, actor, input, promotion);
    const { attempt, email, isNew, otherPages } = opened;
    if (isNew) own.add(attempt.id);
    await closeOtherPages(deps, otherPages);
    const order = { product: opened.product, promotion };
    return continueAttempt(deps, attempt, { ...order, email, isOwn: own.has(attempt.id) });
  };
  return openPaymentPage(deps, step, {
    about: { productId: product.id },
    unavailable: checkoutUnavailable,
  });
}

/** The product, when this person may buy it at the price that they saw. */
async function getProductForSale(
  deps: Deps,
  actor: Actor,
  input: CreatePurchaseSessionInput,
): Promise<ProductRow> {
  const product = await findProductToSell(deps, input.productId);
  if (product?.type === input.productType && (await ownsProductRow(deps.db, actor.userId, product.id))) {
    throw alreadyOwned();
  }
  return assertForSale(product, input);
}

/** @throws DomainError not_found, invalid_input, price_changed */
function assertForSale(product: ProductRow | undefined, input: CreatePurchaseSessionInput): ProductRow {
  const refusal = (code: 'not_found' | 'invalid_input', reason: string) =>
    new DomainError(code, `Failed to create purchase session: ${reason}`);
  if (!product || product.type !== input.productType) throw refusal('not_found', 'there is no such product');
  if (!product.is_active) throw refusal('invalid_input', 'this product is not for sale');
  if (isFreeProduct({ price: product.price_cents, isFree: product.is_free })) {
    throw refusal('invalid_input', 'this product is free');
  }
  if (input.amount !== product.price_cents) {
    throw new DomainError(
      'price_changed',
      `The price has changed to ${formatCents(product.price_cents)}. Please look at it again before you pay.`,
    );
  }
  return product;
}

type Order = { product: ProductRow; promotion: AppliedPromotion | undefined };
type OpenAttempt = {
  attempt: PurchaseRow;
  product: ProductRow;
  email: string;
  isNew: boolean;
  otherPages: OpenPages;
};

/** The person's pending purchase of the product; a new one, committed before Stripe is asked, if there is none. */
async function openAttempt(
  deps: Deps,
  actor: Actor,
  input: CreatePurchaseSessionInput,
  promotion: AppliedPromotion | undefined,
): Promise<OpenAttempt> {
  return inTransaction(deps.db, async (trx) => {
    // Under the buyer's lock a payment that completes at this moment is seen, and clicks come one by one.
    const buyer = await lockBuyer(trx, actor.userId);
    if (!buyer || buyer.deleted_at !== null) throw notSignedIn();
    if (await ownsProductRow(trx, buyer.id, input.productId)) throw alreadyOwned();
    // A price that changes at this moment is seen here, or its job sees this attempt.
    const product = assertForSale(await holdProductToSell(trx, input.productId), input);
    const pending = await findPendingPurchase(trx, buyer.id, product.id);
    if (pending) {
      const otherPages = await otherPagesWith(trx, promotion, pending);
      return { attempt: pending, product, email: buyer.email, isNew: false, otherPages };
    }
    const now = deps.now();
    const discountCents = promotion?.discountCents ?? 0;
    const attempt = await insertPurchase(trx, {
      user_id: buyer.id,
      product_id: product.id,
      product_type: product.type,
      product_name: product.title,
      amount_cents: product.price_cents - discountCents,
      discount_cents: discountCents,
      promotion_code_id: promotion?.id ?? null,
      policy_version: legalVersions.terms,
      created_at: now,
      updated_at: now,
    });
    await recordEvent(trx, 'checkout_started', {
      userId: buyer.id,
      properties: { productId: product.id },
      at: now,
    });
    const otherPages = await otherPagesWith(trx, promotion, attempt);
    return { attempt, product, email: buyer.email, isNew: true, otherPages };
  });
}

type Step = Order & { email: string; isOwn: boolean };

/** @returns the address to pay at; undefined when the attempt came to nothing and the caller should look again. */
async function continueAttempt(deps: Deps, attempt: PurchaseRow, step: Step): Promise<string | undefined> {
  const current = step.isOwn
    ? attempt
    : await waitForOtherClick(deps, attempt, () => findPending(deps, attempt));
  if (!current) return undefined;
  const isNoted = attempt.checkout_session_id === null && current.checkout_url !== null;
  if (isNoted && isUnchanged(current, step)) return current.checkout_url ?? undefined;
  if (current.checkout_session_id !== null) {
    return resumeSession(deps, current, current.checkout_session_id, step);
  }
  if (!isUnchanged(current, step) || cannotBeOpened(deps, current)) {
    await failPendingPurchase(deps.db, current.id, deps.now());
    return undefined;
  }
  return openCheckoutSession(deps, current, step);
}

/** An open session is used again; what else became of it is noted on the way. */
async function resumeSession(
  deps: Deps,
  attempt: PurchaseRow,
  sessionId: string,
  step: Step,
): Promise<string | undefined> {
  const session = await retrieveCheckoutSession(deps, sessionId);
  if (!session) {
    deps.log.warn({ purchaseId: attempt.id, sessionId }, 'the payment provider does not know this session');
    await failPendingPurchase(deps.db, attempt.id, deps.now());
    return undefined;
  }
  const { status } = await settlePurchase(deps, attempt, session);
  switch (status) {
    case 'open':
      if (session.url !== null && isUnchanged(attempt, step) && hasTimeToPay(deps, session)) {
        return session.url;
      }
      await expireCheckoutSession(deps, attempt, sessionId);
      return undefined;
    case 'completed':
      throw alreadyOwned();
    case 'processing':
      throw new DomainError('conflict', 'Your payment for this product is still being processed.');
    case 'held':
      throw new DomainError(
        'conflict',
        'Your payment for this product needs a look by our team. Please contact us.',
      );
    default:
      return undefined;
  }
}

function isUnchanged(attempt: PurchaseRow, { product, promotion }: Order): boolean {
  return (
    attempt.amount_cents + attempt.discount_cents === product.price_cents &&
    attempt.promotion_code_id === (promotion?.id ?? null) &&
    attempt.product_name === product.title &&
    attempt.product_type === product.type
  );
}

async function findPending(deps: Deps, { id }: PurchaseRow): Promise<PurchaseRow | undefined> {
  const purchase = await findPurchase(deps.db, id);
  return purchase?.status === 'pending' ? purchase : undefined;
}

function alreadyOwned(): DomainError {
  return new DomainError('already_owned', 'You already own this product.');
}
