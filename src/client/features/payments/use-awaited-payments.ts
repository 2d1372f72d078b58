import { useEffect, useRef, useState } from 'react';
import { minuteMs } from '../../../shared/durations.ts';
import type { UnconfirmedPayment } from '../../../shared/payments/payments.ts';
import { trpc } from '../../trpc.ts';

/** Milliseconds between two looks for word of a payment, and how long an open page goes on looking. */
const lookAgain = 3_000;
const longestLook = 2 * minuteMs;

/**
 * Word of a payment comes from the payment provider, and may come after the payer. While one is awaited, from a payment
 * page or for an invoice that failed, the page looks again, and reads everything again once it came.
 * @returns what was begun at a payment page
 */
export function useAwaitedPayments(): readonly UnconfirmedPayment[] {
  const utils = trpc.useUtils();
  const [openedAt] = useState(Date.now);
  const pause = (isAwaited: boolean) =>
    isAwaited && Date.now() - openedAt < longestLook ? lookAgain : (false as const);
  const { data: unconfirmed = [] } = trpc.payments.myUnconfirmedPayments.useQuery(undefined, {
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => pause(state.data !== undefined && state.data.length > 0),
  });
  const { data: subscription } = trpc.payments.mySubscription.useQuery(undefined, {
    refetchInterval: ({ state }) => pause(Boolean(state.data?.pastDueSince)),
  });
  const awaited = [...unconfirmed.map(({ id }) => id), subscription?.pastDueSince ?? []].flat().join();
  const before = useRef(awaited);

  useEffect(() => {
    const gone = before.current.split(',').some((key) => !awaited.includes(key));
    before.current = awaited;
    if (!gone) return;
    void utils.payments.myPayments.invalidate();
    void utils.payments.mySubscription.invalidate();
    void utils.auth.me.invalidate();
    void utils.shop.invalidate();
    void utils.learning.invalidate();
  }, [awaited, utils]);

  return unconfirmed;
}
