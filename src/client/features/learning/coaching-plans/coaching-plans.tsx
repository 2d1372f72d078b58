import type { CurrentUser } from '../../../../shared/auth/accounts.ts';
import { planCards } from '../../../../shared/payments/plan-cards.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useNewVersions } from '../../../lib/use-new-versions.ts';
import { trpc } from '../../../trpc.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { SkeletonCard } from '../../../ui/skeleton-card.tsx';
import { CoachingPlanCard } from './coaching-plan-card.tsx';
import { UnlockCard } from './unlock-card.tsx';

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(15.5rem,100%),1fr))] gap-4';
const skeletonCards = [1, 2, 3, 4, 5, 6];

/** The ten coaching plans of a signed-in reader, whatever is stored. */
export function CoachingPlans({ user }: { user: CurrentUser }) {
  const plans = trpc.learning.listPlans.useQuery();
  const openedBefore = useNewVersions();

  // A list that is already there stays when reading it again fails.
  if (plans.data) {
    return (
      <>
        {user.subscriptionPlan === 'free' && <UnlockCard />}
        <ul className={gridClass}>
          {planCards(plans.data, user.subscriptionPlan).map((plan) => (
            <CoachingPlanCard
              key={plan.pdfNumber}
              plan={plan}
              openedBefore={openedBefore({ kind: 'plan', id: plan.pdfNumber })}
              ownsPdf={user.purchases.includes(`pdf-${plan.pdfNumber}`)}
            />
          ))}
        </ul>
      </>
    );
  }
  if (plans.isPending) {
    return (
      <>
        {user.subscriptionPlan === 'free' && <UnlockCard />}
        <SkeletonRegion label="Loading the coaching plans..." className={gridClass}>
          {skeletonCards.map((card) => (
            <SkeletonCard key={card} />
          ))}
        </SkeletonRegion>
      </>
    );
  }
  const { message, requestId } = describeError(plans.error);
  return (
    <ErrorState
      title="Failed to load coaching PDFs. Please try again later."
      message={message}
      requestId={requestId}
      onRetry={() => void plans.refetch()}
      retrying={plans.isFetching}
    />
  );
}
