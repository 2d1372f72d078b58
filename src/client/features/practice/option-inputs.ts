import { parseWholeNumber } from '../../../shared/digit-groups.ts';
import type { WeightedOption } from '../../../shared/practice/option-schemas.ts';

/** An option as text, as in the fields of a form. `weight` says how good the option is, from 0 to 100. */
export type OptionInput = { label: string; weight: string; why: string };

/** Options with these labels, without weights and reasons. */
export function namedOptions(labels: readonly string[]): OptionInput[] {
  return labels.map((label) => ({ label, weight: '', why: '' }));
}

export function optionInputs(options: readonly WeightedOption[]): OptionInput[] {
  return options.map((option) => ({ ...option, weight: String(option.weight) }));
}

/** Whether an option has any text. */
export const isUsed = ({ label, weight, why }: OptionInput) =>
  [label, weight, why].some((text) => text.trim() !== '');

/** The options that have any text. A weight that is missing or not a whole number is NaN, which the schema rejects. */
export function readOptions(options: readonly OptionInput[]): WeightedOption[] {
  return options.filter(isUsed).map((option) => ({ ...option, weight: parseWholeNumber(option.weight) }));
}

/** The name of the field at the path of a validation error: `weight-2` for the weight of the third option. */
export function fieldAt(
  [field, index, part]: readonly PropertyKey[],
  options: readonly OptionInput[],
): string {
  if (field !== 'options' || typeof index !== 'number') return String(field);
  const usedIndexes = options.flatMap((option, optionIndex) => (isUsed(option) ? [optionIndex] : []));
  return `${String(part)}-${usedIndexes[index] ?? index}`;
}

/** Removes the error messages about options. Called when the options change: the messages then no longer apply. */
export function withoutOptionErrors(errors: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).filter(([name]) => !/^options$|^(?:label|weight|why)-/.test(name)),
  );
}
