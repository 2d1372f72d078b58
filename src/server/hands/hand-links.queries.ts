import type { Insertable } from 'kysely';
import type { z } from 'zod';
import type { HandPlace, placeInput } from '../../shared/hands/hands.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import type { HandLinksTable } from '../platform/db/tables/hand-tables.ts';

/** The columns that store a place. Columns that do not apply to the kind of the place are null. */
export function placeColumns(place: HandPlace) {
  return {
    product_id: place.kind === 'plan' ? null : place.id,
    pdf_number: place.kind === 'plan' ? place.id : null,
    at_seconds: place.kind === 'session' ? place.atSeconds : null,
    page: place.kind === 'session' ? null : place.page,
  };
}

/** The academy's hands at a session, a product's PDF or a coaching plan, in the order in which they appear there. */
export async function findHandsAt(db: Db, place: z.infer<typeof placeInput>) {
  return db
    .selectFrom('hand_links')
    .innerJoin('hands', 'hands.id', 'hand_links.hand_id')
    .select(['hand_links.id', 'hand_links.hand_id', 'hands.line', 'hands.title', 'hand_links.caption'])
    .select(['hand_links.at_seconds', 'hand_links.page', 'hand_links.at_action'])
    .where('hands.owner_id', 'is', null)
    .where(place.kind === 'plan' ? 'hand_links.pdf_number' : 'hand_links.product_id', '=', place.id)
    .where(place.kind === 'session' ? 'hand_links.at_seconds' : 'hand_links.page', 'is not', null)
    .orderBy('hand_links.at_seconds')
    .orderBy('hand_links.page')
    .orderBy('hand_links.created_at')
    .execute();
}

/** Where each of the hands is attached. Coaching plans have no `product_id`. */
export async function findLinksOf(db: Db, handIds: readonly string[]) {
  return db
    .selectFrom('hand_links')
    .select(['hand_id', 'product_id', 'pdf_number', 'page'])
    .where('hand_id', 'in', handIds)
    .execute();
}

export async function findSameLink(
  trx: Trx,
  link: ReturnType<typeof placeColumns> & { hand_id: string; at_action: number | null; caption: string },
): Promise<{ id: string } | undefined> {
  return trx
    .selectFrom('hand_links')
    .select('id')
    .where('hand_id', '=', link.hand_id)
    .where('product_id', 'is not distinct from', link.product_id)
    .where('pdf_number', 'is not distinct from', link.pdf_number)
    .where('at_seconds', 'is not distinct from', link.at_seconds)
    .where('page', 'is not distinct from', link.page)
    .where('at_action', 'is not distinct from', link.at_action)
    .where('caption', '=', link.caption)
    .limit(1)
    .executeTakeFirst();
}

export async function insertHandLink(trx: Trx, link: Insertable<HandLinksTable>): Promise<string> {
  const row = await trx.insertInto('hand_links').values(link).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** @returns the hand's id; undefined for an unknown link */
export async function deleteHandLink(trx: Trx, id: string): Promise<string | undefined> {
  const row = await trx.deleteFrom('hand_links').where('id', '=', id).returning('hand_id').executeTakeFirst();
  return row?.hand_id;
}
