import { useLocation, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { AdminGate } from '../features/admin/admin-gate.tsx';
import { UserPageSkeleton } from '../features/admin/users/user-page-skeleton.tsx';
import { AdminTwoFactor } from '../features/auth/admin-two-factor.tsx';
import { BackLink } from '../features/navigation/back-link.tsx';
import { Page } from '../ui/page.tsx';

// Loaded separately, so that only admins load it.
const UserPage = lazy(async () => ({
  default: (await import('../features/admin/users/user-page.tsx')).UserPage,
}));

export function AdminUserPage() {
  const { id } = useParams({ from: '/admin/users/$id' });
  const { adminList: list, listEntry } = useLocation({ select: ({ state }) => state });
  const back =
    list?.tab === 'users' ? { search: list, state: { listEntry } } : { search: { tab: 'users' as const } };
  return (
    <AdminGate>
      {(user) => (
        <Page width="full">
          <BackLink to="/admin" {...back}>
            All users
          </BackLink>
          <AdminTwoFactor user={user}>
            <Suspense fallback={<UserPageSkeleton />}>
              <UserPage key={id} id={id} ownId={user.id} />
            </Suspense>
          </AdminTwoFactor>
        </Page>
      )}
    </AdminGate>
  );
}
