import type { Deps } from '../deps.ts';
import { sealNumbers } from './document-numbers.ts';
import { findPlaintextNumbers, replacePlaintextNumbers } from './plaintext-numbers.queries.ts';

const batch = 200;

/**
 * Seals the document numbers that earlier versions stored in plain text. Runs at start, before the server listens.
 * Each application is updated on its own, so an interrupted run resumes at the next start.
 * @returns the number of applications sealed
 */
export async function sealPlaintextNumbers(deps: Pick<Deps, 'db' | 'sealing'>): Promise<number> {
  let sealed = 0;
  for (;;) {
    const rows = await findPlaintextNumbers(deps.db, batch);
    for (const { id, number1, number2 } of rows) {
      const columns = sealNumbers(deps.sealing, id, [number1, number2]);
      if (await replacePlaintextNumbers(deps.db, id, columns)) sealed += 1;
    }
    if (rows.length < batch) return sealed;
  }
}
