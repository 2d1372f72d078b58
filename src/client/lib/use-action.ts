import type { UseMutationResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { describeError, type ErrorText } from './error-text.ts';
import type { FormFields } from './use-form-fields.ts';
import { usePageRestored } from './use-page-restored.ts';
import type { StoredForm } from './use-stored-form.ts';

export type ActionOptions<Output> = {
  /** The form whose values are sent. Server errors about a field are shown beside it. */
  form?: Pick<FormFields<string, unknown>, 'showServerErrors'> &
    Partial<Pick<StoredForm<string, unknown, unknown>, 'showConflict' | 'forgetSent'>>;
  /** Maps the server's field names to those of the form where they differ: `{ amountCents: 'amount' }`. */
  fieldNames?: Readonly<Record<string, string>>;
  /** The URL to navigate to on success. The action stays pending until the page is left. */
  redirectTo?: (output: Output) => string;
  /**
   * Leaves the form after success: navigates, or closes its dialog. Called after the mutation's own callbacks, but not
   * if the component was unmounted meanwhile, because the user is then somewhere else.
   */
  leave?: (output: Output) => void;
};

export type Action<Input, Output> = {
  isPending: boolean;
  isSuccess: boolean;
  data: Output | undefined;
  /** The input that is being sent or was sent last. */
  variables: Input | undefined;
  /** Why the last attempt failed. */
  failure: ErrorText | undefined;
  /** Sends the input, unless a request is in progress. */
  run: (input: Input) => void;
  /** Like `run`, with the result of `check`. Clears the last failure, and sends nothing if the result is undefined. */
  submit: (check: () => Input | undefined) => void;
  /** Clears the last result, unless a request is in progress. */
  reset: () => void;
};

/**
 * A mutation started by a user: `useAction(trpc.goals.save.useMutation({ onSuccess }))`. Only one request is in
 * progress at a time, and its error is available as text. The mutation's own `onSuccess` reloads the data that the
 * mutation changes, and shows messages; it is called even if the user has left the page. Code that navigates or closes
 * a dialog belongs in `leave`.
 */
export function useAction<Output, Failure, Input, Context>(
  mutation: UseMutationResult<Output, Failure, Input, Context>,
  { form, fieldNames = {}, redirectTo, leave }: ActionOptions<Output> = {},
): Action<Input, Output> {
  const { mutate, reset, data, variables, error, isSuccess } = mutation;
  // `isPending` is set one render later. A second click before that render must not send the input again.
  const sending = useRef(false);
  /** The last error that the fields of the form show. */
  const [errorAtFields, setErrorAtFields] = useState<unknown>();

  // A page restored from the bfcache was frozen during its request, and the response is lost.
  usePageRestored(() => {
    if (!sending.current) return;
    sending.current = false;
    reset();
  });

  function run(input: Input) {
    if (sending.current) return;
    sending.current = true;
    // Unlike the callbacks of the mutation, these callbacks are not called after the component is unmounted, so that
    // the action does not navigate away from another page.
    mutate(input, {
      onSuccess(output) {
        if (redirectTo) window.location.assign(redirectTo(output));
        else sending.current = false;
        form?.forgetSent?.();
        leave?.(output);
      },
      onError(failure) {
        sending.current = false;
        const { code, fields } = describeError(failure);
        if (code === 'conflict') form?.showConflict?.();
        if (fields && form?.showServerErrors(renamed(fields, fieldNames))) setErrorAtFields(failure);
      },
    });
  }

  return {
    isPending: mutation.isPending || (redirectTo !== undefined && isSuccess),
    isSuccess,
    data,
    variables,
    failure: error ? { ...describeError(error), isAtFields: error === errorAtFields } : undefined,
    run,
    submit(check) {
      if (sending.current) return;
      reset();
      const input = check();
      if (input !== undefined) run(input);
    },
    reset() {
      if (!sending.current) reset();
    },
  };
}

function renamed(
  fields: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, message]) => [names[name] ?? name, message]));
}
