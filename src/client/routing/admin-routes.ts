import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lib/lazy-page.ts';
import { readAdminSearch } from '../lib/search-params.ts';
import { rootRoute } from './root-route.tsx';

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  validateSearch: readAdminSearch,
  staticData: { title: 'Admin', needsUser: true },
  component: lazyPage(() => import('../routes/admin-page.tsx'), 'AdminPage'),
});

const adminUserRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/users/$id',
  staticData: { title: 'User', needsUser: true },
  component: lazyPage(() => import('../routes/admin-user-page.tsx'), 'AdminUserPage'),
});

const adminPaymentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/payments/$id',
  staticData: { title: 'Payment', needsUser: true },
  component: lazyPage(() => import('../routes/admin-payment-page.tsx'), 'AdminPaymentPage'),
});

export const adminRoutes = [adminRoute, adminUserRoute, adminPaymentRoute] as const;
