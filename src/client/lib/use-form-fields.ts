import type { z } from 'zod';
import { type FieldState, type FieldStateOptions, useFieldState } from './use-field-state.ts';

export type { FieldProps } from './use-field-state.ts';

export type FormFields<Name extends string, Output> = FieldState<Name> & {
  /** The parsed values, or undefined: then the errors are shown and the first one has the focus. */
  check: () => Output | undefined;
};

export type FormFieldsOptions<Name extends string, Output> = FieldStateOptions<Name> & {
  schema: z.ZodType<Output>;
};

/** Text fields checked by a schema that came with their page; see `useLateFormFields` for the pages of a first visit. */
export function useFormFields<Name extends string, Output>({
  schema,
  ...options
}: FormFieldsOptions<Name, Output>): FormFields<Name, Output> {
  const { checkBy, ...state } = useFieldState<Name, Output>(options, () => schema);
  return { ...state, check: () => checkBy(schema) };
}
