import { type InferResult, type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { NoteFilter, NotePlace, NoteResource } from '../../shared/learning/notes.ts';
import type { LeakId } from '../../shared/practice/leaks.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { containing } from '../platform/db/like-pattern.ts';
import { lockKey } from '../platform/db/lock-key.ts';
import type { SessionNotesTable } from '../platform/db/tables/learning-tables.ts';

/**
 * `title` is the title of the session, PDF or coaching plan. `hand_line` and `hand_title` are the one-line summary and
 * the title of the note's hand; null if the note has no hand.
 */
export type NoteRow = InferResult<ReturnType<typeof selectNotes>>[number];

const leaksOfPlace = sql`array(
  select drills.leak from decks join drills on drills.deck_id = decks.id
  where decks.published_at is not null and drills.archived_at is null and drills.leak is not null
    and decks.product_id = coalesce(session_notes.session_id, session_notes.product_id)
  union
  select drills.leak from decks join drills on drills.deck_id = decks.id
  where decks.published_at is not null and drills.archived_at is null and drills.leak is not null
    and decks.pdf_number = session_notes.pdf_number
)`;

const leaksOfHand = sql`array(
  select distinct drills.leak from drills join decks on decks.id = drills.deck_id
  where drills.hand_id = session_notes.hand_id and decks.owner_id = session_notes.user_id
    and drills.archived_at is null and drills.leak is not null
)`;

/**
 * The leaks of the drills that the author made from the note's hand; if there are none, the leaks of the drills of the
 * note's session, PDF or coaching plan.
 */
const leaks = sql<LeakId[]>`coalesce(nullif(${leaksOfHand}, '{}'), ${leaksOfPlace})`;

/** A coaching plan that no admin has named has the title of its `coachingPlanPlaceholder`. */
const title = sql<string>`coalesce(
  products.title, coaching_pdfs.title, 'Coaching Plan ' || session_notes.pdf_number)`;

const resourceColumns = { session: 'session_id', product: 'product_id', plan: 'pdf_number' } as const;

/** The columns that state where a note belongs. */
function placeColumns(place: NotePlace): Insertable<Omit<SessionNotesTable, 'user_id' | 'text'>> {
  const position = place.kind === 'session' ? { at_seconds: place.atSeconds } : { page: place.page };
  return { [resourceColumns[place.kind]]: place.id, ...position };
}

function selectNotes(db: Db | Trx) {
  return db
    .selectFrom('session_notes')
    .leftJoin('products', (join) =>
      join.on('products.id', '=', sql<number>`coalesce(session_notes.session_id, session_notes.product_id)`),
    )
    .leftJoin('coaching_pdfs', 'coaching_pdfs.pdf_number', 'session_notes.pdf_number')
    .leftJoin('hands', (join) =>
      join
        .onRef('hands.id', '=', 'session_notes.hand_id')
        .onRef('hands.owner_id', '=', 'session_notes.user_id'),
    )
    .selectAll('session_notes')
    .select(title.as('title'))
    .select(['hands.line as hand_line', 'hands.title as hand_title'])
    .select(leaks.as('leaks'));
}

/** Notes on one session, PDF or coaching plan, by position. */
export async function findNotes(
  db: Db,
  userId: string,
  resource: NoteResource,
  limit: number,
): Promise<NoteRow[]> {
  return selectNotes(db)
    .where('session_notes.user_id', '=', userId)
    .where(`session_notes.${resourceColumns[resource.kind]}`, '=', resource.id)
    .orderBy(sql`session_notes.at_seconds nulls last`)
    .orderBy('session_notes.page')
    .orderBy('session_notes.created_at')
    .limit(limit)
    .execute();
}

/** The note after which the next page starts: its `sort_key` as text, and its id. */
export type NotePosition = { key: string; id: string };

/**
 * A user's notes, grouped by session, PDF or coaching plan. The group with the newest note comes first; within a group,
 * the notes are sorted by position. `found`: the number of notes that match, on all pages.
 * @param after - the position of the last note of the previous page, which may have been deleted
 */
export async function findNotesPage(
  db: Db,
  userId: string,
  { q = '', leak }: NoteFilter,
  after: NotePosition | undefined,
  limit: number,
) {
  const pattern = containing(q);
  return db
    .with('matching', () =>
      selectNotes(db)
        .where('session_notes.user_id', '=', userId)
        .where(sql<boolean>`lower(concat_ws(' ', ${title}, text, hands.title, hands.line)) like ${pattern}`)
        .$if(leak !== undefined, (rows) => rows.where(sql<boolean>`${leak} = any(${leaks})`))
        .select((eb) => eb.fn.countAll<number>().over().as('found'))
        .select(
          // The negative time of the group's newest note; the group; the position in the group.
          sql<string>`array[
            -extract(epoch from max(session_notes.created_at) over (
              partition by session_notes.session_id, session_notes.product_id, session_notes.pdf_number)),
            session_notes.session_id, session_notes.product_id, session_notes.pdf_number,
            coalesce(at_seconds, page, -1), extract(epoch from session_notes.created_at)]`.as('sort_key'),
        ),
    )
    .selectFrom('matching')
    .selectAll()
    .select(sql<string>`sort_key::text`.as('sort_key'))
    .where(after === undefined ? sql<boolean>`true` : isBehindNote(after))
    .orderBy('matching.sort_key')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Whether a note comes after the last note of the previous page. Notes of the same group are compared by position only,
 * because the time of the group changes if its newest note is deleted.
 */
function isBehindNote({ key, id }: NotePosition): RawBuilder<boolean> {
  const last = sql`${key}::numeric[]`;
  return sql<boolean>`case when sort_key[2:4] = (${last})[2:4]
    then (sort_key[5:6], id) > ((${last})[5:6], ${id}::uuid) else sort_key > ${last} end`;
}

/** How many notes a user has, and the leaks of all of them. */
export async function summarizeNotes(db: Db, userId: string) {
  return db
    .with('own', () => selectNotes(db).where('session_notes.user_id', '=', userId))
    .selectNoFrom([
      sql<number>`(select count(*) from own)`.as('total'),
      sql<LeakId[]>`array(select distinct unnest(leaks) from own)`.as('leaks'),
    ])
    .executeTakeFirstOrThrow();
}

export async function findNote(db: Db | Trx, userId: string, id: string): Promise<NoteRow | undefined> {
  return selectNotes(db)
    .where('session_notes.user_id', '=', userId)
    .where('session_notes.id', '=', id)
    .executeTakeFirst();
}

/** The user's note with this text and hand at this position, if there is one. */
export async function findSameNote(
  trx: Trx,
  note: { userId: string; place: NotePlace; text: string; handId: string | null },
): Promise<NoteRow | undefined> {
  const position =
    note.place.kind === 'session'
      ? ({ column: 'session_notes.at_seconds', value: note.place.atSeconds } as const)
      : ({ column: 'session_notes.page', value: note.place.page } as const);
  return selectNotes(trx)
    .where('session_notes.user_id', '=', note.userId)
    .where(`session_notes.${resourceColumns[note.place.kind]}`, '=', note.place.id)
    .where(position.column, 'is not distinct from', position.value)
    .where('session_notes.text', '=', note.text)
    .where('session_notes.hand_id', 'is not distinct from', note.handId)
    .limit(1)
    .executeTakeFirst();
}

/** Whether a hand is the user's own. If it is, it cannot be deleted before the transaction ends. */
export async function lockOwnHand(trx: Trx, userId: string, handId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('hands')
    .select('id')
    .where('id', '=', handId)
    .where('owner_id', '=', userId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Until the transaction ends, no other transaction can insert or change notes of this user. */
export async function lockNotes(trx: Trx, userId: string): Promise<void> {
  await lockKey(trx, `notes:${userId}`);
}

export async function countNotes(trx: Trx, userId: string, { kind, id }: NoteResource): Promise<number> {
  const row = await trx
    .selectFrom('session_notes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where(resourceColumns[kind], '=', id)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertNote(
  trx: Trx,
  note: { userId: string; place: NotePlace; text: string; handId: string | null; now: Date },
): Promise<string> {
  const row = await trx
    .insertInto('session_notes')
    .values({
      user_id: note.userId,
      ...placeColumns(note.place),
      text: note.text,
      hand_id: note.handId,
      created_at: note.now,
      updated_at: note.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Does nothing for unknown notes and those of other users. */
export async function updateNoteRow(
  trx: Trx,
  userId: string,
  id: string,
  changes: Updateable<SessionNotesTable>,
): Promise<void> {
  await trx
    .updateTable('session_notes')
    .set(changes)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** @returns false for unknown notes and those of other users */
export async function deleteNoteRow(db: Db, userId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('session_notes')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
