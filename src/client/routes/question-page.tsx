import { getRouteApi, Navigate } from '@tanstack/react-router';
import { Question } from '../features/coaching/student/question.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { Page } from '../ui/page.tsx';

const route = getRouteApi('/questions/$id');

/** /questions/$id: one of the user's questions, with its answer. */
export function QuestionPage() {
  const { user } = useCurrentUser();
  const { id } = route.useParams();
  if (!user) return <Navigate to="/auth" search={{ next: `/questions/${id}` }} replace />;
  return (
    <Page width="wide">
      <Question key={id} id={id} />
    </Page>
  );
}
