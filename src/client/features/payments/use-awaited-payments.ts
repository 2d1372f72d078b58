import { useEffect, useRef, useState } from 'react';
import { minuteMs } from '../../../shared/durations.ts';
import type { UnconfirmedPayment } from '../../../shared/payments/payments.ts';
import { trpc } from '../../trpc.ts';
import { refreshAfterPayment } from './refresh-after-payment.ts';

/** Milliseconds between two polls for the outcome of a payment, and the time after which polling stops. */
const pollInterval = 3_000;
const maxPollTime = 2 * minuteMs;

/**
 * The payment provider's webhook may arrive after the user returns. While a payment is pending, from a payment page or
 * for a failed invoice, the page polls, and reloads everything once the outcome is known.
 * @returns the payments started at a payment page
 */
export function useAwaitedPayments(): readonly UnconfirmedPayment[] {
  const utils = trpc.useUtils();
  const [openedAt] = useState(Date.now);
  const intervalWhile = (isAwaited: boolean) =>
    isAwaited && Date.now() - openedAt < maxPollTime ? pollInterval : (false as const);
  const { data: unconfirmed = [] } = trpc.payments.myUnconfirmedPayments.useQuery(undefined, {
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => intervalWhile(state.data !== undefined && state.data.length > 0),
  });
  const { data: subscription } = trpc.payments.mySubscription.useQuery(undefined, {
    refetchInterval: ({ state }) => intervalWhile(Boolean(state.data?.pastDueSince)),
  });
  const awaited = [...unconfirmed.map(({ id }) => id), subscription?.pastDueSince ?? []].flat().join();
  const before = useRef(awaited);

  useEffect(() => {
    const hasOutcome = before.current.split(',').some((key) => !awaited.includes(key));
    before.current = awaited;
    if (!hasOutcome) return;
    void refreshAfterPayment(utils);
  }, [awaited, utils]);

  return unconfirmed;
}
