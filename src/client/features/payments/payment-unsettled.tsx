import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { FailureReason, PaymentOutcome, Receipt } from './confirm-payment.ts';
import { PaymentReceipt, TransactionId } from './payment-receipt.tsx';
import { ResultLayout } from './result-layout.tsx';
import { ContactLink, DashboardLink, PlansLink, ShopLink } from './result-links.tsx';

type CheckAgain = { sessionId: string; onCheckAgain: () => void };

function CheckAgainButton({ onCheckAgain }: { onCheckAgain: () => void }) {
  return (
    <Button variant="primary" onClick={onCheckAgain}>
      Check again
    </Button>
  );
}

function Reference({ sessionId }: { sessionId: string }) {
  return (
    <p className="text-sm text-muted">
      Transaction id <TransactionId id={sessionId} />
    </p>
  );
}

/** For a delayed payment method or a slow bank: the payment has not failed. */
export function PaymentProcessing({ receipt, sessionId, onCheckAgain }: CheckAgain & { receipt: Receipt }) {
  return (
    <ResultLayout
      picture="waiting"
      title="Your payment is being processed"
      lead="Your bank has not confirmed it yet. Some payment methods take a few days."
      actions={
        <>
          <CheckAgainButton onCheckAgain={onCheckAgain} />
          <DashboardLink />
        </>
      }
    >
      <PaymentReceipt receipt={receipt} amountTerm="Amount" transactionId={sessionId} />
      <p className="measure">
        You do not have to keep this page open or pay again. As soon as the payment is confirmed,{' '}
        {receipt?.productType === 'subscription'
          ? 'your membership starts'
          : 'your product appears in your library'}
        .
      </p>
    </ResultLayout>
  );
}

/** Paid, but an admin must review the payment before access is given. */
export function PaymentOnHold({ sessionId }: { sessionId: string }) {
  return (
    <ResultLayout
      picture="empty"
      title="Our team needs to review your payment"
      lead="We received the money, but could not complete the purchase automatically. Nothing has been added to your library."
      actions={
        <>
          <ContactLink variant="primary" about={{ sessionId }} />
          <DashboardLink />
        </>
      }
    >
      <p className="measure">
        Please do not pay a second time. We will give you access or return the money. If you have a question
        about it, contact us and quote the transaction id.
      </p>
      <Reference sessionId={sessionId} />
    </ResultLayout>
  );
}

export function PaymentRefunded({ sessionId }: { sessionId: string }) {
  return (
    <ResultLayout
      picture="empty"
      title="This payment was refunded"
      lead="The money goes back to the card or account you paid with, so the product is not in your library."
      actions={
        <>
          <ShopLink variant="primary" />
          <ContactLink about={{ sessionId }} />
        </>
      }
    >
      <Reference sessionId={sessionId} />
    </ResultLayout>
  );
}

/** The payment succeeded, but the membership has ended since, or is suspended or unpaid. */
export function MembershipInactive({ receipt, sessionId }: { receipt: Receipt; sessionId: string }) {
  return (
    <ResultLayout
      picture="empty"
      title="This membership is no longer active"
      lead="This payment started a membership that is no longer active. Your billing page shows your membership and all of your payments."
      actions={
        <>
          <Link to="/billing" className={buttonClass('primary')}>
            Go to billing
          </Link>
          <PlansLink>View All Plans</PlansLink>
          <ContactLink variant="quiet" about={{ sessionId }} />
        </>
      }
    >
      <PaymentReceipt receipt={receipt} itemTerm="Plan" transactionId={sessionId} />
    </ResultLayout>
  );
}

const failureDetails: Record<FailureReason, string | undefined> = {
  open: 'The payment page was not finished, so this payment was not made.',
  expired: 'The payment session expired before it was paid.',
  failed: 'The payment did not go through.',
  not_confirmed: undefined,
};

/** For a payment that failed or was not made, and for a URL without a session id. */
export function PaymentIssue({
  message,
  outcome,
  sessionId,
  onCheckAgain,
}: {
  message: string;
  outcome?: Extract<PaymentOutcome, { kind: 'failed' }>;
  sessionId?: string;
  onCheckAgain?: () => void;
}) {
  const detail = outcome && failureDetails[outcome.reason];
  return (
    <ResultLayout
      picture="empty"
      title="Payment Verification Issue"
      actions={
        <>
          {onCheckAgain && <CheckAgainButton onCheckAgain={onCheckAgain} />}
          <DashboardLink variant={onCheckAgain ? 'secondary' : 'primary'} />
          <PlansLink>Back to Plans</PlansLink>
          <ContactLink variant="quiet" about={{ sessionId }} />
        </>
      }
    >
      <Notice tone="danger" title={message} role="alert">
        {detail}
      </Notice>
      {sessionId && <Reference sessionId={sessionId} />}
    </ResultLayout>
  );
}

/** No usable response, so neither the outcome nor the amount is known. */
export function PaymentUnverified({ sessionId, onCheckAgain }: CheckAgain) {
  return (
    <ResultLayout
      picture="waiting"
      title="Payment Verification Issue"
      actions={
        <>
          <CheckAgainButton onCheckAgain={onCheckAgain} />
          <DashboardLink />
          <PlansLink>View All Plans</PlansLink>
        </>
      }
    >
      <Notice
        tone="warning"
        title="Unable to verify payment. Your subscription should be active soon."
        role="alert"
      >
        We could not reach the payment records. Please do not pay again: what you bought is added to your
        account as soon as the payment is confirmed, whether this page is open or not.
      </Notice>
      <Reference sessionId={sessionId} />
    </ResultLayout>
  );
}

/** The session id does not belong to a payment of this user. */
export function InvalidPaymentSession() {
  return (
    <ResultLayout
      picture="empty"
      title="Invalid Payment Session"
      lead="This address does not belong to a payment on your account. If you paid with another account, log in with that one and open the address again."
      actions={
        <>
          <PlansLink variant="primary">Back to Subscription Plans</PlansLink>
          <DashboardLink />
          <ContactLink variant="quiet" />
        </>
      }
    />
  );
}
