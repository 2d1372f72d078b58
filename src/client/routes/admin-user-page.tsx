import { Link, useLocation, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { AccessDenied, AdminSignIn } from '../features/admin/admin-gate.tsx';
import { UserPageSkeleton } from '../features/admin/users/user-page-skeleton.tsx';
import { AdminTwoFactor } from '../features/auth/admin-two-factor.tsx';
import { StepUpDialog } from '../features/session/step-up-dialog.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { PageLoading } from '../routing/page-loading.tsx';
import { BackLink, backLink } from '../ui/back-link.tsx';
import { Page } from '../ui/page.tsx';

// Loaded separately, so that only admins load it.
const UserPage = lazy(async () => ({
  default: (await import('../features/admin/users/user-page.tsx')).UserPage,
}));

export function AdminUserPage() {
  const { id } = useParams({ from: '/admin/users/$id' });
  const { user } = useCurrentUser();
  const { adminList: list, listEntry } = useLocation({ select: ({ state }) => state });
  const back =
    list?.tab === 'users' ? { search: list, state: { listEntry } } : { search: { tab: 'users' as const } };
  if (user === undefined) return <PageLoading />;
  if (user?.role !== 'admin') {
    return <Page width="medium">{user === null ? <AdminSignIn /> : <AccessDenied />}</Page>;
  }
  return (
    <Page width="full">
      <StepUpDialog signsIn />
      <BackLink>
        <Link to="/admin" {...back} {...backLink}>
          <span aria-hidden="true">←</span> All users
        </Link>
      </BackLink>
      <AdminTwoFactor user={user}>
        <Suspense fallback={<UserPageSkeleton />}>
          <UserPage key={id} id={id} ownId={user.id} />
        </Suspense>
      </AdminTwoFactor>
    </Page>
  );
}
