import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Question } from '../features/coaching/student/question.tsx';
import { ExampleAnswer, Questions } from '../features/coaching/student/questions.tsx';
import { PageIntroduction } from '../features/session/page-introduction.tsx';
import { SignInRedirect } from '../features/session/sign-in-redirect.tsx';
import { StepUpDialog } from '../features/session/step-up-dialog.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Page, PageHeader } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const OwnBrief = lazy(async () => ({
  default: (await import('../features/coaching/brief/own-brief.tsx')).OwnBrief,
}));

const route = getRouteApi('/questions/$id');

/** /questions: the user's questions to the coaches. */
export function QuestionsPage() {
  const { user } = useCurrentUser();
  if (!user) {
    return (
      <PageIntroduction title="Questions to the coach" next="/questions" picture={<ExampleAnswer />}>
        Bring a hand you played, and ask about one decision in it. A coach answers by a promised time, gives a
        reason, and rates each option from 0 to 100. If the answer is late, you can ask another question in
        its place.
      </PageIntroduction>
    );
  }
  return (
    <Page width="medium">
      <PageHeader
        title="Questions to the coach"
        lead="Ask about one decision in a hand you played. A coach answers with a reason."
        aside={
          <>
            <Link to="/profile/brief" className={classNames(buttonClass('quiet'), '-ml-4')}>
              What a coach sees about you
            </Link>
            {user.isCoach && (
              <Link to="/coach" className={buttonClass('secondary')}>
                Student questions
              </Link>
            )}
          </>
        }
      />
      <Questions />
    </Page>
  );
}

/**
 * /questions/$id: one of the user's questions, with its answer. In the same file as the list, so that opening a
 * question from the list loads no other chunk.
 */
export function QuestionPage() {
  const { user } = useCurrentUser();
  const { id } = route.useParams();
  if (!user) return <SignInRedirect />;
  return (
    <Page width="wide">
      <StepUpDialog signsIn />
      <Question key={id} id={id} />
    </Page>
  );
}

/** /profile/brief: the user's brief, as coaches see it. */
export function OwnBriefPage() {
  const { user } = useCurrentUser();
  if (!user) return <SignInRedirect />;
  return (
    <Page>
      <Suspense fallback={<Skeleton className="h-96" />}>
        <OwnBrief />
      </Suspense>
    </Page>
  );
}
