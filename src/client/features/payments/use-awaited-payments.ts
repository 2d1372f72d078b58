import { useEffect, useRef, useState } from 'react';
import { minuteMs } from '../../../shared/durations.ts';
import type { UnconfirmedPayment } from '../../../shared/payments/payments.ts';
import { trpc } from '../../trpc.ts';
import { refreshAfterPayment } from './refresh-after-payment.ts';

const pollIntervalMs = 3_000;
const maxPollTimeMs = 2 * minuteMs;

/** The same array in each render, so that it does not trigger the effect. */
const none: readonly UnconfirmedPayment[] = [];

/**
 * Polls while a payment from a payment page is unconfirmed, and while a renewal is past due, but not longer than
 * `maxPollTimeMs`: Stripe's webhook may arrive after the user returns. When the payment or the renewal has an outcome,
 * reloads the data that depends on it.
 * @returns the unconfirmed payments from payment pages
 */
export function useAwaitedPayments(): readonly UnconfirmedPayment[] {
  const utils = trpc.useUtils();
  const [openedAt] = useState(Date.now);
  const intervalWhile = (isAwaited: boolean) =>
    isAwaited && Date.now() - openedAt < maxPollTimeMs ? pollIntervalMs : (false as const);
  const { data: unconfirmed = none } = trpc.payments.myUnconfirmedPayments.useQuery(undefined, {
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => intervalWhile(state.data !== undefined && state.data.length > 0),
  });
  const { data: subscription } = trpc.payments.mySubscription.useQuery(undefined, {
    refetchInterval: ({ state }) => intervalWhile(Boolean(state.data?.pastDueSince)),
  });
  const pastDueSince = subscription?.pastDueSince ?? null;
  const before = useRef({ unconfirmed, pastDueSince });

  useEffect(() => {
    const hasOutcome = before.current.unconfirmed.some(
      ({ id }) => !unconfirmed.some((each) => each.id === id),
    );
    const isRenewalSettled =
      before.current.pastDueSince !== null && before.current.pastDueSince !== pastDueSince;
    before.current = { unconfirmed, pastDueSince };
    if (hasOutcome || isRenewalSettled) void refreshAfterPayment(utils);
  }, [unconfirmed, pastDueSince, utils]);

  return unconfirmed;
}
