import { Navigate } from '@tanstack/react-router';
import { Hands } from '../features/hands/list/hands.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { Page, PageHeader } from '../ui/page.tsx';

/** /hands: the user's own hands. */
export function HandsPage() {
  const { user } = useCurrentUser();
  if (!user) return <Navigate to="/auth" search={{ next: '/hands' }} replace />;
  return (
    <Page width="wide">
      <PageHeader
        title="Hands"
        lead="Bring the hands you played, and see where they turned. Only you see them."
      />
      <Hands userId={user.id} />
    </Page>
  );
}
