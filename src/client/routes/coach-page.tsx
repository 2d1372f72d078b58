import { getRouteApi, Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { SignInRedirect } from '../features/session/sign-in-redirect.tsx';
import { StepUpDialog } from '../features/session/step-up-dialog.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { lazyTab } from '../ui/lazy-in-place.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton, SkeletonRegion } from '../ui/skeleton.tsx';

const CoachQuestions = lazyTab(
  async () => (await import('../features/coaching/coach/coach-questions.tsx')).CoachQuestions,
);

const DailyPlanner = lazyTab(
  async () => (await import('../features/practice/daily/daily-planner.tsx')).DailyPlanner,
);

const Students = lazyTab(async () => (await import('../features/coaching/coach/students.tsx')).Students);

const StudentBrief = lazy(async () => ({
  default: (await import('../features/coaching/brief/student-brief.tsx')).StudentBrief,
}));

const studentRoute = getRouteApi('/coach/students/$id');

const CoachDrills = lazyTab(
  async () => (await import('../features/practice/drills/coach-drills.tsx')).CoachDrills,
);

const views = [
  { view: undefined, name: 'Questions' },
  { view: 'students', name: 'Students' },
  { view: 'drills', name: 'Drills' },
  { view: 'daily', name: 'Hand of the day' },
] as const;

/** /coach: the questions of students, their briefs, and the content that coaches publish. */
export function CoachPage() {
  const { user } = useCurrentUser();
  const { view, question: openQuestionId } = useSearch({ from: '/coach' });
  if (!user) return <SignInRedirect />;
  const fallback = (
    <SkeletonRegion label="Loading...">
      <Skeleton className="h-96" />
    </SkeletonRegion>
  );
  return (
    <Page width={user.isCoach === false ? 'medium' : 'full'}>
      <StepUpDialog signsIn />
      {user.isCoach === false ? (
        <EmptyState
          headingLevel={1}
          title="Only coaches can open this page"
          description="An admin can make you a coach, under Coaching in the admin area."
          action={
            <Link to="/questions" className={buttonClass('primary')}>
              Your own questions
            </Link>
          }
        />
      ) : (
        <>
          {openQuestionId === undefined && (
            <nav aria-label="Coaching" className="mb-6 flex flex-wrap gap-2 max-sm:gap-x-0">
              {views.map((each) => (
                <Link
                  key={each.name}
                  to="/coach"
                  search={each.view === undefined ? {} : { view: each.view }}
                  aria-current={view === each.view ? 'page' : undefined}
                  // On a phone, all links fit on one line.
                  className={`${buttonClass(view === each.view ? 'secondary' : 'quiet', 'small')} max-sm:px-1.5`}
                >
                  {each.name}
                </Link>
              ))}
            </nav>
          )}
          {view === 'students' ? (
            <Students fallback={fallback} />
          ) : view === 'daily' ? (
            <DailyPlanner fallback={fallback} />
          ) : view === 'drills' ? (
            <CoachDrills fallback={fallback} />
          ) : (
            <CoachQuestions fallback={fallback} />
          )}
        </>
      )}
    </Page>
  );
}

/** /coach/students/$id: the brief of one of the coach's students. */
export function StudentBriefPage() {
  const { user } = useCurrentUser();
  const { id } = studentRoute.useParams();
  if (!user) return <SignInRedirect />;
  return (
    <Page>
      <StepUpDialog signsIn />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <StudentBrief key={id} studentId={id} />
      </Suspense>
    </Page>
  );
}
