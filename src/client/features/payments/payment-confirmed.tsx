import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';
import type { PaymentOutcome } from './confirm-payment.ts';
import { PaymentReceipt } from './payment-receipt.tsx';
import { planName } from './plan-name.ts';
import { ResultLayout } from './result-layout.tsx';
import { DashboardLink, PlansLink } from './result-links.tsx';

export type PaymentConfirmedProps = {
  outcome: Extract<PaymentOutcome, { kind: 'purchase' | 'subscription' }>;
  sessionId: string;
};

/** Payment Successful: what was bought, for how much, and what to do with it (S2 §2). */
export function PaymentConfirmed({ outcome, sessionId }: PaymentConfirmedProps) {
  const { user } = useCurrentUser();
  const { receipt } = outcome;
  const isCustom = outcome.kind === 'subscription' && outcome.plan === 'custom';
  return (
    <ResultLayout
      picture="done"
      title="Payment Successful"
      lead={
        outcome.kind === 'purchase'
          ? 'Your product has been added to your library.'
          : `Your ${planName(outcome.plan)} subscription is active.`
      }
      actions={
        <>
          {outcome.kind === 'purchase' && (
            <Link to="/coaching" className={buttonClass('primary')}>
              Open my library
            </Link>
          )}
          <DashboardLink variant={outcome.kind === 'purchase' ? 'secondary' : 'primary'} />
          <PlansLink>View All Plans</PlansLink>
        </>
      }
    >
      {outcome.kind === 'purchase' ? (
        <PaymentReceipt receipt={receipt} transactionId={sessionId} />
      ) : (
        <PaymentReceipt
          receipt={receipt}
          itemTerm="Plan"
          itemName={planName(outcome.plan) || undefined}
          description={isCustom ? user?.customPlanDescription : undefined}
          transactionId={sessionId}
        />
      )}
      <section className="print:hidden">
        <h2 className="text-lg font-semibold">What next</h2>
        <ol className="mt-3 flex list-decimal flex-col gap-2 pl-5 marker:text-muted marker:tabular">
          {nextSteps(outcome).map((step) => (
            <li key={step} className="measure pl-1">
              {step}
            </li>
          ))}
        </ol>
      </section>
    </ResultLayout>
  );
}

function nextSteps(outcome: PaymentConfirmedProps['outcome']): string[] {
  const question = 'A question about this payment? Contact us and name the transaction id above.';
  if (outcome.kind === 'subscription') {
    return [
      'Open your dashboard: what your plan unlocks is there.',
      'Pick one topic and work through it before you start the next.',
      question,
    ];
  }
  if (outcome.receipt?.productType === 'pdf') {
    return [
      'Open your library and download the PDF.',
      'Download it again whenever you need to: it stays in your library.',
      question,
    ];
  }
  return ['Open your library: your purchase is listed there.', 'It stays in your library.', question];
}
