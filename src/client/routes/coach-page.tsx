import { Link, Navigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton, SkeletonRegion } from '../ui/skeleton.tsx';

/** Only for coaches. */
const CoachDesk = lazy(async () => ({
  default: (await import('../features/coaching/coach/coach-desk.tsx')).CoachDesk,
}));

/** /coach: the questions of students. */
export function CoachPage() {
  const { user } = useCurrentUser();
  if (!user) return <Navigate to="/auth" search={{ next: '/coach' }} replace />;
  return (
    <Page width="office">
      {user.isCoach === false ? (
        <EmptyState
          headingLevel={1}
          title="Only coaches can open this"
          description="An admin makes a user a coach, in the settings of coaching."
          action={
            <Link to="/questions" className={buttonClass('primary')}>
              Your own questions
            </Link>
          }
        />
      ) : (
        <Suspense
          fallback={
            <SkeletonRegion label="Loading the questions..." className="grid gap-2">
              <Skeleton className="h-96" />
            </SkeletonRegion>
          }
        >
          <CoachDesk />
        </Suspense>
      )}
    </Page>
  );
}
