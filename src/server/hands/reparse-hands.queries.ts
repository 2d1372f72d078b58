import { sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import type { HandsTable } from '../platform/db/tables/hand-tables.ts';

/** Hands whose text was last parsed by an earlier version of the parsers. Sorted by id, beginning after `after`. */
export async function findOutdatedHands(db: Db, version: number, after: string | undefined, limit: number) {
  return db
    .selectFrom('hands')
    .select(['id', sql<string>`source_text`.as('text')])
    .where('source_text', 'is not', null)
    .where('reader_version', '<', version)
    .$if(after !== undefined, (rows) => rows.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Locks a hand until the transaction ends. A request that adds a note, a label or a decision waits until then. */
export async function lockOutdatedHand(trx: Trx, id: string, version: number) {
  return trx
    .selectFrom('hands')
    .select('model')
    .where('id', '=', id)
    .where('reader_version', '<', version)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether a note, a label or a decision refers to an action or a seat of the hand. */
export async function isReferredTo(trx: Trx, handId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select
    exists (select 1 from hand_notes where hand_id = ${handId})
    or exists (select 1 from hand_labels where hand_id = ${handId})
    or exists (select 1 from spots where hand_id = ${handId}) as found`.execute(trx);
  return rows[0]?.found === true;
}

export async function updateParsedHand(
  db: Db | Trx,
  id: string,
  columns: Updateable<HandsTable>,
): Promise<void> {
  await db.updateTable('hands').set(columns).where('id', '=', id).execute();
}
