import { Link } from '@tanstack/react-router';
import type { CurrentUser } from '../../../../shared/auth/accounts.ts';
import { coachingPlanCards } from '../../../../shared/learning/coaching-plan-cards.ts';
import { useNewVersions } from '../../../lib/use-new-versions.ts';
import { trpc } from '../../../trpc.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { cardGridClass, SkeletonCardGrid } from '../../../ui/skeleton-card.tsx';
import { CoachingPlanCard } from './coaching-plan-card.tsx';

/** The ten coaching plans of a logged-in user, including slots without a record. */
export function CoachingPlans({ user }: { user: CurrentUser }) {
  const plans = trpc.learning.listPlans.useQuery();
  const newVersionOf = useNewVersions();
  const unlock = user.subscriptionPlan === 'free' && <UnlockCard />;

  return (
    <QueryView
      query={plans}
      skeleton={
        <>
          {unlock}
          <SkeletonRegion label="Loading the coaching plans...">
            <SkeletonCardGrid count={6} />
          </SkeletonRegion>
        </>
      }
      errorTitle="Failed to load coaching PDFs. Please try again later."
    >
      {(stored) => (
        <>
          {unlock}
          <ul className={cardGridClass}>
            {coachingPlanCards(stored, user.subscriptionPlan).map((plan) => (
              <CoachingPlanCard
                key={plan.pdfNumber}
                plan={plan}
                newVersion={newVersionOf({ kind: 'plan', id: plan.pdfNumber })}
                ownsPdf={user.purchases.includes(`pdf-${plan.pdfNumber}`)}
              />
            ))}
          </ul>
        </>
      )}
    </QueryView>
  );
}

/** Shown to users without a membership. */
function UnlockCard() {
  return (
    <Card
      as="section"
      aria-labelledby="unlock-plans"
      className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4"
    >
      <div className="min-w-0">
        <h2 id="unlock-plans" className="text-lg font-semibold">
          Unlock Advanced Coaching
        </h2>
        <p className="mt-1 measure text-muted">
          Each membership opens more coaching plans than a free account, and Diamond all ten.
        </p>
      </div>
      <Link to="/subscription-plans" className={buttonClass('primary')}>
        View Plans
      </Link>
    </Card>
  );
}
