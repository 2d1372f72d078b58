import { useLocation, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { AdminGate } from '../features/admin/admin-gate.tsx';
import { PaymentPageSkeleton } from '../features/admin/payments/payment-page-skeleton.tsx';
import { AdminTwoFactor } from '../features/auth/admin-two-factor.tsx';
import { BackLink } from '../features/navigation/back-link.tsx';
import { Page } from '../ui/page.tsx';

// Loaded separately, so that only admins load it.
const PaymentPage = lazy(async () => ({
  default: (await import('../features/admin/payments/payment-page.tsx')).PaymentPage,
}));

/** /admin/payments/{id}. */
export function AdminPaymentPage() {
  const { id } = useParams({ from: '/admin/payments/$id' });
  const list = useLocation({ select: ({ state }) => state.adminList });
  return (
    <AdminGate>
      {(user) => (
        <Page>
          <BackLink to="/admin" search={list?.tab === 'purchases' ? list : { tab: 'purchases' }}>
            Purchase History
          </BackLink>
          <AdminTwoFactor user={user}>
            <Suspense fallback={<PaymentPageSkeleton />}>
              <PaymentPage key={id} id={id} />
            </Suspense>
          </AdminTwoFactor>
        </Page>
      )}
    </AdminGate>
  );
}
