import type { z } from 'zod';
import {
  type addNoteInput,
  learningLimits,
  type SessionNote,
  type updateNoteInput,
} from '../../shared/learning/learning.ts';
import { limits } from '../../shared/limits.ts';
import type { Actor } from '../actor.ts';
import { recordEvent } from '../audit/analytics.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import {
  countNotes,
  deleteNoteRow,
  findNote,
  findNotes,
  insertNote,
  lockNotes,
  lockOwnHand,
  type NoteRow,
  updateNoteRow,
} from './notes.queries.ts';
import { findOpenSession } from './open-session.operations.ts';

/** The user's notes on a session by position, or all notes, newest first. Includes sessions that are locked by now. */
export async function listNotes(
  deps: Deps,
  actor: Actor,
  sessionId: number | undefined,
): Promise<SessionNote[]> {
  return (await findNotes(deps.db, actor.userId, sessionId, limits.listCap)).map(present);
}

function present(row: NoteRow): SessionNote {
  return {
    id: row.id,
    sessionId: row.session_id,
    sessionTitle: row.session_title,
    atSeconds: row.at_seconds,
    text: row.text,
    hand:
      row.hand_id !== null && row.hand_line !== null
        ? { id: row.hand_id, title: row.hand_title, line: row.hand_line }
        : null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/**
 * Adds a note to a session that the user may open.
 * @throws DomainError not_found, also for another user's hand; forbidden; conflict at the limit of notes per session
 */
export async function addNote(
  deps: Deps,
  actor: Actor,
  input: z.infer<typeof addNoteInput>,
): Promise<SessionNote> {
  const session = await findOpenSession(deps, actor, input.sessionId);
  return inTransaction(deps.db, async (trx) => {
    const now = deps.now();
    await lockNotes(trx, actor.userId);
    if ((await countNotes(trx, actor.userId, session.id)) >= learningLimits.notesPerSession) {
      throw new DomainError(
        'conflict',
        `A session holds at most ${learningLimits.notesPerSession} notes. Delete one to make room.`,
      );
    }
    await requireOwnHand(trx, actor, input.handId);
    const id = await insertNote(trx, {
      userId: actor.userId,
      sessionId: session.id,
      atSeconds: input.atSeconds,
      text: input.text,
      handId: input.handId,
      now,
    });
    await recordEvent(trx, 'note_added', {
      userId: actor.userId,
      properties: { sessionId: session.id },
      at: now,
    });
    const row = await findNote(trx, actor.userId, id);
    if (!row) throw notFound('Note');
    return present(row);
  });
}

/** @throws DomainError not_found for a hand that is not the user's own */
async function requireOwnHand(trx: Trx, actor: Actor, handId: string | null | undefined): Promise<void> {
  if (handId && !(await lockOwnHand(trx, actor.userId, handId))) throw notFound('Hand');
}

/**
 * Changes the user's own note, even if its session is locked by now.
 * @throws DomainError not_found, also for another user's note or hand
 */
export async function updateNote(
  deps: Deps,
  actor: Actor,
  { id, text, atSeconds, handId }: z.infer<typeof updateNoteInput>,
): Promise<SessionNote> {
  return inTransaction(deps.db, async (trx) => {
    await requireOwnHand(trx, actor, handId);
    const changed = await updateNoteRow(trx, actor.userId, id, {
      text,
      updated_at: deps.now(),
      ...(atSeconds !== undefined && { at_seconds: atSeconds }),
      ...(handId !== undefined && { hand_id: handId }),
    });
    const row = changed ? await findNote(trx, actor.userId, id) : undefined;
    if (!row) throw notFound('Note');
    return present(row);
  });
}

/** Deletes the user's own note. @throws DomainError not_found, also for another user's note */
export async function deleteNote(deps: Deps, actor: Actor, id: string): Promise<void> {
  if (!(await deleteNoteRow(deps.db, actor.userId, id))) throw notFound('Note');
}
