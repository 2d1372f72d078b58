import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { lastMoment } from '../../../shared/access/effective-plan.ts';
import type { MySubscription, PaidPlan, PlanOffer } from '../../../shared/payments/billing.ts';
import { formatCents, formatDate } from '../../lib/format.ts';
import { planName } from '../../lib/labels.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useAction } from '../../lib/use-action.ts';
import { usePageRestored } from '../../lib/use-page-restored.ts';
import { trpc } from '../../trpc.ts';
import { buttonClass } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';
import { restoreText } from './past-due-text.ts';
import { PlanAction } from './plan-action.tsx';
import { PlanCard } from './plan-card.tsx';
import { planChoice } from './plan-choice.ts';
import { PlanPromotion, startablePlans, usePlanPromotion } from './plan-promotion.tsx';
import { useBillingError } from './use-billing-change.ts';

/** Loaded on demand, because only a change of the plan needs it. */
const ChangePlanDialog = lazyDialog(async () => (await import('./change-plan-dialog.tsx')).ChangePlanDialog);

const PurchaseRuleRemedy = lazyPart(
  async () => (await import('../session/purchase-rule-remedy.tsx')).PurchaseRuleRemedy,
);

const gridClass = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-4';

export function PlanTiers() {
  const { user } = useCurrentUser();
  const utils = trpc.useUtils();
  // When the browser returns from the payment page, the user may have subscribed.
  usePageRestored(() => void utils.payments.mySubscription.invalidate());
  const offers = trpc.payments.plans.useQuery();
  const subscriptionQuery = trpc.payments.mySubscription.useQuery(undefined, { enabled: Boolean(user) });

  return (
    <QueryView query={offers} skeleton={<TiersLoading />} errorTitle="Memberships could not be loaded">
      {(plans) => (
        <>
          {user && (
            <div className="mb-6 empty:hidden">
              <QueryView
                query={subscriptionQuery}
                skeleton={null}
                errorTitle="Your membership could not be loaded"
                note="Your membership has not changed."
              >
                {(subscription) => <OwnPlanNotices subscription={subscription} />}
              </QueryView>
            </div>
          )}
          <LoadedTiers
            offers={plans}
            subscription={user ? subscriptionQuery.data : undefined}
            isUnclear={user === undefined || (user !== null && !subscriptionQuery.data)}
            isFailed={subscriptionQuery.isError}
          />
        </>
      )}
    </QueryView>
  );
}

type LoadedTiersProps = {
  offers: readonly PlanOffer[];
  subscription: MySubscription | undefined;
  /** Whether the user or their plan is unknown. Then no buttons are shown, because they could be wrong. */
  isUnclear: boolean;
  /** Whether the plan could not be loaded. Then no skeleton is shown. */
  isFailed: boolean;
};

function LoadedTiers({ offers, subscription, isUnclear, isFailed }: LoadedTiersProps) {
  const checkout = useAction(
    trpc.payments.createSubscriptionSession.useMutation({ onError: useBillingError() }),
    { redirectTo: ({ url }) => url },
  );
  const [change, setChange] = useState<{ plan: PaidPlan; isUpgrade: boolean }>();
  const startable = isUnclear ? [] : startablePlans(offers, subscription);
  const promotion = usePlanPromotion(startable);
  const usedThisCode = checkout.variables?.promotionCode === promotion.code;
  /** Shown at the code field instead of as a page error. */
  const codeProblem = usedThisCode ? checkout.failure?.fields?.promotionCode : undefined;
  const preview = codeProblem === undefined ? promotion.preview : undefined;

  function subscribe(plan: PaidPlan) {
    // A link may name a code without a plan. The checkout then decides whether the code is for the chosen one.
    const isUnchecked = promotion.code !== undefined && promotion.plan === undefined;
    const promotionCode = isUnchecked ? promotion.code : plan === promotion.plan ? preview?.code : undefined;
    if (isUnchecked) void promotion.setSearch({ code: promotion.code, plan });
    checkout.run({ plan, ...(promotionCode && { promotionCode }) });
  }

  return (
    <>
      <div className="mb-4 empty:hidden">
        {checkout.failure && codeProblem === undefined && (
          <>
            <FormError title="The payment page could not be opened" failure={checkout.failure} />
            <Suspense>
              <div className="mt-3 empty:hidden">
                <PurchaseRuleRemedy code={checkout.failure.code} />
              </div>
            </Suspense>
          </>
        )}
      </div>
      <ul className={gridClass}>
        {offers.map((offer) => {
          const choice = planChoice(offer, offers, subscription);
          return (
            <PlanCard
              key={offer.plan}
              offer={offer}
              choice={choice}
              ownPrice={subscription}
              promotion={offer.plan === promotion.plan ? preview : undefined}
              action={
                isUnclear ? (
                  <div className="h-11">{!isFailed && <Skeleton className="h-full" />}</div>
                ) : (
                  <PlanAction
                    plan={offer.plan}
                    choice={choice}
                    onSubscribe={subscribe}
                    onChange={(plan) => setChange({ plan, isUpgrade: choice.kind === 'upgrade' })}
                    returnPath={promotion.pathFor(offer.plan)}
                    isWaiting={offer.plan === promotion.plan && promotion.checking}
                    opening={checkout.isPending ? checkout.variables?.plan : undefined}
                  />
                )
              }
            />
          );
        })}
      </ul>
      {/* Reserves space, because the plans that the user can start are known only after the first render. */}
      <div className="mt-4 min-h-9">
        {startable.length > 0 && (
          <PlanPromotion
            promotion={{ ...promotion, preview, problem: promotion.problem ?? codeProblem }}
            plans={startable}
          />
        )}
      </div>
      {change && subscription && (
        <ChangePlanDialog {...change} subscription={subscription} onClose={() => setChange(undefined)} />
      )}
    </>
  );
}

/**
 * Notices about what the cards do not show: the terms of a granted plan, and that access has ended because a payment
 * failed. During the grace period, the notice at the bottom of the page says that a payment failed.
 */
function OwnPlanNotices({ subscription }: { subscription: MySubscription }) {
  const { needsConfirmation } = subscription;
  const ended = subscription.awaitsDebit ? '' : restoreText(subscription);
  const grants = subscription.grants.filter((grant) => grant.isActive);
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {ended && (
        <Notice
          tone="danger"
          title={needsConfirmation ? 'Your bank asks you to confirm a payment' : 'Your last payment failed'}
          action={
            <Link to="/billing" className={buttonClass('secondary', 'small')}>
              Go to billing
            </Link>
          }
        >
          {ended}{' '}
          {!needsConfirmation &&
            'Your billing page also says how to stop further attempts to charge your card.'}
        </Notice>
      )}
      {grants.map((grant) => (
        <Notice key={grant.id} title={`You have ${planName(grant.plan)}, given by the academy`}>
          {grant.plan === 'custom' && 'It opens all ten coaching plans. '}
          {grant.description && `${grant.description}. `}
          {grant.amountCents !== null && `Agreed amount: ${formatCents(grant.amountCents)}. `}
          {grant.endsAt ? `It lasts until ${formatDate(lastMoment(grant.endsAt))}.` : 'It has no end date.'}
        </Notice>
      ))}
    </div>
  );
}

const skeletonCards = [1, 2, 3, 4];

function TiersLoading() {
  return (
    <SkeletonRegion label="Loading the memberships..." className={gridClass}>
      {skeletonCards.map((card) => (
        <Skeleton key={card} className="h-96 rounded-card" />
      ))}
    </SkeletonRegion>
  );
}
