import { canSeeHand } from '../../shared/hands/hand-access.ts';
import { authorizeFile } from '../access/file-access.operations.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { findOpenSession } from '../learning/open-session.operations.ts';
import { findPlacesOf } from './hand-links.queries.ts';
import { findHand, type HandRow } from './hands.queries.ts';

export type PlaceOfHand = { kind: 'session' | 'product' | 'plan'; id: number };

/** @throws DomainError not_found, forbidden for a place that the user may not open */
export async function requirePlace(deps: Deps, actor: Actor, place: PlaceOfHand): Promise<void> {
  if (place.kind === 'session') await findOpenSession(deps, actor, place.id);
  else await authorizeFile(deps, actor, { kind: place.kind, idText: String(place.id) });
}

async function isOpenPlace(deps: Deps, actor: Actor, place: PlaceOfHand): Promise<boolean> {
  try {
    await requirePlace(deps, actor, place);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/**
 * A hand that the user may open. Hands of other users and unknown ones cause the same error.
 * @throws DomainError not_found
 */
export async function findOpenHand(deps: Deps, actor: Actor, id: string): Promise<HandRow> {
  const row = await findHand(deps.db, id);
  if (!row) throw notFound('Hand');
  const facts = { ownerId: row.owner_id, isPublic: row.is_public, isAtOpenPlace: false };
  if (canSeeHand(actor, facts)) return row;
  if (row.owner_id !== null) throw notFound('Hand');
  for (const place of await findPlacesOf(deps.db, id)) {
    const kind = place.pdf_number !== null ? 'plan' : place.page !== null ? 'product' : 'session';
    const isAtOpenPlace = await isOpenPlace(deps, actor, {
      kind,
      id: place.pdf_number ?? place.product_id ?? 0,
    });
    if (canSeeHand(actor, { ...facts, isAtOpenPlace })) return row;
  }
  throw notFound('Hand');
}

/** The user's own hand. @throws DomainError not_found, also for another user's hand */
export async function findOwnHand(deps: Deps, actor: Actor, id: string): Promise<HandRow> {
  const row = await findHand(deps.db, id);
  if (!row || row.owner_id !== actor.userId) throw notFound('Hand');
  return row;
}
