import { setTimeout as sleep } from 'node:timers/promises';
import { isFreeProduct } from '../../../shared/access-rules.ts';
import { legalVersions } from '../../../shared/legal-versions.ts';
import { formatCents } from '../../../shared/money.ts';
import type { CreatePurchaseSessionInput } from '../../../shared/payments.ts';
import type { Actor } from '../../actor.ts';
import { recordEvent } from '../../analytics/analytics.operations.ts';
import { inTransaction } from '../../db/database.ts';
import type { ProductRow, PurchaseRow } from '../../db/tables/shop-tables.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, notSignedIn } from '../../errors.ts';
import { assertMayBuy } from '../../kyc/gates.operations.ts';
import { findProductToSell } from '../../shop/shop.operations.ts';
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
import {
  checkoutUnavailable,
  createTimeBudget,
  retrieveCheckoutSession,
  type TimeBudget,
} from '../stripe/stripe-calls.ts';
import { cannotBeOpened, expireCheckoutSession, openCheckoutSession } from './checkout-session.operations.ts';
import { settlePurchase } from './fulfilment.operations.ts';

/** A click is answered within 15 s whatever Stripe does (PAY-10). */
const budgetMs = 13_500;
const mostTries = 5;
/** How long a click waits for another click that is opening the same session, before it asks Stripe itself. */
const waitForOtherMs = 2_500;
/** A purchase without a session that is older was left by a crash: nobody is at work on it. */
const inProgressMs = 15_000;
/** A session with less time left is replaced: nobody pays that fast. */
const shortestUsefulMs = 2 * 60_000;

/**
 * Opens the payment page for a product, or the one that is open already: one session for one person and product,
 * however many clicks, tabs and servers (D-46, PAY-7, PAY-9, PAY-10).
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
  const order = { product, promotion };
  const budget = createTimeBudget(budgetMs);
  const own = new Set<string>();
  try {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const { attempt, email, isNew, otherPages } = await openAttempt(deps, actor, order);
      if (isNew) own.add(attempt.id);
      await closeOtherPages(deps, otherPages, budget);
      const url = await continueAttempt(deps, attempt, {
        ...order,
        email,
        budget,
        isOwn: own.has(attempt.id),
      });
      if (url !== undefined) return { url };
    }
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'payments_unavailable') throw error;
    deps.log.error({ err: error.cause ?? error, productId: product.id }, 'checkout could not be opened');
    throw checkoutUnavailable(error.cause);
  }
  throw checkoutUnavailable();
}

/** The product, when this person may buy it at the price that they saw. */
async function getProductForSale(
  deps: Deps,
  actor: Actor,
  input: CreatePurchaseSessionInput,
): Promise<ProductRow> {
  const refusal = (code: 'not_found' | 'invalid_input', reason: string) =>
    new DomainError(code, `Failed to create purchase session: ${reason}`);
  const product = await findProductToSell(deps, input.productId);
  if (!product || product.type !== input.productType) throw refusal('not_found', 'there is no such product');
  if (await ownsProductRow(deps.db, actor.userId, product.id)) throw alreadyOwned();
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
type OpenAttempt = { attempt: PurchaseRow; email: string; isNew: boolean; otherPages: OpenPages };

/** The person's pending purchase of the product; a new one, committed before Stripe is asked, if there is none. */
async function openAttempt(deps: Deps, actor: Actor, { product, promotion }: Order): Promise<OpenAttempt> {
  return inTransaction(deps.db, async (trx) => {
    // Under the buyer's lock a payment that completes at this moment is seen, and clicks come one by one.
    const buyer = await lockBuyer(trx, actor.userId);
    if (!buyer || buyer.deleted_at !== null) throw notSignedIn();
    if (await ownsProductRow(trx, buyer.id, product.id)) throw alreadyOwned();
    const pending = await findPendingPurchase(trx, buyer.id, product.id);
    if (pending) {
      const otherPages = await otherPagesWith(trx, promotion, pending);
      return { attempt: pending, email: buyer.email, isNew: false, otherPages };
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
    return { attempt, email: buyer.email, isNew: true, otherPages };
  });
}

type Step = Order & { email: string; budget: TimeBudget; isOwn: boolean };

/** @returns the address to pay at; undefined when the attempt came to nothing and the caller should look again. */
async function continueAttempt(deps: Deps, attempt: PurchaseRow, step: Step): Promise<string | undefined> {
  let current = attempt;
  if (current.checkout_session_id === null && !step.isOwn && isInProgress(deps, current)) {
    current = await waitForSession(deps, current);
    if (current.status !== 'pending') return undefined;
    if (current.checkout_url !== null && isUnchanged(current, step)) return current.checkout_url;
  }
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
  const session = await retrieveCheckoutSession(deps, sessionId, step.budget.timeout());
  if (!session) {
    deps.log.warn({ purchaseId: attempt.id, sessionId }, 'the payment provider does not know this session');
    await failPendingPurchase(deps.db, attempt.id, deps.now());
    return undefined;
  }
  const { status } = await settlePurchase(deps, attempt, session);
  switch (status) {
    case 'open': {
      const timeLeft = session.expires_at * 1000 - deps.now().getTime();
      if (session.url !== null && isUnchanged(attempt, step) && timeLeft > shortestUsefulMs) {
        return session.url;
      }
      await expireCheckoutSession(deps, attempt, sessionId, step.budget);
      return undefined;
    }
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
    attempt.discount_cents === (promotion?.discountCents ?? 0) &&
    attempt.promotion_code_id === (promotion?.id ?? null) &&
    attempt.product_name === product.title &&
    attempt.product_type === product.type
  );
}

function isInProgress(deps: Deps, attempt: PurchaseRow): boolean {
  return deps.now().getTime() - Date.parse(attempt.created_at) < inProgressMs;
}

/** Looks at the purchase until another click has noted its session on it, or given it up, or the time is over. */
async function waitForSession(deps: Deps, attempt: PurchaseRow): Promise<PurchaseRow> {
  const endsAt = performance.now() + waitForOtherMs;
  let current = attempt;
  while (current.status === 'pending' && current.checkout_session_id === null && performance.now() < endsAt) {
    await sleep(100);
    current = (await findPurchase(deps.db, attempt.id)) ?? { ...current, status: 'failed' };
  }
  return current;
}

function alreadyOwned(): DomainError {
  return new DomainError('already_owned', 'You already own this product.');
}
