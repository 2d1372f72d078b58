import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { AccessDenied, AdminSignIn } from '../features/admin/admin-gate.tsx';
import { AdminTwoFactor } from '../features/security/admin-two-factor.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { Page } from '../ui/page.tsx';
import { PageLoading } from '../ui/page-loading.tsx';

// To admins alone, as the tabs of /admin.
const UserPage = lazy(async () => ({
  default: (await import('../features/admin/users/user-page.tsx')).UserPage,
}));

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
        <Suspense fallback={<PageLoading />}>
          <UserPage key={id} id={id} ownId={user.id} />
        </Suspense>
      </AdminTwoFactor>
    </Page>
  );
}
