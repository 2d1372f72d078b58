import { z } from 'zod';
import { parseRange } from '../poker/range.ts';
import { startingHandCount } from '../poker/starting-hands.ts';
import { optionalLine, requiredLine } from '../text-schemas.ts';
import { rangeActions, rangeBounds, weightsOf } from './range-weights.ts';

const notation = z
  .string()
  .max(4_000, 'This range is too long')
  .superRefine((text, context) => {
    try {
      parseRange(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'Not a range' });
    }
  });

/** How often each hand is raised and called, in range notation. The rest is folded. */
const rangeCells = z.object({ raise: notation, call: notation }).refine((cells) => {
  try {
    return weightsOf(cells).every((cell) =>
      (cell.combos ?? [cell]).every((each) => each.raise + each.call <= 1.0001),
    );
  } catch {
    // The notation has its own error.
    return true;
  }
}, 'The raise and call frequencies of a hand add up to more than 100%');
export type RangeCells = z.infer<typeof rangeCells>;

export const rangeIdInput = z.object({ id: z.uuid('Unknown range') });
/** `updatedAt` of the range when editing began. If omitted, concurrent changes are overwritten. */
const editedFrom = z.iso.datetime({ error: 'Load the range again' }).optional();

/** Saves a draft. Omit `id` to create a range. Only a coach can set `ofAcademy`. */
export const saveRangeInput = z.object({
  id: z.uuid('Unknown range').optional(),
  /** The id of a new range, so that a repeated request creates one. */
  key: z.uuid('Unknown range').optional(),
  ofAcademy: z.boolean().default(false),
  name: requiredLine('Enter a name', rangeBounds.nameLength),
  situation: optionalLine('Enter the situation', rangeBounds.situationLength).default(''),
  cells: rangeCells,
  editedFrom,
});
export type SaveRangeInput = z.infer<typeof saveRangeInput>;
export const savedRangeView = z.object({ id: z.string(), updatedAt: z.string() });

export const publishRangeInput = rangeIdInput.extend({
  note: optionalLine('Enter a note', rangeBounds.noteLength).default(''),
  editedFrom,
});
export const restoreRangeInput = rangeIdInput.extend({
  version: z.int('Unknown version').min(1),
  editedFrom,
});

export const rangeListView = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      situation: z.string(),
      isOfAcademy: z.boolean(),
      version: z.int(),
      cells: rangeCells,
      /**
       * How many cells changed since the version that the user trained last; null if there is none or it was deleted.
       */
      changed: z.int().nullable(),
      /** How many cells the trainer asks again because the user answered them wrong. */
      missed: z.int(),
    }),
  ),
  own: z.object({ stored: z.int(), limit: z.int() }),
  /** Whether the user may create ranges of the academy. */
  canPublish: z.boolean(),
});

export type RangeItem = z.infer<typeof rangeListView>['items'][number];

export const rangeView = z.object({
  id: z.string(),
  name: z.string(),
  situation: z.string(),
  isOfAcademy: z.boolean(),
  canEdit: z.boolean(),
  version: z.int(),
  /** The published cells; the draft if the range was never published. */
  cells: rangeCells,
  /** The draft's cells; null without a draft, and for users who may not edit the range. */
  draft: rangeCells.nullable(),
  updatedAt: z.string(),
  versions: z.array(z.object({ version: z.int(), note: z.string(), createdAt: z.string() })),
  /**
   * The version that the user trained last, the cells that have changed since then, and the user's answers; null if
   * there is no such version or it was deleted.
   */
  learned: z
    .object({ version: z.int(), changed: z.array(z.int()), asked: z.int(), correct: z.int() })
    .nullable(),
});
export type RangeView = z.infer<typeof rangeView>;

const cell = z
  .int('Unknown hand')
  .min(0, 'Unknown hand')
  .max(startingHandCount - 1, 'Unknown hand');
export const trainingView = z.object({ version: z.int(), cells: z.array(cell) });
export const trainAnswerInput = rangeIdInput.extend({
  cell,
  action: z.enum(rangeActions, { error: 'Choose an action' }),
  /** The version that the question came from. The newest is used if it is omitted or no longer stored. */
  version: z.int('Unknown version').min(0).optional(),
});
export const trainAnswerView = z.object({ isRight: z.boolean(), raise: z.number(), call: z.number() });
