import type { z } from 'zod';
import type { StarredHand, starHandInput } from '../../shared/hands/hands.ts';
import { maxBookmarks } from '../../shared/learning/bookmarks.ts';
import { isStaff } from '../access/coach-access.operations.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { inTransaction } from '../platform/db/database.ts';
import { sessionsShowing } from '../shop/lesson-blocks.operations.ts';
import { findOpenHand } from './hand-access.operations.ts';
import { findLinksOf } from './hand-links.queries.ts';
import {
  countStars,
  deleteStar,
  findStarredHands,
  findVisibleProducts,
  insertStar,
  lockStars,
} from './starred-hands.queries.ts';

/**
 * The hands of the academy that the user starred, newest star first. As for bookmarks, a hand stays listed after the
 * user's access has ended. Omits withdrawn hands, except those shown by a coaching plan or by a product that the user
 * can see.
 */
export async function listStarredHands(deps: Deps, actor: Actor): Promise<StarredHand[]> {
  const rows = await findStarredHands(deps.db, actor.userId);
  const withdrawn = rows.flatMap(({ id, is_public: isPublic }) => (isPublic ? [] : [id]));
  const visible = await visibleOf(deps, actor, withdrawn);
  return rows
    .filter(({ id, is_public: isPublic }) => isPublic || visible.has(id))
    .map(({ id, title, created_at: createdAt }) => ({ id, title: title ?? '', createdAt }));
}

/** Those of the withdrawn hands that the user sees at a place, even if the user may not open the place. */
async function visibleOf(deps: Deps, actor: Actor, handIds: readonly string[]): Promise<Set<string>> {
  if (handIds.length === 0 || (await isStaff(deps, actor))) return new Set(handIds);
  const [links, sessions] = await Promise.all([
    findLinksOf(deps.db, handIds),
    sessionsShowing(deps, handIds),
  ]);
  const places = [
    ...links.map(({ hand_id: handId, product_id: productId }) => ({ handId, productId })),
    ...sessions.map(({ id: productId, handId }) => ({ handId, productId })),
  ];
  const productIds = places.flatMap(({ productId }) => (productId === null ? [] : [productId]));
  const products = await findVisibleProducts(deps.db, actor.userId, productIds);
  return new Set(
    places.flatMap(({ handId, productId }) =>
      productId === null || products.has(productId) ? [handId] : [],
    ),
  );
}

/**
 * Adds or removes the star of a hand of the academy. A repeated call changes nothing. A star can be removed after
 * access has ended. The star of a user's own hand is changed by `updateHand`.
 * @returns the result of `listStarredHands` after the change
 * @throws DomainError not_found for a hand that the user may not open, and for a student's hand; conflict if the user
 * has already starred `maxBookmarks` other hands of the academy
 */
export async function starHand(
  deps: Deps,
  actor: Actor,
  { id, starred }: z.infer<typeof starHandInput>,
): Promise<StarredHand[]> {
  if (!starred) {
    await deleteStar(deps.db, actor.userId, id);
    return listStarredHands(deps, actor);
  }
  const { owner_id: ownerId } = await findOpenHand(deps, actor, id);
  if (ownerId !== null) throw notFound('Hand');
  await inTransaction(deps.db, async (trx) => {
    await lockStars(trx, actor.userId);
    await insertStar(trx, actor.userId, id, deps.now());
    if ((await countStars(trx, actor.userId)) > maxBookmarks) {
      throw new DomainError(
        'conflict',
        `You have starred ${maxBookmarks} hands. Remove a star that you no longer need.`,
      );
    }
  });
  return listStarredHands(deps, actor);
}
