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
  /** Without a schema, only the server validates the values. */
  schema?: z.ZodType<Output> | undefined;
};

/**
 * Text fields with a schema that is bundled with their page. Pages of students load no schema before a form is used
 * (`client/bundle-budget.test.ts`): their forms are in `lazyDialog` or `lazyInPlace`, have no schema, or load it later
 * with `useLateFormFields`.
 */
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
