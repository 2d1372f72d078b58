import { useState } from 'react';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import { trpc } from '../../trpc.ts';
import { showToast } from '../../ui/toast.tsx';

type Client = ReturnType<typeof trpc.useUtils>['client'];

export type BillingCall = {
  busy: boolean;
  failure: ErrorText | undefined;
  /** Runs one write at a time; tells its message, reads again what it changed, and then calls back. */
  start: (
    title: string,
    write: (client: Client) => Promise<{ message: string }>,
    done?: () => void,
    refused?: (failure: ErrorText) => void,
  ) => void;
};

/** A change of the reader's plan or payments. */
export function useBillingCall(): BillingCall {
  const utils = trpc.useUtils();
  const { busy, run } = useSingleRun();
  const [failure, setFailure] = useState<ErrorText>();

  return {
    busy,
    failure,
    start(title, write, done, refused) {
      run(async () => {
        setFailure(undefined);
        try {
          const { message } = await write(utils.client);
          await Promise.all([
            utils.payments.mySubscription.invalidate(),
            utils.payments.myPayments.invalidate(),
            utils.auth.me.invalidate(),
            utils.learning.invalidate(),
          ]);
          showToast({ title, description: message, tone: 'success' });
          done?.();
        } catch (error) {
          const text = describeError(error);
          setFailure(text);
          if (text.code === 'not_signed_in') utils.auth.me.setData(undefined, null);
          // A refusal means that what this page knows is out of date.
          else if ([402, 403, 404, 409].includes(text.status ?? 0)) {
            void utils.payments.mySubscription.invalidate();
            void utils.payments.myPayments.invalidate();
          }
          refused?.(text);
        }
      });
    },
  };
}
