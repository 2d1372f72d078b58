import { Navigate } from '@tanstack/react-router';
import { Questions } from '../features/coaching/student/questions.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { Page, PageHeader } from '../ui/page.tsx';

/** /questions: what the user asked the coaches. */
export function QuestionsPage() {
  const { user } = useCurrentUser();
  if (!user) return <Navigate to="/auth" search={{ next: '/questions' }} replace />;
  return (
    <Page width="medium">
      <PageHeader
        title="Questions to the coach"
        lead="Ask about one decision in a hand you played. A coach answers with a reason."
      />
      <Questions />
    </Page>
  );
}
