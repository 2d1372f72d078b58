import { useState } from 'react';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';

export type Call = {
  busy: boolean;
  done: boolean;
  failure: ErrorText | undefined;
  /** Runs `work` unless one is under way; `onFailure` is told what the person is told. */
  start: (work: () => Promise<unknown>, onFailure?: (failure: ErrorText) => void) => void;
};

/** One call to the server with its outcome, for the forms about an account's security. */
export function useCall(): Call {
  const { busy, run } = useSingleRun();
  const [done, setDone] = useState(false);
  const [failure, setFailure] = useState<ErrorText>();
  return {
    busy,
    done,
    failure,
    start(work, onFailure) {
      run(async () => {
        setFailure(undefined);
        try {
          await work();
          setDone(true);
        } catch (error) {
          const text = describeError(error);
          setFailure(text);
          onFailure?.(text);
        }
      });
    },
  };
}
