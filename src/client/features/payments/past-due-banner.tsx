import { Link } from '@tanstack/react-router';
import type { MySubscription } from '../../../shared/payments/billing.ts';
import { formatDate } from '../../lib/format.ts';
import { planName } from '../../lib/labels.ts';
import { buttonClass } from '../../ui/button.tsx';

/** On every page while a renewal is unpaid. */
export function PastDueBanner({ subscription }: { subscription: MySubscription }) {
  const { subscribedPlan, graceEndsAt, needsConfirmation } = subscription;
  return (
    <aside aria-label="Payment failed" className="grid border-t border-danger bg-danger-soft">
      <div className="mx-auto flex w-full max-w-6xl items-center justify-between gap-x-4 px-4 py-2 max-sm:text-sm sm:px-6">
        <p className="min-w-0">
          <span className="font-semibold">
            {needsConfirmation ? 'Your bank asks you to confirm a payment.' : 'Your last payment failed.'}
          </span>{' '}
          <span className="max-sm:sr-only">
            You keep {planName(subscribedPlan)}
            {graceEndsAt && ` until ${formatDate(graceEndsAt)}`}.
          </span>
        </p>
        <Link to="/billing" className={buttonClass('secondary', 'small')}>
          {needsConfirmation ? 'Confirm payment' : 'Update card'}
        </Link>
      </div>
    </aside>
  );
}
