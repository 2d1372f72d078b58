import type { z } from 'zod';
import type { AnalyticsProperties } from '../../shared/admin/analytics-events.ts';
import { noteBounds } from '../../shared/learning/note-bounds.ts';
import type {
  AllNotes,
  addNoteInput,
  allNotesInput,
  Note,
  NoteResource,
  updateNoteInput,
} from '../../shared/learning/notes.ts';
import { limits } from '../../shared/limits.ts';
import { savedMeanwhileText } from '../../shared/saved-meanwhile.ts';
import type { Actor } from '../actor.ts';
import { recordEvent } from '../audit/analytics.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { pageOf, unknownPage } from '../platform/db/paging.ts';
import {
  countNotes,
  deleteNoteRow,
  findNote,
  findNotes,
  findNotesPage,
  findSameNote,
  insertNote,
  lockNotes,
  lockOwnHand,
  type NotePosition,
  type NoteRow,
  summarizeNotes,
  updateNoteRow,
} from './notes.queries.ts';
import { notesFile } from './notes-file.ts';
import { requireOpenResource } from './open-session.operations.ts';

/**
 * The user's notes on a session or PDF, ordered by position, even if the user can no longer open that session or PDF.
 * Without a resource, all notes of the user. At most `limits.listCap` notes.
 */
export async function listNotes(
  deps: Deps,
  { userId }: Actor,
  resource: NoteResource | undefined,
): Promise<Note[]> {
  const rows = resource
    ? await findNotes(deps.db, userId, resource, limits.listCap)
    : await findNotesPage(deps.db, userId, {}, undefined, limits.listCap);
  return rows.map(present);
}

/** A page of all notes of the user, including those on content that is no longer accessible. */
export async function listAllNotes(
  deps: Deps,
  { userId }: Actor,
  { cursor, ...filter }: z.infer<typeof allNotesInput>,
): Promise<AllNotes> {
  const [summary, rows] = await Promise.all([
    cursor === undefined ? summarizeNotes(deps.db, userId) : undefined,
    findNotesPage(deps.db, userId, filter, noteCursor.read(cursor), noteBounds.pageSize + 1),
  ]);
  const { items, nextCursor } = pageOf(rows, noteBounds.pageSize, noteCursor.write);
  return {
    items: items.map(present),
    nextCursor,
    ...(summary && { found: rows[0]?.found ?? 0, ...summary }),
  };
}

/** `read` throws DomainError invalid_input for text that is not a cursor. */
const noteCursor = {
  write: ({ sort_key, id }: { sort_key: string; id: string }) => `${sort_key}|${id}`,
  read(cursor: string | undefined): NotePosition | undefined {
    if (cursor === undefined) return undefined;
    const match = /^(\{-[\d.]+(?:,(?:NULL|-?[\d.]+)){5}\})\|([0-9a-f-]{36})$/.exec(cursor);
    if (!match?.[1] || !match[2]) throw unknownPage();
    return { key: match[1], id: match[2] };
  },
};

/** The user's notes, at most `noteBounds.inFile`, as a Markdown document. */
export async function downloadNotes(deps: Deps, { userId }: Actor): Promise<string> {
  return notesFile((await findNotesPage(deps.db, userId, {}, undefined, noteBounds.inFile)).map(present));
}

function present(row: NoteRow): Note {
  return {
    id: row.id,
    place: presentPlace(row),
    title: row.title,
    text: row.text,
    hand:
      row.hand_id !== null && row.hand_line !== null
        ? { id: row.hand_id, title: row.hand_title, line: row.hand_line }
        : null,
    leaks: row.leaks,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function presentPlace(row: NoteRow): Note['place'] {
  const { session_id: session, product_id: product, pdf_number: plan, page } = row;
  if (session !== null) return { kind: 'session', id: session, atSeconds: row.at_seconds };
  if (product !== null) return { kind: 'product', id: product, page: page ?? 1 };
  return { kind: 'plan', id: plan ?? 0, page: page ?? 1 };
}

/**
 * Adds a note to a session or PDF that the user may open. If the same note exists already, returns that note,
 * so that a request whose response was lost can be repeated.
 * @throws DomainError not_found, also for another user's hand; forbidden; invalid_input for a page that the PDF does
 * not have; conflict at the limit of notes on one session or PDF
 */
export async function addNote(
  deps: Deps,
  actor: Actor,
  { place, text, handId }: z.infer<typeof addNoteInput>,
): Promise<Note> {
  await requireOpenResource(deps, actor, place);
  return inTransaction(deps.db, async (trx) => {
    const now = deps.now();
    await lockNotes(trx, actor.userId);
    const same = await findSameNote(trx, { userId: actor.userId, place, text, handId });
    if (same) return present(same);
    if ((await countNotes(trx, actor.userId, place)) >= noteBounds.perResource) {
      throw new DomainError(
        'conflict',
        `You have ${noteBounds.perResource} notes here. Delete one to make room.`,
      );
    }
    await requireOwnHand(trx, actor, handId);
    const id = await insertNote(trx, { userId: actor.userId, place, text, handId, now });
    await recordEvent(trx, 'note_added', {
      userId: actor.userId,
      properties: propertiesOf(place),
      at: now,
    });
    const row = await findNote(trx, actor.userId, id);
    if (!row) throw notFound('Note');
    return present(row);
  });
}

function propertiesOf({ kind, id }: NoteResource): AnalyticsProperties<'note_added'> {
  if (kind === 'session') return { sessionId: id };
  return kind === 'product' ? { productId: id } : { pdfNumber: id };
}

/** @throws DomainError not_found, with the field `handId`, for a hand that is not the user's own */
async function requireOwnHand(trx: Trx, actor: Actor, handId: string | null | undefined): Promise<void> {
  if (!handId || (await lockOwnHand(trx, actor.userId, handId))) return;
  const message = 'This hand was not found. Choose another one, or none.';
  throw new DomainError('not_found', message, { fields: { handId: message } });
}

/**
 * Changes the user's own note, even if the content is no longer accessible. Repeating the same change changes nothing.
 * @throws DomainError not_found, also for another user's note or hand; conflict if the note was changed after `seenAt`,
 * with the saved text in the field `text` and the time of the change in `seenAt`
 */
export async function updateNote(
  deps: Deps,
  actor: Actor,
  { id, text, handId, seenAt }: z.infer<typeof updateNoteInput>,
): Promise<Note> {
  return inTransaction(deps.db, async (trx) => {
    await lockNotes(trx, actor.userId);
    const before = await findNote(trx, actor.userId, id);
    if (!before) throw notFound('Note');
    if (before.text === text && (handId === undefined || before.hand_id === handId)) return present(before);
    if (seenAt !== undefined && before.updated_at !== seenAt) throw changedMeanwhile(before);
    await requireOwnHand(trx, actor, handId);
    await updateNoteRow(trx, actor.userId, id, {
      text,
      updated_at: deps.now(),
      ...(handId !== undefined && { hand_id: handId }),
    });
    const row = await findNote(trx, actor.userId, id);
    if (!row) throw notFound('Note');
    return present(row);
  });
}

function changedMeanwhile({ text, hand_line: line, updated_at: seenAt }: NoteRow): DomainError {
  const saved = line === null ? text : `${text} (hand: ${line})`;
  return new DomainError('conflict', savedMeanwhileText(saved), { fields: { text, seenAt } });
}

/** Deletes the user's own note. @throws DomainError not_found, also for another user's note */
export async function deleteNote(deps: Deps, actor: Actor, id: string): Promise<void> {
  if (!(await deleteNoteRow(deps.db, actor.userId, id))) throw notFound('Note');
}
