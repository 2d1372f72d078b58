import { useRouterState } from '@tanstack/react-router';
import { Library } from '../features/library/library.tsx';
import { SignInCard } from '../features/library/sign-in-card.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { Page, PageHeader } from '../ui/page.tsx';

/** /coaching and /coaching-dashboard (S2 §2); the layout waits until the signed-in state is known. */
export function LibraryPage() {
  const { user } = useCurrentUser();
  const path = useRouterState({ select: (state) => state.location.pathname });
  if (!user) {
    return (
      <Page width="medium">
        <SignInCard next={path} />
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader title="My Learning Library" lead="Everything you own, and everything that is free." />
      <Library ownedCount={user.purchases.length} />
    </Page>
  );
}
