import { Builder } from '../features/hands/builder/builder.tsx';
import { StepUpDialog } from '../features/session/step-up-dialog.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { Page, PageHeader } from '../ui/page.tsx';

/** /hands/new: builds a hand from memory. Visitors can build a hand, but not save it. */
export function BuildHandPage() {
  const { user } = useCurrentUser();
  return (
    <Page width="wide">
      <PageHeader
        title="Build a hand"
        lead="Enter a hand from memory, action by action. Only actions that the rules allow are offered."
      />
      {user && <StepUpDialog signsIn />}
      <Builder isUser={Boolean(user)} />
    </Page>
  );
}
