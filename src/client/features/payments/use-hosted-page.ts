import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { checkCodesAgain } from '../../lib/use-promotion-code.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import { trpc } from '../../trpc.ts';

type Client = ReturnType<typeof trpc.useUtils>['client'];

/** Goes to a page at the payment provider; busy until the browser has left. */
export function useHostedPage() {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const { busy, run } = useSingleRun();
  const [failure, setFailure] = useState<ErrorText>();
  const mounted = useRef(false);

  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  function open(address: (client: Client) => Promise<{ url: string }>) {
    run(async () => {
      setFailure(undefined);
      try {
        const { url } = await address(utils.client);
        // Someone who went to another page meanwhile did not ask to be taken away from it.
        if (!mounted.current) return;
        window.location.assign(url);
        // A second click on the way out must not open a second page; coming back ends the wait.
        await new Promise(() => undefined);
      } catch (error) {
        const text = describeError(error);
        setFailure(text);
        if (text.code === 'not_signed_in') utils.auth.me.setData(undefined, null);
        if (text.fields?.promotionCode !== undefined) void checkCodesAgain(queryClient);
        if (text.status === 409) void utils.payments.mySubscription.invalidate();
      }
    });
  }

  return { busy, failure, open };
}
