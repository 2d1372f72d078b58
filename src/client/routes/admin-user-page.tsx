import { Link, useParams } from '@tanstack/react-router';
import { AccessDenied, AdminSignIn } from '../features/admin/admin-gate.tsx';
import { UserPage } from '../features/admin/user-page.tsx';
import { AdminTwoFactor } from '../features/security/admin-two-factor.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { Page } from '../ui/page.tsx';
import { PageLoading } from '../ui/page-loading.tsx';

/** /admin/users/{id} (J5). */
export function AdminUserPage() {
  const { id } = useParams({ from: '/admin/users/$id' });
  const { user } = useCurrentUser();
  if (user === undefined) return <PageLoading />;
  if (user?.role !== 'admin') {
    return (
      <Page width="medium">
        {user === null ? <AdminSignIn next={`/admin/users/${id}`} /> : <AccessDenied />}
      </Page>
    );
  }
  return (
    <Page>
      <nav aria-label="Breadcrumb" className="mb-4">
        <Link
          to="/admin"
          search={{ tab: 'users' }}
          className="inline-flex min-h-8 items-center gap-2 text-sm font-semibold text-primary-text underline-offset-4 hover:underline"
        >
          <span aria-hidden="true">←</span> All users
        </Link>
      </nav>
      <AdminTwoFactor user={user}>
        <UserPage key={id} id={id} ownId={user.id} />
      </AdminTwoFactor>
    </Page>
  );
}
