import { Link } from '@tanstack/react-router';
import type { OfferedPlan, PaidPlan } from '../../../shared/payments/billing.ts';
import { formatDate } from '../../lib/format.ts';
import { planName } from '../../lib/labels.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import type { PlanChoice } from './plan-choice.ts';

export type PlanActionProps = {
  plan: OfferedPlan;
  choice: PlanChoice;
  onSubscribe: (plan: PaidPlan) => void;
  onChange: (plan: PaidPlan) => void;
  /** Where a visitor returns after logging in. */
  returnPath: string;
  /** Whether the price is not known yet, because a promotion code is being checked. */
  isWaiting: boolean;
  /** The plan whose payment page is being opened, if any. */
  opening: PaidPlan | undefined;
};

/** The button of a plan, or the text in its place. */
export function PlanAction({
  plan,
  choice,
  onSubscribe,
  onChange,
  returnPath,
  isWaiting,
  opening,
}: PlanActionProps) {
  const name = planName(plan);
  switch (choice.kind) {
    case 'sign_in':
      return (
        <Link
          to="/auth"
          search={{ ...(plan === 'free' && { tab: 'signup' as const }), next: returnPath }}
          className={buttonClass(plan === 'free' ? 'secondary' : 'primary')}
        >
          {plan === 'free' ? 'Sign up for free' : `Choose ${name}`}
        </Link>
      );
    case 'subscribe':
    case 'upgrade':
    case 'downgrade': {
      if (plan === 'free') return null;
      const isNew = choice.kind === 'subscribe';
      return (
        <Button
          variant={choice.kind === 'downgrade' ? 'secondary' : 'primary'}
          busy={opening === plan}
          busyLabel="Processing..."
          disabled={isWaiting || (opening !== undefined && opening !== plan)}
          onClick={() => (isNew ? onSubscribe(plan) : onChange(plan))}
        >
          {{ subscribe: 'Choose', upgrade: 'Upgrade to', downgrade: 'Change to' }[choice.kind]} {name}
        </Button>
      );
    }
    case 'cancel':
      return <BillingLink>Cancel your membership</BillingLink>;
    case 'current':
      if (plan === 'free') return <PlanStatus>This is your membership</PlanStatus>;
      return <BillingLink>{choice.endsAt ? `Keep ${name}` : 'Manage your membership'}</BillingLink>;
    case 'scheduled':
      return <PlanStatus>{choice.from ? `Begins on ${formatDate(choice.from)}` : 'Begins soon'}</PlanStatus>;
    case 'granted':
      return <PlanStatus>Granted by the academy</PlanStatus>;
    case 'included':
      return <PlanStatus>Included in your membership</PlanStatus>;
  }
}

function BillingLink({ children }: { children: string }) {
  return (
    <Link to="/billing" className={buttonClass('secondary')}>
      {children}
    </Link>
  );
}

/** At least as tall as the button that it replaces. */
function PlanStatus({ children }: { children: string }) {
  return (
    <p className="grid min-h-11 place-items-center text-center font-semibold text-muted tabular">
      {children}
    </p>
  );
}
