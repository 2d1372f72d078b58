import { useRef } from 'react';
import type { z } from 'zod';
import { type FieldState, type FieldStateOptions, useFieldState } from './use-field-state.ts';

export type LateFormFields<Name extends string, Output> = FieldState<Name> & {
  /**
   * Returns the parsed values. If they are invalid, shows the errors, focuses the first field with an error, and
   * returns undefined.
   */
  check: () => Promise<Output | undefined>;
};

export type LateFormFieldsOptions<Name extends string, Output> = FieldStateOptions<Name> & {
  loadSchema: () => Promise<z.ZodType<Output>>;
};

/**
 * Like `useFormFields`, but the schema, which is larger than the form, is loaded separately. It is requested when the
 * user starts to type, and awaited when the form is validated. If it cannot be loaded, only the server validates the
 * form.
 */
export function useLateFormFields<Name extends string, Output extends Record<Name, string>>({
  loadSchema,
  ...options
}: LateFormFieldsOptions<Name, Output>): LateFormFields<Name, Output> {
  const schema = useRef<z.ZodType<Output>>(undefined);
  const loading = useRef<Promise<void>>(undefined);

  /** If the schema cannot be loaded, the next call tries again. */
  function load(): Promise<void> {
    loading.current ??= loadSchema().then(
      (value) => {
        schema.current = value;
      },
      (error: unknown) => {
        loading.current = undefined;
        console.warn('The schema of a form could not be loaded', error);
      },
    );
    return loading.current;
  }

  const state = useFieldState<Name, Output>(
    {
      ...options,
      onChange(values) {
        void load();
        options.onChange?.(values);
      },
    },
    () => schema.current,
  );

  return {
    ...state,
    async check() {
      await load();
      return state.check();
    },
  };
}
