import { Link, useLocation, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { AccessDenied, AdminSignIn } from '../features/admin/admin-gate.tsx';
import { PaymentPageSkeleton } from '../features/admin/payments/payment-page-skeleton.tsx';
import { AdminTwoFactor } from '../features/auth/admin-two-factor.tsx';
import { StepUpDialog } from '../features/session/step-up-dialog.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { PageLoading } from '../routing/page-loading.tsx';
import { BackLink, backLink } from '../ui/back-link.tsx';
import { Page } from '../ui/page.tsx';

// Loaded separately, so that only admins load it.
const PaymentPage = lazy(async () => ({
  default: (await import('../features/admin/payments/payment-page.tsx')).PaymentPage,
}));

/** /admin/payments/{id}. */
export function AdminPaymentPage() {
  const { id } = useParams({ from: '/admin/payments/$id' });
  const { user } = useCurrentUser();
  const list = useLocation({ select: ({ state }) => state.adminList });
  if (user === undefined) return <PageLoading />;
  if (user?.role !== 'admin') {
    return <Page width="medium">{user === null ? <AdminSignIn /> : <AccessDenied />}</Page>;
  }
  return (
    <Page>
      <StepUpDialog signsIn />
      <BackLink>
        <Link to="/admin" search={list?.tab === 'purchases' ? list : { tab: 'purchases' }} {...backLink}>
          <span aria-hidden="true">←</span> Purchase History
        </Link>
      </BackLink>
      <AdminTwoFactor user={user}>
        <Suspense fallback={<PaymentPageSkeleton />}>
          <PaymentPage key={id} id={id} />
        </Suspense>
      </AdminTwoFactor>
    </Page>
  );
}
