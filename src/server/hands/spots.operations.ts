import { streetAt } from '../../shared/hands/hidden-hand.ts';
import { decisionsOf, type StreetName } from '../../shared/poker/deal.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { Trx } from '../platform/db/database.ts';
import { lockOwnReading } from './hand-access.operations.ts';
import type { HandRow } from './hands.queries.ts';
import { saveSpot } from './spots.queries.ts';

export type Decision = { hand: HandRow; atAction: number; street: StreetName };

/**
 * Locks the user's own, finished hand with `lockOwnReading`, and returns a decision of the user in it.
 * @throws DomainError not_found and conflict, see `lockOwnReading`; not_answerable for an unfinished hand, and for an
 * action that is not a decision of the user
 */
export async function lockOwnDecision(
  trx: Trx,
  actor: Actor,
  { handId, reader, atAction }: { handId: string; reader?: number | undefined; atAction: number },
): Promise<Decision> {
  const hand = await lockOwnReading(trx, actor, { id: handId, reader });
  if (hand.model.awards.length === 0) {
    throw new DomainError('not_answerable', 'This hand has not ended yet. Add it again when it has.');
  }
  if (!decisionsOf(hand.model).includes(atAction)) {
    throw new DomainError('not_answerable', 'Choose one of your own decisions in the hand.');
  }
  return { hand, atAction, street: streetAt(hand.model, atAction) };
}

/** Stores the decision unless it is already stored. @returns its id */
export function markSpot(trx: Trx, actor: Actor, decision: Decision, now: Date): Promise<string> {
  return saveSpot(trx, {
    handId: decision.hand.id,
    atAction: decision.atAction,
    userId: actor.userId,
    now,
  });
}
