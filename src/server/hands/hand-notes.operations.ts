import type { z } from 'zod';
import type { labelSeatInput, noteActionInput } from '../../shared/hands/hands.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { inTransaction } from '../platform/db/database.ts';
import { lockOwnParsedHand } from './hand-access.operations.ts';
import {
  deleteHandLabel,
  deleteHandNote,
  findHandNotes,
  lockHandNotes,
  saveHandLabel,
  saveHandNote,
} from './hands.queries.ts';

/**
 * Checks that the user has seen the stored note, which `text` replaces. A missing note is an empty text. Spaces at the
 * beginning and end are ignored, because the page does not send them.
 * @param seen - the note that the user's page showed; undefined from clients of the previous version, which may replace
 * any note
 * @throws DomainError conflict, unless `text` is stored already, as after a save whose response was lost
 */
export function requireSeenNote(
  stored: string,
  { seen, text }: { seen: string | undefined; text: string },
): void {
  if (seen === undefined || [seen, text.trim()].includes(stored.trim())) return;
  throw new DomainError(
    'conflict',
    'This note was changed after you opened it, in another tab or on another device. Nothing was saved.',
  );
}

/**
 * Saves or removes the note at an action.
 * @throws DomainError not_found, also for an action that the hand does not have; conflict, see `lockOwnParsedHand` and
 * `requireSeenNote`
 */
export async function noteAction(
  deps: Deps,
  actor: Actor,
  { id, reader: parserVersion, atAction, text, seenText }: z.infer<typeof noteActionInput>,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    await lockHandNotes(trx, actor.userId, id);
    const row = await lockOwnParsedHand(trx, actor, { id, parserVersion });
    if (atAction >= row.model.actions.length) throw notFound('Action');
    const stored = (await findHandNotes(trx, id)).find(({ at_action: at }) => at === atAction);
    requireSeenNote(stored?.text ?? '', { seen: seenText, text });
    if (text.trim() === '') await deleteHandNote(trx, id, atAction);
    else await saveHandNote(trx, { handId: id, atAction, text, now: deps.now() });
  });
}

/**
 * Sets or removes the label of a seat.
 * @throws DomainError not_found, also for an empty seat; conflict, see `lockOwnParsedHand`
 */
export async function labelSeat(
  deps: Deps,
  actor: Actor,
  { id, reader: parserVersion, seat, label }: z.infer<typeof labelSeatInput>,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const row = await lockOwnParsedHand(trx, actor, { id, parserVersion });
    if (!row.model.seats.some((held) => held.seat === seat)) throw notFound('Seat');
    if (label === '') await deleteHandLabel(trx, id, seat);
    else await saveHandLabel(trx, id, seat, label);
  });
}
