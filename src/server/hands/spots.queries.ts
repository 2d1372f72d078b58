import type { Trx } from '../platform/db/database.ts';

/** Inserts the spot at an action of a hand, unless it exists. @returns its id */
export async function saveSpot(
  trx: Trx,
  spot: { handId: string; atAction: number; userId: string; now: Date },
): Promise<string> {
  const { id } = await trx
    .insertInto('spots')
    .values({ hand_id: spot.handId, at_action: spot.atAction, created_by: spot.userId, created_at: spot.now })
    // Changes nothing, but without an update Postgres would not return the id of an existing row.
    .onConflict((conflict) =>
      conflict.columns(['hand_id', 'at_action']).doUpdateSet({ at_action: spot.atAction }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
