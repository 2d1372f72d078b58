import { z } from 'zod';
import { optionalText, requiredLine } from '../text-schemas.ts';
import { maxOptions } from './drill-rules.ts';
import { leakIds } from './leaks.ts';

export const leakSchema = z.enum(leakIds, { error: 'Choose a leak from the list' });

export const optionBounds = { labelLength: 60, whyLength: 500 } as const;

const weightMessage = 'Enter a whole number from 0 to 100';

/** An option of a decision or a drill. */
export const optionSchema = z.object({
  label: requiredLine('Name the option', optionBounds.labelLength),
  /** How good the option is, 0 to 100. With at least `rightFrom` (`drill-rules.ts`), it is a right answer. */
  weight: z.int(weightMessage).min(0, weightMessage).max(100, weightMessage),
  why: optionalText(optionBounds.whyLength),
});
export type WeightedOption = z.infer<typeof optionSchema>;

export const optionsSchema = z
  .array(optionSchema)
  .max(maxOptions, `Name at most ${maxOptions} options`)
  .refine(
    (options) => new Set(options.map(({ label }) => label.toLowerCase())).size === options.length,
    'Two options have the same name',
  );
