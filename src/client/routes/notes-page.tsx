import { Notes } from '../features/learning/notes/notes.tsx';
import { SignInRedirect } from '../features/session/sign-in-redirect.tsx';
import { StepUpDialog } from '../features/session/step-up-dialog.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { Page, PageHeader } from '../ui/page.tsx';

/** /notes: the user's own notes. */
export function NotesPage() {
  const { user } = useCurrentUser();
  if (!user) return <SignInRedirect />;
  return (
    <Page width="medium">
      <StepUpDialog signsIn />
      <PageHeader
        title="Notes"
        lead="Everything you wrote down in your sessions and PDFs. No coach and no other student sees it."
      />
      <Notes />
    </Page>
  );
}
