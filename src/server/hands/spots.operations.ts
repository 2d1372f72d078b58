import { streetAt } from '../../shared/hands/hidden-hand.ts';
import { decisionsOf, type StreetName } from '../../shared/poker/deal.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { Trx } from '../platform/db/database.ts';
import { lockOwnParsedHand } from './hand-access.operations.ts';
import { saveSpot } from './spots.queries.ts';

/**
 * Stores a decision that the user made in their own hand, unless it is already stored. Locks the hand with
 * `lockOwnParsedHand`.
 * @throws DomainError not_found and conflict, see `lockOwnParsedHand`; not_answerable for an action that is not a
 * decision of the user
 */
export async function markOwnDecision(
  trx: Trx,
  actor: Actor,
  {
    handId,
    parserVersion,
    atAction,
  }: { handId: string; parserVersion: number | undefined; atAction: number },
  now: Date,
): Promise<{ spotId: string; street: StreetName }> {
  const { model } = await lockOwnParsedHand(trx, actor, { id: handId, parserVersion });
  if (!decisionsOf(model).includes(atAction)) {
    throw new DomainError('not_answerable', 'Choose one of your own decisions in the hand.');
  }
  const spotId = await saveSpot(trx, { handId, atAction, userId: actor.userId, now });
  return { spotId, street: streetAt(model, atAction) };
}
