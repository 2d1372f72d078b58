import type { Deps } from '../deps.ts';
import { sealNumbers } from './document-numbers.ts';
import { findClearNumbers, replaceClearNumbers } from './plaintext-numbers.queries.ts';

const batch = 200;

/**
 * Seals the document numbers that earlier versions stored in plaintext; runs at start, before the server listens.
 * Works in independent batches, so an interrupted start continues with the next one.
 * @returns how many applications were sealed
 */
export async function sealClearNumbers(deps: Pick<Deps, 'db' | 'sealing'>): Promise<number> {
  let sealed = 0;
  for (;;) {
    const rows = await findClearNumbers(deps.db, batch);
    for (const { id, number1, number2 } of rows) {
      const columns = sealNumbers(deps.sealing, id, [number1, number2]);
      if (await replaceClearNumbers(deps.db, id, columns)) sealed += 1;
    }
    if (rows.length < batch) return sealed;
  }
}
