import type { ExpressionBuilder, Insertable } from 'kysely';
import type { BookmarkPlace } from '../../shared/learning/bookmarks.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { lockKey } from '../platform/db/lock-key.ts';
import { visibleTo } from '../platform/db/product-ownership.ts';
import type { Database } from '../platform/db/schema.ts';
import type { BookmarksTable } from '../platform/db/tables/learning-tables.ts';

/** The columns that state what is bookmarked. Those that do not apply to this kind of bookmark are null. */
export function placeColumns(place: BookmarkPlace) {
  return {
    product_id: place.kind === 'plan' ? null : place.id,
    pdf_number: place.kind === 'plan' ? place.id : null,
    page: place.kind === 'session' ? null : place.page,
  };
}

export type BookmarkRow = Awaited<ReturnType<typeof findBookmarks>>[number];

/** A user's bookmarks, newest first, except those of hidden products that the user has no access to. */
export async function findBookmarks(db: Db, userId: string, limit: number) {
  return db
    .selectFrom('bookmarks')
    .leftJoin('products', 'products.id', 'bookmarks.product_id')
    .leftJoin('coaching_pdfs', 'coaching_pdfs.pdf_number', 'bookmarks.pdf_number')
    .select(['bookmarks.product_id', 'bookmarks.pdf_number', 'bookmarks.page', 'bookmarks.created_at'])
    .select(['products.title as product_title', 'coaching_pdfs.title as plan_title'])
    .where('bookmarks.user_id', '=', userId)
    .where((eb) => eb.or([eb('bookmarks.product_id', 'is', null), visibleTo(userId)]))
    .orderBy('bookmarks.created_at', 'desc')
    .orderBy('bookmarks.id', 'desc')
    .limit(limit)
    .execute();
}

/** Serializes counting and inserting a user's bookmarks until the transaction ends. */
export async function lockBookmarks(trx: Trx, userId: string): Promise<void> {
  await lockKey(trx, `bookmarks:${userId}`);
}

export async function countBookmarks(trx: Trx, userId: string): Promise<number> {
  const row = await trx
    .selectFrom('bookmarks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Idempotent. */
export async function insertBookmark(trx: Trx, bookmark: Insertable<BookmarksTable>): Promise<void> {
  await trx
    .insertInto('bookmarks')
    .values(bookmark)
    .onConflict((conflict) => conflict.columns(['user_id', 'product_id', 'pdf_number', 'page']).doNothing())
    .execute();
}

function isPlace(eb: ExpressionBuilder<Database, 'bookmarks'>, place: BookmarkPlace) {
  const { product_id, pdf_number, page } = placeColumns(place);
  return eb.and([
    eb('product_id', 'is not distinct from', product_id),
    eb('pdf_number', 'is not distinct from', pdf_number),
    eb('page', 'is not distinct from', page),
  ]);
}

export async function deleteBookmark(db: Db, userId: string, place: BookmarkPlace): Promise<void> {
  await db
    .deleteFrom('bookmarks')
    .where('user_id', '=', userId)
    .where((eb) => isPlace(eb, place))
    .execute();
}
