import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { MySubscription, OfferedPlan, PaidPlan, PlanOffer } from '../../../shared/payments/billing.ts';
import type { PromotionPreview } from '../../../shared/payments/promotion-codes.ts';
import { formatCents } from '../../lib/format.ts';
import { planName } from '../../lib/labels.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { type PromotionCode, usePromotionCode } from '../../lib/use-promotion-code.ts';
import { PromotionCodeForm } from '../../ui/promotion-code-form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';
import { planChoice } from './plan-choice.ts';

/** A plan that the user can start. Codes apply only to the start of a plan. */
export type StartablePlan = { plan: PaidPlan; priceCents: number };

export type PlanPromotionState = PromotionCode & {
  /** The plan in the URL, for which the code is checked; undefined if the user cannot start that plan. */
  plan: PaidPlan | undefined;
  /** The URL of the plans page with the code, if any, for the plan in the URL, or else for `chosen`. */
  pathFor: (chosen: OfferedPlan) => string;
  /** Puts a code and the plan that it is for into the URL, which checks the code. */
  setSearch: (search: { code?: string | undefined; plan?: PaidPlan | undefined }) => Promise<void>;
};

/** The plans that the user may start. A plan change does not accept codes. */
export function startablePlans(
  offers: readonly PlanOffer[],
  subscription: MySubscription | undefined,
): StartablePlan[] {
  return offers.flatMap((offer) => {
    const { kind } = planChoice(offer, offers, subscription);
    const { plan, priceCents } = offer;
    return plan !== 'free' && (kind === 'subscribe' || kind === 'sign_in') ? [{ plan, priceCents }] : [];
  });
}

/** The code in the URL of the plans page, and its discount on the first payment. */
export function usePlanPromotion(plans: readonly StartablePlan[]): PlanPromotionState {
  const { user } = useCurrentUser();
  const navigate = useNavigate({ from: '/subscription-plans' });
  // The server renders the page without the code.
  const hydrated = useHydrated();
  const search = useSearch({ from: '/subscription-plans' });
  const { plan } = plans.find((each) => each.plan === search.plan) ?? {};
  const promotion = usePromotionCode(
    hydrated && plans.length > 0 ? search.code : undefined,
    { plan: plan ?? 'silver' },
    Boolean(user) && plan !== undefined,
  );
  const { code } = promotion;
  return {
    ...promotion,
    plan,
    pathFor: (chosen) => plansPath(code, plan ?? chosen),
    setSearch: (next) => navigate({ to: '.', search: next, replace: true, resetScroll: false }),
  };
}

function plansPath(code: string | undefined, plan: OfferedPlan | undefined): string {
  if (code === undefined) return '/subscription-plans';
  return `/subscription-plans?${new URLSearchParams({ code, ...(plan && plan !== 'free' && { plan }) })}`;
}

type PlanPromotionProps = {
  promotion: PlanPromotionState;
  plans: readonly StartablePlan[];
};

/** "Have a code?" below the plans: the plan that the code applies to, and the first payment with the code. */
export function PlanPromotion({ promotion, plans }: PlanPromotionProps) {
  const { user } = useCurrentUser();
  const navigate = useNavigate({ from: '/subscription-plans' });
  const [picked, setPicked] = useState<PaidPlan>();
  const { code, plan, preview, problem, checking, checkAgain } = promotion;
  const chosen = picked ?? plan ?? plans[0]?.plan;
  const price = plans.find((each) => each.plan === plan)?.priceCents;

  async function apply(next: string) {
    if (user && next === code && chosen === plan) {
      checkAgain();
      return;
    }
    await promotion.setSearch({ code: next, plan: chosen });
    // A visitor logs in first, as when choosing a plan, and returns with the code.
    if (user === null) await navigate({ to: '/auth', search: { next: plansPath(next, chosen) } });
  }

  return (
    <div className="max-w-2xl">
      <PromotionCodeForm
        code={code}
        result={
          preview && plan && price !== undefined && `${planName(plan)} with ${promotionText(preview, price)}`
        }
        problem={chosen === plan ? problem : undefined}
        checking={checking}
        hint={user === null ? 'You will be asked to log in. Your code is kept.' : undefined}
        onApply={(next) => void apply(next)}
        onRemove={() => void promotion.setSearch({})}
      >
        <SelectField
          label="Membership"
          value={chosen}
          options={plans.map((each) => ({ value: each.plan, label: planName(each.plan) }))}
          onChange={({ currentTarget: { value } }) =>
            setPicked(plans.find((each) => each.plan === value)?.plan)
          }
        />
      </PromotionCodeForm>
    </div>
  );
}

function promotionText({ code, discountCents, totalCents }: PromotionPreview, priceCents: number): string {
  return (
    `${code}: −${formatCents(discountCents)}, you pay ${formatCents(totalCents)} for the first payment; ` +
    `then ${formatCents(priceCents)} a month`
  );
}
