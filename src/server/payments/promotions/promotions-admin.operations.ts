import { limits } from '../../../shared/limits.ts';
import { formatCents } from '../../../shared/money.ts';
import {
  type AdminPromotionCode,
  type AdminPromotionCodes,
  type CreatePromotionCodeInput,
  lowestPromotionPrice,
  type PromotionCodesInput,
  type PromotionRedemptions,
  type PromotionRedemptionsInput,
} from '../../../shared/payments/promotion-codes.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, invalidField, notFound } from '../../errors.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { pageOf, readCursor, timeCursor } from '../../platform/db/paging.ts';
import type { PromotionCodeRow } from '../../platform/db/tables/promotion-tables.ts';
import { findProductToSell } from '../../shop/shop.operations.ts';
import { findPlan } from '../plans/plans.queries.ts';
import { askStripe, askStripeIfKnown, retryWhileInProgress } from '../stripe/stripe-calls.ts';
import { isStripeError, paymentsUnavailable } from '../stripe/stripe-errors.ts';
import { presentPromotion, presentRedemption } from './promotions.present.ts';
import {
  findListedPromotion,
  findListedPromotions,
  findPromotion,
  findRedemptions,
  insertPromotion,
  markPromotionEnded,
  storeStripePromotionCode,
  sumPromotions,
} from './promotions.queries.ts';

const codesPerPage = 50;
const redemptionsPerPage = 50;

/**
 * Codes, including ended ones, newest first, 50 per page; the first page has the totals of all codes.
 * @throws DomainError invalid_input for an unknown cursor
 */
export async function listPromotionCodes(
  deps: Deps,
  _actor: AdminActor,
  { cursor }: PromotionCodesInput,
): Promise<AdminPromotionCodes> {
  const after = timeCursor.read(cursor);
  const [rows, totals] = await Promise.all([
    findListedPromotions(deps.db, { after, limit: codesPerPage + 1 }),
    after === undefined ? sumPromotions(deps.db) : null,
  ]);
  const page = pageOf(rows, codesPerPage, timeCursor.write);
  return { ...page, items: page.items.map(presentPromotion), totals };
}

/** Redemptions of a code, newest first. @throws DomainError not_found, invalid_input for an unknown cursor */
export async function listRedemptions(
  deps: Deps,
  _actor: AdminActor,
  { id, cursor }: PromotionRedemptionsInput,
): Promise<PromotionRedemptions> {
  if (!(await findPromotion(deps.db, id))) throw codeNotFound();
  const beforeId = readCursor.integer(cursor);
  const rows = await findRedemptions(deps.db, id, { beforeId, limit: redemptionsPerPage + 1 });
  const page = pageOf(rows, redemptionsPerPage, (last) => String(last.id));
  return { ...page, items: page.items.map(presentRedemption) };
}

/**
 * Creates a code, first here and then at Stripe. Buyers can use it as soon as Stripe has it, too. A repeated call with
 * the same id completes a failed attempt.
 * @throws DomainError invalid_input, conflict (the code or the id is taken), payments_unavailable
 */
export async function createPromotionCode(
  deps: Deps,
  actor: AdminActor,
  input: CreatePromotionCodeInput,
  metadata: RequestMetadata,
): Promise<AdminPromotionCode> {
  const promotion = await ensureRow(deps, actor, input, metadata);
  if (promotion.stripe_promotion_code_id === null && promotion.ended_at === null) {
    await storeStripePromotionCode(deps.db, promotion.id, await ensureAtStripe(deps, promotion));
  }
  const created = await getListed(deps, promotion.id);
  // If the code was ended here, for example by another admin during the call to Stripe, it must end at Stripe, too.
  if (created.endedAt !== null) await endAtStripe(deps, promotion.id);
  return created;
}

/**
 * Ends a code permanently: no new payment page accepts it, and Stripe rejects it on payment pages that are already
 * open. If the code has ended already, only repeats the call to Stripe.
 * @throws DomainError not_found, payments_unavailable
 */
export async function endPromotionCode(
  deps: Deps,
  actor: AdminActor,
  id: string,
  metadata: RequestMetadata,
): Promise<AdminPromotionCode> {
  await inTransaction(deps.db, async (trx) => {
    const promotion = await findPromotion(trx, id);
    if (!promotion) throw codeNotFound();
    if (!(await markPromotionEnded(trx, id, deps.now()))) return;
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'promotion_code.ended',
      subjectType: 'promotion_code',
      subjectId: id,
      metadata,
      details: { code: promotion.code },
    });
  });
  await endAtStripe(deps, id);
  return getListed(deps, id);
}

function rowOf({ scope, ...input }: CreatePromotionCodeInput) {
  return {
    id: input.id,
    code: input.code,
    percent_off: input.percentOff ?? null,
    amount_off_cents: input.amountOffCents ?? null,
    scope: scope.kind,
    product_id: scope.kind === 'product' ? scope.productId : null,
    plan: scope.kind === 'plan' ? scope.plan : null,
    expires_at: input.expiresAt === undefined ? null : new Date(input.expiresAt),
    max_redemptions: input.maxRedemptions ?? null,
  };
}

type NewRow = ReturnType<typeof rowOf>;

async function ensureRow(
  deps: Deps,
  actor: AdminActor,
  input: CreatePromotionCodeInput,
  metadata: RequestMetadata,
): Promise<PromotionCodeRow> {
  const wanted = rowOf(input);
  const known = await findPromotion(deps.db, input.id);
  const now = deps.now();
  // Stripe accepts no code that has expired, not even one that was saved here in time.
  const isAtStripe = known !== undefined && known.stripe_promotion_code_id !== null;
  if (!isAtStripe && wanted.expires_at !== null && wanted.expires_at <= now) {
    throw invalidField('expiresAt', 'Choose a time in the future');
  }
  if (known) return assertSame(known, wanted);
  await rejectUselessDiscount(deps, wanted);
  return inTransaction(deps.db, async (trx) => {
    const isNew = await insertPromotion(trx, { ...wanted, created_at: now });
    const row = await findPromotion(trx, input.id);
    if (!row) throw codeTaken();
    if (!isNew) return assertSame(row, wanted);
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'promotion_code.created',
      subjectType: 'promotion_code',
      subjectId: row.id,
      metadata,
      details: { ...input, id: undefined },
    });
    return row;
  });
}

/**
 * Rejects a code for one product or plan whose present price is too low for the discount, because nobody could use it.
 * @throws DomainError invalid_input, also for a product that is unknown or archived
 */
async function rejectUselessDiscount(deps: Deps, wanted: NewRow): Promise<void> {
  const priceCents = await priceOf(deps, wanted);
  const off = { percentOff: wanted.percent_off, amountOffCents: wanted.amount_off_cents };
  if (priceCents === undefined || priceCents >= lowestPromotionPrice(off)) return;
  throw invalidField(
    off.percentOff === null ? 'amountOffCents' : 'percentOff',
    `Choose a lower discount: less than ${formatCents(limits.priceMinCents)} of the price of ${formatCents(priceCents)} would be left to pay`,
  );
}

/** The price of the only product or plan of a code; undefined for a code with a wider scope. */
async function priceOf(deps: Deps, { product_id: productId, plan }: NewRow): Promise<number | undefined> {
  if (plan !== null) return (await findPlan(deps.db, plan)).price_cents;
  if (productId === null) return undefined;
  const product = await findProductToSell(deps, productId);
  if (!product) throw invalidField('productId', 'Choose a product that is not archived');
  return product.price_cents;
}

/** Returns the stored code for a repeated request. @throws DomainError conflict if the id was used with other values */
function assertSame(row: PromotionCodeRow, wanted: NewRow): PromotionCodeRow {
  const expiry = row.expires_at === null ? null : Date.parse(row.expires_at);
  const isSame =
    row.code === wanted.code &&
    row.percent_off === wanted.percent_off &&
    row.amount_off_cents === wanted.amount_off_cents &&
    row.scope === wanted.scope &&
    row.product_id === wanted.product_id &&
    row.plan === wanted.plan &&
    expiry === (wanted.expires_at?.getTime() ?? null) &&
    row.max_redemptions === wanted.max_redemptions;
  if (isSame) return row;
  throw new DomainError(
    'conflict',
    `The code ${row.code} has already been saved. Open the form again to create another.`,
  );
}

/** @returns the id of the promotion code at Stripe */
async function ensureAtStripe(deps: Deps, row: PromotionCodeRow): Promise<string> {
  try {
    const coupon = await retryWhileInProgress(() =>
      deps.stripe.coupons.create(
        {
          name: row.code,
          // Applies to the first payment of a plan; renewals cost the full price.
          duration: 'once',
          ...(row.percent_off === null
            ? { amount_off: row.amount_off_cents ?? 0, currency: 'usd' }
            : { percent_off: row.percent_off }),
          metadata: { promotionCodeId: row.id },
        },
        { idempotencyKey: `coupon:${row.id}` },
      ),
    );
    const promotion = await retryWhileInProgress(() =>
      deps.stripe.promotionCodes.create(
        {
          promotion: { type: 'coupon', coupon: coupon.id },
          code: row.code,
          ...(row.expires_at !== null && { expires_at: Math.floor(Date.parse(row.expires_at) / 1000) }),
          ...(row.max_redemptions !== null && { max_redemptions: row.max_redemptions }),
          metadata: { promotionCodeId: row.id },
        },
        { idempotencyKey: `promotion-code:${row.id}` },
      ),
    );
    return promotion.id;
  } catch (error) {
    if (isStripeError(error, 'StripeInvalidRequestError')) return findAtStripe(deps, row, error);
    throw isStripeError(error) ? paymentsUnavailable(error) : error;
  }
}

/**
 * Looks for a code at Stripe after Stripe rejected its creation. An earlier attempt may have created it under an
 * idempotency key that has since expired, or it may have been created in Stripe's dashboard.
 * @throws DomainError conflict if the code at Stripe was not created by the academy; payments_unavailable
 */
async function findAtStripe(deps: Deps, row: PromotionCodeRow, rejection: unknown): Promise<string> {
  const { data } = await askStripe(() => deps.stripe.promotionCodes.list({ code: row.code, limit: 10 }));
  const own = data.find(({ metadata }) => metadata?.promotionCodeId === row.id);
  if (own) return own.id;
  throw data.length > 0 ? codeTaken() : paymentsUnavailable(rejection);
}

async function endAtStripe(deps: Deps, id: string): Promise<void> {
  const stripeId = (await findPromotion(deps.db, id))?.stripe_promotion_code_id;
  if (!stripeId) return;
  // After a change to another Stripe account, Stripe does not know the code, and there is nothing to end.
  await askStripeIfKnown(() => deps.stripe.promotionCodes.update(stripeId, { active: false }));
}

async function getListed(deps: Deps, id: string): Promise<AdminPromotionCode> {
  const row = await findListedPromotion(deps.db, id);
  if (!row) throw codeNotFound();
  return presentPromotion(row);
}

function codeTaken(): DomainError {
  const text = 'This code is already in use, or was used before. Choose another one.';
  return new DomainError('conflict', text, { fields: { code: text } });
}

function codeNotFound(): DomainError {
  return notFound('Code');
}
