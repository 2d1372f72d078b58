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
    return false;
  }
}, 'A hand is raised and called more often than it is dealt');
export type RangeCells = z.infer<typeof rangeCells>;

export const rangeIdInput = z.object({ id: z.uuid('Unknown range') });

/** Saves a draft. Without an id: a new range. Only a coach can set `ofAcademy`. */
export const saveRangeInput = z.object({
  id: z.uuid('Unknown range').optional(),
  ofAcademy: z.boolean().default(false),
  name: requiredLine('Enter a name', rangeBounds.nameLength),
  situation: optionalLine('Enter the situation', rangeBounds.situationLength).default(''),
  cells: rangeCells,
});
export type SaveRangeInput = z.infer<typeof saveRangeInput>;

export const publishRangeInput = rangeIdInput.extend({
  note: optionalLine('Enter a note', rangeBounds.noteLength).default(''),
});
export const restoreRangeInput = rangeIdInput.extend({ version: z.int('Unknown version').min(1) });

export const rangeListView = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      situation: z.string(),
      isOfAcademy: z.boolean(),
      version: z.int(),
      cells: rangeCells,
      /** Cells that changed since the user trained the range; null if they never did. */
      changed: z.int().nullable(),
      /** Cells that the user answered wrong. */
      missed: z.int(),
    }),
  ),
  own: z.object({ stored: z.int(), limit: z.int() }),
  /** Whether the user may make ranges of the academy. */
  canPublish: z.boolean(),
});

export const rangeView = z.object({
  id: z.string(),
  name: z.string(),
  situation: z.string(),
  isOfAcademy: z.boolean(),
  canEdit: z.boolean(),
  version: z.int(),
  /** As published; of an unpublished range, the draft. */
  cells: rangeCells,
  /** Only for those who may edit it. */
  draft: rangeCells.nullable(),
  versions: z.array(z.object({ version: z.int(), note: z.string(), createdAt: z.string() })),
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
  /** The version that was asked; without it, or once it was forgotten, the newest. */
  version: z.int('Unknown version').min(0).optional(),
});
export const trainAnswerView = z.object({ isRight: z.boolean(), raise: z.number(), call: z.number() });
