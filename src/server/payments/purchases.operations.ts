import type { z } from 'zod';
import type { PurchaseStatus } from '../../shared/enums.ts';
import { limits } from '../../shared/limits.ts';
import type { AdminPurchase, verifiedSubscriptionView } from '../../shared/payments.ts';
import type { Actor, AdminActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { fulfil, paymentNotFound } from './fulfilment.operations.ts';
import {
  type CheckoutSessionFacts,
  type CompletedPurchase,
  presentAdminPurchase,
  presentCheckoutSession,
} from './payments.present.ts';
import { findPurchaseBySession, findPurchasesForAdmin } from './payments.queries.ts';
import { retrieveCheckoutSession } from './stripe-calls.ts';

/**
 * POST /api/complete-purchase: the buyer is back from Stripe.
 * @throws DomainError not_found for unknown sessions and other people's, payments_unavailable
 */
export function completePurchase(
  deps: Deps,
  actor: Actor,
  input: { sessionId: string },
): Promise<CompletedPurchase> {
  return fulfil(deps, input.sessionId, { expectedUserId: actor.userId });
}

/**
 * POST /api/verify-subscription. Checkout sells no subscription yet, so that no session of the reader's has a plan.
 * @throws DomainError not_found for unknown sessions and other people's, payments_unavailable
 */
export async function verifySubscription(
  deps: Deps,
  actor: Actor,
  input: { sessionId: string },
): Promise<z.infer<typeof verifiedSubscriptionView>> {
  const purchase = await findPurchaseBySession(deps.db, input.sessionId);
  const buyerId = purchase
    ? purchase.user_id
    : (await retrieveCheckoutSession(deps, input.sessionId))?.client_reference_id;
  if (buyerId !== actor.userId) throw paymentNotFound();
  return { success: false, plan: null };
}

/**
 * GET /api/stripe/session/{id}: what was bought, for the buyer and admins (D-48).
 * @throws DomainError not_found for unknown sessions and other people's
 */
export async function getCheckoutSession(
  deps: Deps,
  actor: Actor,
  sessionId: string,
): Promise<CheckoutSessionFacts> {
  const purchase = await findPurchaseBySession(deps.db, sessionId);
  if (!purchase) throw paymentNotFound();
  if (actor.role !== 'admin' && purchase.user_id !== actor.userId) throw paymentNotFound();
  return presentCheckoutSession(purchase);
}

/** The purchase history of all people, newest first, at most 1 000 at once (S1 §2, D-6, D-70). */
export async function listPurchases(
  deps: Deps,
  _actor: AdminActor,
  filter: {
    status?: PurchaseStatus | undefined;
    userId?: string | undefined;
    page?: number | undefined;
    limit?: number | undefined;
  } = {},
): Promise<AdminPurchase[]> {
  const limit = Math.min(filter.limit ?? limits.listCap, limits.listCap);
  const rows = await findPurchasesForAdmin(deps.db, {
    status: filter.status,
    userId: filter.userId,
    limit,
    offset: ((filter.page ?? 1) - 1) * limit,
  });
  return rows.map(presentAdminPurchase);
}
