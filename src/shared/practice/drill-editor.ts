import { z } from 'zod';
import { cursorInput, pageView } from '../paging.ts';
import { requiredLine, requiredText } from '../text-schemas.ts';
import {
  deckKinds,
  drillBodySchema,
  drillBounds,
  drillIdInput,
  drillKinds,
  drillLeakSchema,
  drillOptionSchema,
  drillPlaceSchema,
  promptSchema,
} from './drills.ts';

/**
 * After at least `from` attempts, a drill is flagged if fewer than `mostlyWrong` percent of the answers are right, or
 * more than `mostlyRight` percent.
 */
export const flagBounds = { from: 20, mostlyWrong: 15, mostlyRight: 95 } as const;

export const saveDeckInput = z.object({
  title: requiredLine('Name the deck', drillBounds.titleLength),
  /** The session, PDF or coaching plan that the deck belongs to; null for a deck that is open to all students. */
  place: drillPlaceSchema.nullable(),
});
export type SaveDeckInput = z.infer<typeof saveDeckInput>;
export const createdIdView = z.object({ id: z.string() });

const drillContentSchema = z.object({
  leak: drillLeakSchema,
  place: drillPlaceSchema.nullable(),
  prompt: promptSchema,
  body: drillBodySchema,
  options: z
    .array(drillOptionSchema)
    .max(5, 'Name at most 5 options')
    .refine(
      (options) => new Set(options.map(({ label }) => label.toLowerCase())).size === options.length,
      'Two options have the same name',
    ),
  reason: requiredText('Write the reason', drillBounds.reasonLength),
});
export type DrillContent = z.infer<typeof drillContentSchema>;

/** Omit `id` to create a drill. */
export const saveDrillInput = drillContentSchema.extend({
  // Only for input, so that stored drills can still be opened and corrected.
  body: drillBodySchema.refine(
    (body) => body.kind !== 'odds' || !body.hand.some((card) => body.board.includes(card)),
    { path: ['board'], message: 'The same card appears twice' },
  ),
  id: z.uuid('Unknown drill').optional(),
  /** The version that was edited, so that a newer one is not overwritten. */
  version: z.int().min(1).optional(),
  deckId: z.uuid('Choose a deck'),
});
export type SaveDrillInput = z.infer<typeof saveDrillInput>;

export const archiveDrillInput = drillIdInput.extend({ isArchived: z.boolean() });

const drillFlags = ['mostly wrong', 'mostly right', 'unclear'] as const;

const drillFiguresView = z.object({
  id: z.string(),
  deckTitle: z.string(),
  kind: z.enum(drillKinds),
  prompt: z.string(),
  /** The hand up to the decision; null for other kinds of drills. */
  line: z.string().nullable(),
  leak: drillLeakSchema.nullable(),
  version: z.int(),
  isArchived: z.boolean(),
  /** Attempts of all students at the newest version. */
  tries: z.int(),
  /** Share of right answers in percent; null without an attempt. */
  rightShare: z.int().nullable(),
  medianSeconds: z.int().nullable(),
  /** How many students reported the newest version as unclear. */
  unclear: z.int(),
  flags: z.array(z.enum(drillFlags)),
});
export type DrillFigures = z.infer<typeof drillFiguresView>;

/** `asked` contains all drills that are not archived; `unclear`, those of them that were reported as unclear. */
export const drillLists = ['asked', 'unclear', 'archived'] as const;
export type DrillList = (typeof drillLists)[number];

export const listDrillsInput = z.object({
  cursor: cursorInput,
  deckId: z.uuid('Unknown deck').optional(),
  leak: drillLeakSchema.optional(),
  list: z.enum(drillLists, { error: 'Unknown list' }).default('asked'),
});
export type ListDrillsInput = z.infer<typeof listDrillsInput>;
export const drillFiguresListView = pageView(drillFiguresView);

/** A session, PDF or coaching plan that can have a deck and that a drill can link to. */
export const offeredPlaceView = drillPlaceSchema.extend({ number: z.int(), title: z.string() });
export type OfferedPlace = z.infer<typeof offeredPlaceView>;

export const coachDeckView = z.object({
  id: z.string(),
  kind: z.enum(deckKinds),
  title: z.string(),
  drills: z.int(),
});

export const editedDrillView = drillContentSchema.extend({
  id: z.string(),
  deckId: z.string(),
  leak: drillLeakSchema.nullable(),
  version: z.int(),
  isArchived: z.boolean(),
  /** How many students reported this version as unclear. */
  unclear: z.int(),
});
export type EditedDrill = z.infer<typeof editedDrillView>;
