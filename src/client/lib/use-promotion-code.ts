import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { PaidPlan } from '../../shared/payments/billing.ts';
import type { PromotionPreview } from '../../shared/payments/promotion-codes.ts';
import { trpc } from '../trpc.ts';
import { describeError } from './error-text.ts';

export type PromotionCode = {
  /** The code in the URL, in upper case; undefined without one. */
  code: string | undefined;
  /** The discount; undefined until the server has accepted the code. */
  preview: PromotionPreview | undefined;
  /** Why the code does not apply. */
  problem: string | undefined;
  checking: boolean;
  checkAgain: () => void;
};

/**
 * Begins with `payments`, so that the previews are invalidated together with the queries about payments, for example
 * after a login.
 */
const checksKey = ['payments', 'checkPromotionCode'];

/**
 * Previews the codes again. Call it after the server rejects a purchase or a change of membership, because the shown
 * code may no longer be valid.
 */
export function checkCodesAgain(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [checksKey] });
}

/**
 * Previews the discount of a code. The server checks it again when the payment page is opened. The call is a mutation,
 * because the server counts attempts, but is cached like a query, so that returning to the page sends no request.
 * @param codeInUrl - the code in the URL
 * @param target - the product or plan to buy
 * @param enabled - only logged-in users may send codes
 */
export function usePromotionCode(
  codeInUrl: string | undefined,
  target: { productId: number } | { plan: PaidPlan },
  enabled: boolean,
): PromotionCode {
  const code = codeInUrl?.trim().toUpperCase() || undefined;
  const { client } = trpc.useUtils();
  const input = { code: code ?? '', ...target };
  const query = useQuery({
    queryKey: [checksKey, input],
    queryFn: () => client.payments.checkPromotionCode.mutate(input),
    enabled: enabled && code !== undefined,
  });
  const { data, error, isFetching } = query;
  const preview = code === undefined || error ? undefined : data;
  const rejection = error && !isFetching ? describeError(error) : undefined;
  return {
    code,
    preview,
    problem: rejection && (rejection.fields?.promotionCode ?? rejection.fields?.code ?? rejection.message),
    checking: isFetching && preview === undefined,
    checkAgain: () => void query.refetch(),
  };
}
