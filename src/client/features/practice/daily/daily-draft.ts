import { z } from 'zod';
import { parseWholeNumber } from '../../../../shared/digit-groups.ts';
import { type PlannedDay, saveDailyInput } from '../../../../shared/practice/daily.ts';
import { fieldAt, isUsed, readOptions } from '../option-inputs.ts';

export const optionIndexes = [0, 1, 2, 3, 4] as const;
type OptionIndex = (typeof optionIndexes)[number];

type OptionField = `${'label' | 'weight' | 'why'}-${OptionIndex}`;
const fieldNames = ['handId', 'atAction', 'question', 'reason', 'leak', 'productId'] as const;

/** The values of the form's fields, as text. */
export type DailyDraft = Record<(typeof fieldNames)[number] | OptionField, string>;

export function dailyDraftOf(spot: PlannedDay['spot']): DailyDraft {
  const options = optionIndexes.flatMap((optionIndex) => {
    const { label = '', weight, why = '' } = spot?.options[optionIndex] ?? {};
    return [
      [`label-${optionIndex}`, label],
      [`weight-${optionIndex}`, weight === undefined ? '' : String(weight)],
      [`why-${optionIndex}`, why],
    ];
  });
  return {
    handId: spot?.handId ?? '',
    atAction: spot ? String(spot.atAction) : '',
    question: spot?.question ?? '',
    reason: spot?.reason ?? '',
    leak: spot?.leak ?? '',
    productId: spot?.productId ? String(spot.productId) : '',
    ...(Object.fromEntries(options) as Record<OptionField, string>),
  };
}

const serverSchema = saveDailyInput.omit({ day: true, updatedAt: true });

/** Applies the server's rules to the typed text. Options without any text are ignored. */
export const dailyDraftSchema = z
  .record(z.string(), z.string())
  .transform((draft, context): z.infer<typeof serverSchema> => {
    const text = (field: string) => draft[field]?.trim() ?? '';
    const options = optionIndexes.map((optionIndex) => ({
      label: text(`label-${optionIndex}`),
      weight: text(`weight-${optionIndex}`),
      why: text(`why-${optionIndex}`),
    }));
    const parsed = serverSchema.safeParse({
      ...draft,
      atAction: parseWholeNumber(text('atAction')),
      options: readOptions(options),
      leak: text('leak') === '' ? null : draft.leak,
      productId: text('productId') === '' ? null : Number(draft.productId),
    });
    if (parsed.success) return parsed.data;
    // An error about the whole list, such as too few options, is shown at the first empty option.
    const firstEmpty = Math.max(
      0,
      options.findIndex((option) => !isUsed(option)),
    );
    for (const { path, message } of parsed.error.issues) {
      const field = fieldAt(path, options);
      context.addIssue({
        code: 'custom',
        path: [field === 'options' ? `label-${firstEmpty}` : field],
        message,
      });
    }
    return z.NEVER;
  });
