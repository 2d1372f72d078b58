import type { DrillOption } from '../../../shared/practice/drills.ts';

/** An option as typed. */
export type TypedOption = { label: string; weight: string; why: string };

export const emptyOptions: readonly TypedOption[] = Array.from({ length: 3 }, () => ({
  label: '',
  weight: '',
  why: '',
}));

export function typedOptions(options: readonly DrillOption[]): TypedOption[] {
  return options.map((option) => ({ ...option, weight: String(option.weight) }));
}

/** The options with a name. Without a weight they count as 0. */
export function readOptions(options: readonly TypedOption[]): DrillOption[] {
  return options
    .filter(({ label }) => label.trim() !== '')
    .map((option) => ({ ...option, weight: option.weight.trim() === '' ? 0 : Number(option.weight) }));
}
