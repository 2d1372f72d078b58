import { z } from 'zod';
import { cursorInput, pageView } from '../paging.ts';
import { leakIds } from '../practice/leaks.ts';
import { productIdSchema } from '../shop/products.ts';
import { optionalText } from '../text-schemas.ts';
import { noteBounds } from './note-bounds.ts';
import { pageNumber, readingResource } from './reading.ts';

/** One week. No video is longer. */
export const maxPositionSeconds = 7 * 24 * 60 * 60;

const session = z.object({ kind: z.literal('session'), id: productIdSchema });
const [product, plan] = readingResource.options;

/** What a note may belong to: a session, a product's PDF, or a coaching plan. */
const noteResource = z.discriminatedUnion('kind', [session, product, plan]);
export type NoteResource = z.infer<typeof noteResource>;

const atSeconds = z.number().min(0).max(maxPositionSeconds).transform(Math.floor).nullable();

/** A second of a session's video, a session as a whole, or a page of a PDF. */
const notePlace = z.discriminatedUnion('kind', [
  session.extend({ atSeconds: atSeconds.default(null) }),
  product.extend({ page: pageNumber }),
  plan.extend({ page: pageNumber }),
]);
export type NotePlace = z.infer<typeof notePlace>;

/** The hand that the author attached to a note. */
const handOfNoteView = z.object({
  id: z.uuid(),
  title: z.string().nullable(),
  /** A summary of the hand in one line. */
  line: z.string(),
});
export type HandOfNote = z.infer<typeof handOfNoteView>;

export const notePlaceView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('session'), id: z.int(), atSeconds: z.int().nullable() }),
  z.object({ kind: z.literal(['product', 'plan']), id: z.int(), page: z.int() }),
]);

/** Visible only to its author. */
export const noteView = z.object({
  id: z.uuid(),
  place: notePlaceView,
  /** The title of the session, PDF or coaching plan. */
  title: z.string(),
  text: z.string(),
  /** Null without a hand, and after the hand was deleted. */
  hand: handOfNoteView.nullable(),
  /**
   * The leaks of the drills that the author made from the note's hand; if there are none, the leaks of the drills that
   * belong to the session, PDF or coaching plan.
   */
  leaks: z.array(z.enum(leakIds)),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Note = z.infer<typeof noteView>;

const noteText = optionalText(noteBounds.textLength)
  .transform((text) => text.trim())
  .refine((text) => text !== '', 'Write something first');
/** One of the user's own hands. */
const handId = z.uuid('Unknown hand').nullable();

export const addNoteInput = z.object({ place: notePlace, text: noteText, handId: handId.default(null) });
export const updateNoteInput = z.object({
  id: z.uuid('Unknown note'),
  text: noteText,
  handId: handId.optional(),
  /** `updatedAt` of the note that the user edited; absent from clients of the previous version. */
  seenAt: z.string().optional(),
});
export const noteIdInput = z.object({ id: z.uuid('Unknown note') });
/** Clients of the previous version omit this input to request all notes. */
export const listNotesInput = noteResource.optional();

/** `q`: text in the note, the title of its session, PDF or plan, or the title and summary line of its hand. */
const noteFilter = z.object({
  q: z.string().trim().max(noteBounds.searchLength).optional(),
  leak: z.enum(leakIds).optional(),
});
export type NoteFilter = z.infer<typeof noteFilter>;

export const allNotesInput = noteFilter.extend({ cursor: cursorInput });
/**
 * Notes grouped by session, PDF or coaching plan. The group with the newest note comes first; each group is sorted by
 * position. Only the first page contains `found`, the number of notes that match the filter, `total`, the number of all
 * the user's notes, and `leaks`, the leaks of all the user's notes.
 */
export const allNotesView = pageView(noteView).extend({
  found: z.int().optional(),
  total: z.int().optional(),
  leaks: z.array(z.enum(leakIds)).optional(),
});
export type AllNotes = z.infer<typeof allNotesView>;
