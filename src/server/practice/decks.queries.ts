import { type InferResult, type Insertable, sql } from 'kysely';
import type { StudyResource } from '../../shared/practice/drills.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { accessibleBy } from '../platform/db/product-ownership.ts';
import type { DecksTable } from '../platform/db/tables/drill-tables.ts';

export type DeckRow = InferResult<ReturnType<typeof decksFor>>[number];

/**
 * Decks with columns of their product and of their coaching plan, null if the deck has none. `is_paused`: whether the
 * student paused the deck.
 */
function decksFor(db: Db | Trx, userId: string) {
  return db
    .selectFrom('decks')
    .leftJoin('products', 'products.id', 'decks.product_id')
    .leftJoin('coaching_pdfs', 'coaching_pdfs.pdf_number', 'decks.pdf_number')
    .leftJoin('deck_students', (join) =>
      join.onRef('deck_students.deck_id', '=', 'decks.id').on('deck_students.user_id', '=', userId),
    )
    .selectAll('decks')
    .select(sql<boolean>`deck_students.paused_at is not null`.as('is_paused'))
    .select(['products.type as product_type', 'products.product_number', 'products.price_cents'])
    .select(['products.is_free', 'products.is_active', 'products.deleted_at as product_deleted_at'])
    .select(['products.title as product_title', accessibleBy(userId).as('hasPurchase')])
    .select(['coaching_pdfs.required_plan', 'coaching_pdfs.title as plan_title']);
}

/** The academy's published decks, and the student's own. */
export async function findDecks(db: Db | Trx, userId: string): Promise<DeckRow[]> {
  return decksFor(db, userId)
    .where(({ or, and, eb }) =>
      or([
        eb('decks.owner_id', '=', userId),
        and([eb('decks.owner_id', 'is', null), eb('decks.published_at', 'is not', null)]),
      ]),
    )
    .orderBy('decks.sort')
    .orderBy('decks.created_at')
    .orderBy('decks.id')
    .limit(500)
    .execute();
}

export async function findDeck(db: Db | Trx, userId: string, id: string): Promise<DeckRow | undefined> {
  return decksFor(db, userId).where('decks.id', '=', id).executeTakeFirst();
}

export async function findDeckIdByCode(db: Db, code: string): Promise<string | undefined> {
  const row = await db.selectFrom('decks').select('id').where('code', '=', code).executeTakeFirst();
  return row?.id;
}

/** The session, PDF or coaching plan that a deck belongs to; null for other decks. */
export function resourceOfDeck({
  kind,
  product_id: productId,
  pdf_number: pdfNumber,
}: Pick<DeckRow, 'kind' | 'product_id' | 'pdf_number'>): StudyResource | null {
  if (kind === 'plan' && pdfNumber !== null) return { kind, id: pdfNumber };
  return (kind === 'session' || kind === 'product') && productId !== null ? { kind, id: productId } : null;
}

/**
 * For each deck, counts the drills that are not archived; omits decks that have none. `learned`: drills whose last
 * answer was right; `fresh`: drills that were never answered.
 * @param rightRating - the lowest rating of a correct answer
 */
export async function countDrills(db: Db, userId: string, deckIds: readonly string[], rightRating: number) {
  return db
    .selectFrom('drills')
    .leftJoin('drill_states', (join) =>
      join.onRef('drill_states.drill_id', '=', 'drills.id').on('drill_states.user_id', '=', userId),
    )
    .select(['drills.deck_id as deckId', ({ fn }) => fn.countAll<number>().as('drills')])
    .select(sql<number>`count(*) filter (where drill_states.last_rating >= ${rightRating})`.as('learned'))
    .select(sql<number>`count(*) filter (where coalesce(drill_states.reps, 0) = 0)`.as('fresh'))
    .where('drills.deck_id', '=', sql<string>`any(${deckIds})`)
    .where('drills.archived_at', 'is', null)
    .groupBy('drills.deck_id')
    .execute();
}

/** Does nothing if a deck with this id exists. @returns false if one existed */
export async function insertDeck(trx: Trx, deck: Insertable<DecksTable> & { id: string }): Promise<boolean> {
  const result = await trx
    .insertInto('decks')
    .values(deck)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** The student's own deck, created on first use. @returns its id */
export async function saveOwnDeck(
  trx: Trx,
  deck: { userId: string; title: string; code: string; now: Date },
): Promise<string> {
  const { id } = await trx
    .insertInto('decks')
    .values({
      kind: 'mine',
      product_id: null,
      pdf_number: null,
      owner_id: deck.userId,
      title: deck.title,
      code: deck.code,
      published_at: deck.now,
      created_at: deck.now,
    })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet({ title: deck.title }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function joinDeck(
  trx: Trx,
  student: { userId: string; deckId: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('deck_students')
    .values({ user_id: student.userId, deck_id: student.deckId, added_at: student.now })
    .onConflict((conflict) => conflict.columns(['user_id', 'deck_id']).doNothing())
    .execute();
}

export async function setPaused(
  db: Db,
  student: { userId: string; deckId: string; isPaused: boolean; now: Date },
): Promise<void> {
  const paused_at = student.isPaused ? student.now : null;
  await db
    .insertInto('deck_students')
    .values({ user_id: student.userId, deck_id: student.deckId, added_at: student.now, paused_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'deck_id']).doUpdateSet({ paused_at }))
    .execute();
}
