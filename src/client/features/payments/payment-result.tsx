import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';
import type { PaymentOutcome } from './confirm-payment.ts';
import { PurchaseConfirmed, SubscriptionConfirmed } from './payment-confirmed.tsx';
import {
  InvalidPaymentSession,
  MembershipInactive,
  PaymentIssue,
  PaymentOnHold,
  PaymentProcessing,
  PaymentRefunded,
  PaymentUnverified,
} from './payment-unsettled.tsx';
import { ResultLayout } from './result-layout.tsx';
import { usePaymentOutcome } from './use-payment-outcome.ts';

export function PaymentResult({ sessionId }: { sessionId: string | undefined }) {
  const { user, isLoading } = useCurrentUser();
  if (!sessionId) return <PaymentIssue message="No payment session found" />;
  if (isLoading) return <Verifying />;
  if (user === null) return <SignedOut sessionId={sessionId} />;
  return <VerifiedPayment sessionId={sessionId} userId={user?.id} />;
}

function VerifiedPayment({ sessionId, userId }: { sessionId: string; userId: string | undefined }) {
  const query = usePaymentOutcome(sessionId, userId);
  const screen = useRef<HTMLDivElement>(null);
  const isVerifying = query.isFetching || query.isPending;
  const checkAgain = () => void query.refetch();

  useEffect(() => {
    // The result appears without a page load, so its heading takes the focus, and screen readers announce it. A control
    // that the user has focused keeps the focus.
    const isElsewhere = document.activeElement?.matches('a, button, input');
    if (!isVerifying && !isElsewhere) screen.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [isVerifying]);

  return (
    <div ref={screen}>
      {isVerifying ? (
        <Verifying />
      ) : query.error ? (
        <PaymentUnverified sessionId={sessionId} onCheckAgain={checkAgain} />
      ) : (
        <Outcome outcome={query.data} sessionId={sessionId} onCheckAgain={checkAgain} />
      )}
    </div>
  );
}

type OutcomeProps = { outcome: PaymentOutcome; sessionId: string; onCheckAgain: () => void };

function Outcome({ outcome, sessionId, onCheckAgain }: OutcomeProps) {
  switch (outcome.kind) {
    case 'purchase':
      return <PurchaseConfirmed outcome={outcome} sessionId={sessionId} />;
    case 'subscription':
      return <SubscriptionConfirmed outcome={outcome} sessionId={sessionId} />;
    case 'processing':
      return (
        <PaymentProcessing receipt={outcome.receipt} sessionId={sessionId} onCheckAgain={onCheckAgain} />
      );
    case 'held':
      return <PaymentOnHold sessionId={sessionId} />;
    case 'refunded':
      return <PaymentRefunded sessionId={sessionId} />;
    case 'inactive':
      return <MembershipInactive receipt={outcome.receipt} sessionId={sessionId} />;
    case 'failed':
      return (
        <PaymentIssue
          message="Payment verification failed. Please contact support."
          outcome={outcome}
          sessionId={sessionId}
          onCheckAgain={onCheckAgain}
        />
      );
    case 'unverified':
      return <PaymentUnverified sessionId={sessionId} onCheckAgain={onCheckAgain} />;
    case 'unknown_session':
      return <InvalidPaymentSession />;
    case 'signed_out':
      return <SignedOut sessionId={sessionId} />;
  }
}

/** Milliseconds after which the wait is explained. */
const explanationDelayMs = 4_000;

function Verifying() {
  const isSlow = useDelayed(explanationDelayMs);
  return (
    <div role="status">
      <ResultLayout
        picture="waiting"
        title="Verifying Payment..."
        lead={
          isSlow
            ? 'This can take up to 30 seconds. You can leave this page without losing your purchase.'
            : 'Checking with our payment provider. This usually takes a few seconds.'
        }
      />
    </div>
  );
}

function SignedOut({ sessionId }: { sessionId: string }) {
  const next = `/payment-success?${new URLSearchParams({ session_id: sessionId })}`;
  return (
    <ResultLayout
      picture="empty"
      title="Sign in to see your purchase"
      lead="Only the buyer can see it. Your payment is not affected."
      actions={
        <>
          <Link to="/auth" search={{ next }} className={buttonClass('primary')}>
            Go to Login
          </Link>
          <Link to="/products" className={buttonClass('secondary')}>
            Browse Products
          </Link>
        </>
      }
    />
  );
}

/** False at first, true after the component has been on screen for `milliseconds`. */
function useDelayed(milliseconds: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return passed;
}
