import { useSearch } from '@tanstack/react-router';
import { AccessDenied, AdminSignIn } from '../features/admin/admin-gate.tsx';
import { AdminTabs } from '../features/admin/admin-tabs.tsx';
import { AdminTwoFactor } from '../features/security/admin-two-factor.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { Page, PageHeader } from '../ui/page.tsx';
import { PageLoading } from '../ui/page-loading.tsx';

/** /admin (S1 §2); the layout waits until the signed-in state is known. */
export function AdminPage() {
  const { user } = useCurrentUser();
  const { tab } = useSearch({ from: '/admin' });
  if (user === undefined) return <PageLoading />;
  if (user?.role !== 'admin') {
    return <Page width="medium">{user === null ? <AdminSignIn /> : <AccessDenied />}</Page>;
  }
  return (
    <Page>
      <PageHeader
        title="Run the academy"
        lead="Who joined, who waits for a decision, what was sold, and what is on offer."
      />
      <AdminTwoFactor user={user}>
        <AdminTabs selected={tab ?? 'stats'} />
      </AdminTwoFactor>
    </Page>
  );
}
