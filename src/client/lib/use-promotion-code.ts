import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { PaidPlan } from '../../shared/payments/billing.ts';
import type { PromotionPreview } from '../../shared/payments/promotion-codes.ts';
import { trpc } from '../trpc.ts';
import { describeError } from './error-text.ts';

export type PromotionCode = {
  /** As it stands in the address, in capitals; undefined while nobody gave one. */
  code: string | undefined;
  /** What it takes off, once it is known to fit. */
  preview: PromotionPreview | undefined;
  /** Why it does not count. */
  problem: string | undefined;
  checking: boolean;
  checkAgain: () => void;
};

/** Below the other answers of payments, so that it is asked again with them, such as after a sign-in. */
const checks = ['payments', 'checkPromotionCode'];

/** After a refusal by what decides: the code that is shown may not count any more. */
export function checkCodesAgain(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [checks] });
}

/**
 * Asks what a code takes off. It is only shown: the server decides again when the payment page is opened. Kept
 * like a query although tries are counted, so that coming back to the page asks nothing again.
 * @param given what the address carries
 * @param target what would be bought
 * @param enabled only who is signed in may ask
 */
export function usePromotionCode(
  given: string | undefined,
  target: { productId: number } | { plan: PaidPlan },
  enabled: boolean,
): PromotionCode {
  const code = given?.trim().toUpperCase() || undefined;
  const { client } = trpc.useUtils();
  const input = { code: code ?? '', ...target };
  const query = useQuery({
    queryKey: [checks, input],
    queryFn: () => client.payments.checkPromotionCode.mutate(input),
    enabled: enabled && code !== undefined,
  });
  const { data, error, isFetching } = query;
  const preview = code === undefined || error ? undefined : data;
  const refusal = error && !isFetching ? describeError(error) : undefined;
  return {
    code,
    preview,
    problem: refusal && (refusal.fields?.promotionCode ?? refusal.fields?.code ?? refusal.message),
    checking: isFetching && preview === undefined,
    checkAgain: () => void query.refetch(),
  };
}
