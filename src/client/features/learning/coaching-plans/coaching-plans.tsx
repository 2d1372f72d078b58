import type { CurrentUser } from '../../../../shared/auth/accounts.ts';
import { planCards } from '../../../../shared/payments/plan-cards.ts';
import { useNewVersions } from '../../../lib/use-new-versions.ts';
import { trpc } from '../../../trpc.ts';
import { QueryView } from '../../../ui/query-view.tsx';
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
  const unlock = user.subscriptionPlan === 'free' && <UnlockCard />;

  return (
    <QueryView
      query={plans}
      skeleton={
        <>
          {unlock}
          <SkeletonRegion label="Loading the coaching plans..." className={gridClass}>
            {skeletonCards.map((card) => (
              <SkeletonCard key={card} />
            ))}
          </SkeletonRegion>
        </>
      }
      errorTitle="Failed to load coaching PDFs. Please try again later."
    >
      {(stored) => (
        <>
          {unlock}
          <ul className={gridClass}>
            {planCards(stored, user.subscriptionPlan).map((plan) => (
              <CoachingPlanCard
                key={plan.pdfNumber}
                plan={plan}
                openedBefore={openedBefore({ kind: 'plan', id: plan.pdfNumber })}
                ownsPdf={user.purchases.includes(`pdf-${plan.pdfNumber}`)}
              />
            ))}
          </ul>
        </>
      )}
    </QueryView>
  );
}
