import { type NotNull, type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { accessibleBy, visibleTo } from '../platform/db/product-ownership.ts';

function tsQuery(text: string): RawBuilder<unknown> {
  return sql`websearch_to_tsquery('english', ${text})`;
}

// The same expressions as in the migrations, so that Postgres can use the indexes on these expressions.
const about = sql`to_tsvector('english', products.title || ' ' || products.description)`;
const content = sql`to_tsvector('english', left(coalesce(products.content, ''), 100000))`;
const planAbout = sql`to_tsvector('english', coaching_pdfs.title || ' ' || coaching_pdfs.description)`;
const noteText = sql`to_tsvector('english', session_notes.text)`;

/** The columns of a product that a search result needs. A search result does not show the content. */
const shownColumns = [
  'products.id',
  'products.type',
  'products.product_number',
  'products.title',
  'products.description',
  'products.price_cents',
  'products.is_free',
  'products.is_active',
  'products.deleted_at',
] as const;

export type FoundProduct = Awaited<ReturnType<typeof searchProducts>>[number];

/**
 * The products whose title, description or content matches, if they are in the shop or owned by the user. The best
 * match of title and description comes first.
 */
export async function searchProducts(db: Db, userId: string, text: string, limit: number) {
  return db
    .selectFrom('products')
    .select(shownColumns)
    .select(accessibleBy(userId).as('hasPurchase'))
    .select(sql<boolean>`${about} @@ ${tsQuery(text)}`.as('in_about'))
    .where(visibleTo(userId))
    .where(sql<boolean>`(${about} @@ ${tsQuery(text)} or ${content} @@ ${tsQuery(text)})`)
    .orderBy(sql`ts_rank(${about}, ${tsQuery(text)})`, 'desc')
    .orderBy('products.product_number')
    .orderBy('products.id')
    .limit(limit)
    .execute();
}

export async function searchPlans(db: Db, text: string, limit: number) {
  return db
    .selectFrom('coaching_pdfs')
    .select(['pdf_number', 'title', 'description', 'required_plan'])
    .where(sql<boolean>`${planAbout} @@ ${tsQuery(text)}`)
    .orderBy(sql`ts_rank(${planAbout}, ${tsQuery(text)})`, 'desc')
    .orderBy('pdf_number')
    .limit(limit)
    .execute();
}

/** The user's notes on products (sessions and PDFs), each with its product. */
export async function searchNotes(db: Db, userId: string, text: string, limit: number) {
  return db
    .selectFrom('session_notes')
    .innerJoin('products', (join) =>
      join.on('products.id', '=', sql<number>`coalesce(session_notes.session_id, session_notes.product_id)`),
    )
    .select(shownColumns)
    .select([
      'session_notes.id as note_id',
      'session_notes.at_seconds as at_seconds',
      'session_notes.page as page',
      'session_notes.text as note',
      'session_notes.updated_at as changed_at',
    ])
    .select(accessibleBy(userId).as('hasPurchase'))
    .where('session_notes.user_id', '=', userId)
    .where(sql<boolean>`${noteText} @@ ${tsQuery(text)}`)
    .orderBy('session_notes.updated_at', 'desc')
    .limit(limit)
    .execute();
}

export type FoundPlanNote = Awaited<ReturnType<typeof searchPlanNotes>>[number];

/**
 * The user's notes on coaching plans. `title` and `required_plan` are null for a plan without a row in `coaching_pdfs`.
 */
export async function searchPlanNotes(db: Db, userId: string, text: string, limit: number) {
  return db
    .selectFrom('session_notes')
    .leftJoin('coaching_pdfs', 'coaching_pdfs.pdf_number', 'session_notes.pdf_number')
    .select([
      'session_notes.id as note_id',
      'session_notes.pdf_number as pdf_number',
      'session_notes.page as page',
      'session_notes.text as note',
      'session_notes.updated_at as changed_at',
      'coaching_pdfs.title as title',
      'coaching_pdfs.required_plan as required_plan',
    ])
    .where('session_notes.user_id', '=', userId)
    .$narrowType<{ pdf_number: NotNull; page: NotNull }>()
    .where('session_notes.pdf_number', 'is not', null)
    .where(sql<boolean>`${noteText} @@ ${tsQuery(text)}`)
    .orderBy('session_notes.updated_at', 'desc')
    .limit(limit)
    .execute();
}

export type FoundNote = Awaited<ReturnType<typeof searchNotes | typeof searchProgressNotes>>[number];

/** The user's notes in `user_progress`, one text without an id for each session. */
export async function searchProgressNotes(db: Db, userId: string, text: string, limit: number) {
  return db
    .selectFrom('user_progress')
    .innerJoin('products', 'products.id', 'user_progress.session_id')
    .select(shownColumns)
    .select([
      sql<string | null>`null::uuid`.as('note_id'),
      sql<number | null>`null::integer`.as('at_seconds'),
      sql<number | null>`null::integer`.as('page'),
      sql<string>`user_progress.notes`.as('note'),
      'user_progress.updated_at as changed_at',
    ])
    .select(accessibleBy(userId).as('hasPurchase'))
    .where('user_progress.user_id', '=', userId)
    .where('user_progress.notes', 'is not', null)
    .where(sql<boolean>`to_tsvector('english', user_progress.notes) @@ ${tsQuery(text)}`)
    .orderBy('user_progress.updated_at', 'desc')
    .limit(limit)
    .execute();
}
