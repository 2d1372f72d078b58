import { useState } from 'react';
import { describeError, type ErrorText } from './error-text.ts';
import type { FormFields } from './use-form-fields.ts';
import { useSingleRun } from './use-single-run.ts';

type FormCallOptions = {
  /** Where the server's name of a value is not the field's: `{ amountCents: 'amount' }`. */
  fieldNames?: Readonly<Record<string, string>>;
};

export type FormCall = {
  busy: boolean;
  /** What the last try came to; its `fields` stand under their fields already. */
  failure: ErrorText | undefined;
  /** Checks the form and runs `work` with its values, unless something is being sent. */
  send: <Output>(
    form: Pick<FormFields<string, Output>, 'check' | 'showServerErrors'>,
    work: (values: Output) => Promise<void>,
    options?: FormCallOptions,
  ) => void;
};

/** One form sent to the server: once at a time, with the remarks on its fields beside them. */
export function useFormCall(): FormCall {
  const { busy, run } = useSingleRun();
  const [failure, setFailure] = useState<ErrorText>();

  return {
    busy,
    failure,
    send(form, work, { fieldNames = {} } = {}) {
      if (busy) return;
      setFailure(undefined);
      const values = form.check();
      if (values === undefined) return;
      run(async () => {
        try {
          await work(values);
        } catch (error) {
          const text = describeError(error);
          setFailure(text);
          if (text.fields) form.showServerErrors(renamed(text.fields, fieldNames));
        }
      });
    },
  };
}

function renamed(
  fields: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, message]) => [names[name] ?? name, message]));
}
