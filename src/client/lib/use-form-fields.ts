import type { z } from 'zod';
import { type FieldState, type FieldStateOptions, useFieldState } from './use-field-state.ts';

export type { FieldProps } from './use-field-state.ts';

export type FormFields<Name extends string, Output> = FieldState<Name> & {
  /**
   * Returns the parsed values. If they are invalid, shows the errors, focuses the first field with an error, and
   * returns undefined.
   */
  check: () => Output | undefined;
  /** Like `check`, and adds values that are not fields of the form. */
  checkWith: <Others extends object>(others: Others) => (Output & Others) | undefined;
};

export type FormFieldsOptions<Name extends string, Output> = FieldStateOptions<Name> & {
  schema: z.ZodType<Output>;
};

/** Text fields with a schema that is bundled with their page. To load the schema later, see `useLateFormFields`. */
export function useFormFields<Name extends string, Output>({
  schema,
  ...options
}: FormFieldsOptions<Name, Output>): FormFields<Name, Output> {
  const state = useFieldState<Name, Output>(options, () => schema);
  return {
    ...state,
    checkWith(others) {
      const values = state.check();
      return values && { ...values, ...others };
    },
  };
}
