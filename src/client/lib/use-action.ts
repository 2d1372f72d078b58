import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { describeError, type ErrorText } from './error-text.ts';
import type { FormFields } from './use-form-fields.ts';
import { usePageRestored } from './use-page-restored.ts';

export type ActionOptions<Output> = {
  /** The form whose values are sent: the server's error about a field is shown beside it. */
  form?: Pick<FormFields<string, unknown>, 'showServerErrors'>;
  /** Where the server's name of a value is not the field's: `{ amountCents: 'amount' }`. */
  fieldNames?: Readonly<Record<string, string>>;
  /** The URL to go to after a success. The action stays pending until the page is left. */
  leavesFor?: (output: Output) => string;
};

export type Action<Input, Output> = {
  isPending: boolean;
  isSuccess: boolean;
  data: Output | undefined;
  /** What is being sent, or was sent last. */
  variables: Input | undefined;
  /** Why the last try failed. */
  failure: ErrorText | undefined;
  /** Sends, unless something is being sent. */
  run: (input: Input) => void;
  /** Clears the last failure and sends what `check` returns; nothing when it is undefined. */
  submit: (check: () => Input | undefined) => void;
  /** Clears the last result; a request in progress continues. */
  reset: () => void;
};

/**
 * A mutation started by a user: `useAction(trpc.goals.save.useMutation({ onSuccess }))`. It runs once at a time, and
 * its error is a text. The mutation's own `onSuccess` reloads what it changes.
 */
export function useAction<Output, Failure, Input, Context>(
  mutation: UseMutationResult<Output, Failure, Input, Context>,
  { form, fieldNames = {}, leavesFor }: ActionOptions<Output> = {},
): Action<Input, Output> {
  const { mutate, reset, data, variables, error, isSuccess } = mutation;
  // `isPending` is set one render later: a second click in between would send again.
  const sending = useRef(false);

  // A page that comes back from the bfcache was frozen in the middle of its work, and the answer is lost.
  usePageRestored(() => {
    if (!sending.current) return;
    sending.current = false;
    reset();
  });

  function run(input: Input) {
    if (sending.current) return;
    sending.current = true;
    // Unlike those of the mutation, these are not called after the component is unmounted: a user who went to another
    // page did not ask to be taken away from it.
    mutate(input, {
      onSuccess(output) {
        if (leavesFor) window.location.assign(leavesFor(output));
        else sending.current = false;
      },
      onError(failure) {
        sending.current = false;
        const { fields } = describeError(failure);
        if (fields) form?.showServerErrors(renamed(fields, fieldNames));
      },
    });
  }

  return {
    isPending: mutation.isPending || (leavesFor !== undefined && isSuccess),
    isSuccess,
    data,
    variables,
    failure: error ? describeError(error) : undefined,
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
