import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { parserVersion } from '../../shared/poker/formats/read-hands.ts';
import type { Hand } from '../../shared/poker/hand.ts';
import type { Deps } from '../deps.ts';
import { inTransaction } from '../platform/db/database.ts';
import { describeDatabaseError } from '../platform/db/errors.ts';
import { handColumns } from './hands.present.ts';
import { readSavable } from './readable-text.ts';
import {
  findOutdatedHands,
  isReferredTo,
  lockOutdatedHand,
  updateParsedHand,
} from './reparse-hands.queries.ts';

const batchSize = 100;
/** Limits a run, so that it ends long before the job expires. */
const handsPerRun = 5_000;
/** Marks a hand as processed by this version, but keeps the result of an earlier version. */
const withOldResult = { reader_version: parserVersion };

/**
 * The `read-hands-again` job: parses the texts of stored hands with a newer version of the parsers, and replaces what
 * was computed from them. Titles, notes, labels, shared links and questions stay. A hand keeps the old result if the
 * newer parsers reject its text or fail with a lasting error, or if its actions or seats would change and a note, a
 * label or a decision refers to them.
 * @returns the number of hands whose texts were parsed, including those that keep the old result
 */
export async function parseHandsAgain(deps: Deps): Promise<number> {
  let count = 0;
  let after: string | undefined;
  while (count < handsPerRun) {
    const hands = await findOutdatedHands(deps.db, parserVersion, after, batchSize);
    for (const hand of hands) {
      try {
        await parseAgain(deps, hand);
      } catch (error) {
        deps.log.error({ err: error, handId: hand.id }, 'a stored hand could not be parsed again');
        if (!isTemporary(error)) await updateParsedHand(deps.db, hand.id, withOldResult);
      }
      // Lets the server handle requests before the next text.
      await setImmediate();
    }
    count += hands.length;
    after = hands.at(-1)?.id;
    if (hands.length < batchSize) break;
  }
  return count;
}

/** Whether the error is temporary, for example a lock that was not released in time. The next run may then succeed. */
function isTemporary(error: unknown): boolean {
  const code = describeDatabaseError(error)?.code;
  return code === 'busy' || code === 'database_unavailable' || code === 'storage_full';
}

async function parseAgain(deps: Deps, { id, text }: { id: string; text: string }): Promise<void> {
  const result = readSavable(text);
  await inTransaction(deps.db, async (trx) => {
    const stored = await lockOutdatedHand(trx, id, parserVersion);
    if (!stored) return;
    const staysOld =
      'code' in result || (!hasSameActions(stored.model, result.hand) && (await isReferredTo(trx, id)));
    const columns = staysOld
      ? withOldResult
      : handColumns(
          result.hand,
          result.oddities.map(({ message }) => message),
        );
    await updateParsedHand(trx, id, columns);
  });
}

/**
 * Whether both hands have the same actions and seats, so that the notes, labels and decisions of one hand also fit the
 * other.
 */
function hasSameActions(one: Hand, other: Hand): boolean {
  return isDeepStrictEqual(placesIn(one), placesIn(other));
}

function placesIn({ actions, seats, hero }: Hand) {
  return { actions, hero, seats: seats.map(({ seat }) => seat) };
}
