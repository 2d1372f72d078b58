import { lazy, Suspense } from 'react';
import { Hands } from '../features/hands/list/hands.tsx';
import { HelpLine } from '../features/public/help-line.tsx';
import { StepUpDialog } from '../features/session/step-up-dialog.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { Page, PageHeader } from '../ui/page.tsx';

/** Loaded separately, so that logged-in users do not load it. */
const Introduction = lazy(async () => ({
  default: (await import('../features/hands/introduction/introduction.tsx')).Introduction,
}));

/** /hands: the user's own hands; an introduction for visitors. */
export function HandsPage() {
  const { user } = useCurrentUser();
  return (
    <Page width="wide">
      <PageHeader
        title="Hands"
        lead="Bring the hands you played, and see where they turned. No coach and no other student sees a hand until you share it or ask a coach about it."
      />
      {user ? (
        <>
          <StepUpDialog signsIn />
          <Hands userId={user.id} />
        </>
      ) : (
        <Suspense fallback={null}>
          <Introduction />
        </Suspense>
      )}
      <HelpLine />
    </Page>
  );
}
