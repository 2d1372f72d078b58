import type { z } from 'zod';
import type { placeInput } from '../../shared/hands/hands.ts';
import { parserVersionOf } from '../../shared/poker/parser-version-of.ts';
import { isStaff } from '../access/coach-access.operations.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound, unlessRejected } from '../errors.ts';
import { requireOpenResource } from '../learning/open-session.operations.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { sessionsShowing } from '../shop/lesson-blocks.operations.ts';
import { findLinksOf } from './hand-links.queries.ts';
import { findHand, type HandRow, lockParsedHand } from './hands.queries.ts';

/** Where the academy shows a hand. `id` is the product's id, or the number of the coaching plan. */
type Place = z.infer<typeof placeInput>;

/**
 * A hand that the user may open: the user's own, or a hand of the academy that is public or shown at a place that the
 * user may open. Admins and coaches may open all hands of the academy, but no hand of a student. `openSharedHand`
 * checks share links, and the module `coaching` checks the access of coaches to the hands of questions.
 * @throws DomainError not_found, also for another user's hand
 */
export async function findOpenHand(deps: Deps, actor: Actor, id: string): Promise<HandRow> {
  const row = await findHand(deps.db, id);
  if (!row) throw notFound('Hand');
  if (row.owner_id === actor.userId) return row;
  // Only hands of the academy have no owner.
  if (row.owner_id !== null) throw notFound('Hand');
  if (row.is_public || (await isStaff(deps, actor))) return row;
  for (const place of await placesOf(deps, id)) {
    const isOpen = await unlessRejected(requireOpenResource(deps, actor, place).then(() => true));
    if (isOpen) return row;
  }
  throw notFound('Hand');
}

/** Where the academy shows a hand: attached to a place, or in the text of a session. */
async function placesOf(deps: Deps, handId: string): Promise<Place[]> {
  const [links, sessions] = await Promise.all([
    findLinksOf(deps.db, [handId]),
    sessionsShowing(deps, [handId]),
  ]);
  return [
    ...links.map(({ pdf_number: plan, product_id: product, page }) => ({
      kind: plan !== null ? ('plan' as const) : page !== null ? ('product' as const) : ('session' as const),
      id: plan ?? product ?? 0,
    })),
    ...sessions.map(({ id }) => ({ kind: 'session' as const, id })),
  ];
}

/** A hand of the academy. @throws DomainError not_found, also for a student's hand */
export async function findAcademyHand(db: Db | Trx, id: string): Promise<HandRow> {
  const row = await findHand(db, id);
  if (!row || row.owner_id !== null) throw notFound('Hand');
  return row;
}

/** The user's own hand. @throws DomainError not_found, also for another user's hand */
export async function findOwnHand(deps: Deps, actor: Actor, id: string): Promise<HandRow> {
  const row = await findHand(deps.db, id);
  if (!row || row.owner_id !== actor.userId) throw notFound('Hand');
  return row;
}

/**
 * The user's own hand, whose actions and seats the `read-hands-again` job does not change until the transaction ends.
 * @param parserVersion - the version of the parsers whose result the user's page shows; undefined accepts any version
 * @throws DomainError not_found, also for another user's hand; conflict if the stored result is of another version
 */
export async function lockOwnParsedHand(
  trx: Trx,
  actor: Actor,
  { id, parserVersion }: { id: string; parserVersion: number | undefined },
): Promise<HandRow> {
  const row = await lockParsedHand(trx, id);
  if (!row || row.owner_id !== actor.userId) throw notFound('Hand');
  if (parserVersion !== undefined && parserVersion !== parserVersionOf(row.model)) {
    throw new DomainError(
      'conflict',
      'We corrected how this hand is read, so its actions may have changed. Your text stays here; check the hand and try again.',
    );
  }
  return row;
}
