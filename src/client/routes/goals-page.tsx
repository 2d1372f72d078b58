import { useNavigate, useSearch } from '@tanstack/react-router';
import { Goals } from '../features/learning/goals/goals.tsx';
import { HelpLine } from '../features/public/help-line.tsx';
import { SignInRedirect } from '../features/session/sign-in-redirect.tsx';
import { StepUpDialog } from '../features/session/step-up-dialog.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { Page, PageHeader } from '../ui/page.tsx';

/** /goals: the user's own study and results. */
export function GoalsPage() {
  const { user } = useCurrentUser();
  const search = useSearch({ from: '/goals' });
  const navigate = useNavigate();
  if (!user) return <SignInRedirect />;
  return (
    <Page>
      <StepUpDialog signsIn />
      <PageHeader
        title="Goals and results"
        lead="What you study and how you play, day by day. There is no ranking, no other student sees this page, and coaches see only what your brief shows."
      />
      <Goals
        key={user.id}
        search={search}
        onSearch={(next) => void navigate({ to: '/goals', search: next, replace: true, resetScroll: false })}
      />
      <HelpLine />
    </Page>
  );
}
