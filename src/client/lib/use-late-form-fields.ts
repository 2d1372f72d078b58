import { useRef } from 'react';
import type { z } from 'zod';
import type { ErrorText } from './error-text.ts';
import { type FieldState, type FieldStateOptions, useFieldState } from './use-field-state.ts';

export type LateFormFields<Name extends string, Output> = FieldState<Name> & {
  /**
   * The parsed values. If undefined, the errors are shown and the first one is focused, or `onUnavailable` was called.
   */
  check: () => Promise<Output | undefined>;
};

export type LateFormFieldsOptions<Name extends string, Output> = FieldStateOptions<Name> & {
  loadSchema: () => Promise<z.ZodType<Output>>;
  /** Called when the schema could not be loaded, so that nothing can be validated or sent. */
  onUnavailable: (failure: ErrorText) => void;
};

const unavailable: ErrorText = {
  message:
    'A part of this page did not arrive, so nothing was sent. Check your connection and try again. If that does not help, reload the page.',
};

/**
 * Like `useFormFields`, but the schema, which is larger than the form, is loaded separately. It is requested when the
 * user starts to type, and awaited when the form is validated.
 */
export function useLateFormFields<Name extends string, Output>({
  loadSchema,
  onUnavailable,
  ...options
}: LateFormFieldsOptions<Name, Output>): LateFormFields<Name, Output> {
  const schema = useRef<z.ZodType<Output>>(undefined);
  const asked = useRef<Promise<z.ZodType<Output> | undefined>>(undefined);

  /** @returns undefined if the schema could not be loaded; the next call retries */
  function load(): Promise<z.ZodType<Output> | undefined> {
    asked.current ??= loadSchema().then(
      (arrived) => {
        schema.current = arrived;
        return arrived;
      },
      (error: unknown) => {
        asked.current = undefined;
        console.warn('The checks of a form did not arrive', error);
        return undefined;
      },
    );
    return asked.current;
  }

  const { checkBy, ...state } = useFieldState<Name, Output>(
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
      const arrived = await load();
      if (arrived) return checkBy(arrived);
      onUnavailable(unavailable);
      return undefined;
    },
  };
}
