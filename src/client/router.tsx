import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
  rootRouteId,
  useRouter,
  useRouterState,
} from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AppShell } from './features/navigation/app-shell.tsx';
import { useCurrentUser, useSignOut } from './features/session/use-current-user.ts';
import { describeError } from './lib/error-text.ts';
import {
  readAdminSearch,
  readAuthSearch,
  readPaymentErrorSearch,
  readPaymentSuccessSearch,
  readProductsSearch,
} from './lib/search-params.ts';
import { isStaleChunkError, reloadOnce } from './lib/stale-chunks.ts';
import { NotFoundPage } from './routes/not-found-page.tsx';
import { ErrorState } from './ui/error-state.tsx';
import { Page } from './ui/page.tsx';
import { PageLoading } from './ui/page-loading.tsx';

const siteTitle = 'Poker Coaching Academy';
const notFoundTitle = '404 Page Not Found';

/** Milliseconds before a page that is still on its way is replaced by "Loading". */
const pendingDelay = 150;

function RootLayout() {
  const { user, isLoading, error } = useCurrentUser();
  const { signOut } = useSignOut();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const hasHash = useRouterState({ select: (state) => state.location.hash !== '' });
  const page = useRouterState({ select: (state) => state.matches.at(-1)?.staticData });
  const isNotFound = useRouterState({
    select: ({ matches }) =>
      matches.at(-1)?.routeId === rootRouteId || matches.some((match) => match.status === 'notFound'),
  });
  const pageTitle = isNotFound ? notFoundTitle : page?.title;

  return (
    <AppShell
      user={error ? null : user}
      onSignOut={signOut}
      path={path}
      hasHash={hasHash}
      title={pageTitle ? `${pageTitle} · ${siteTitle}` : siteTitle}
    >
      {page?.needsUser && isLoading ? (
        <PageLoading />
      ) : page?.needsUser && error ? (
        <UserUnknown error={error} />
      ) : (
        <Outlet />
      )}
    </AppShell>
  );
}

/** Pages that depend on who is signed in cannot be drawn without an answer (S1 §8). */
function UserUnknown({ error }: { error: unknown }) {
  const { message, requestId } = describeError(error);
  return (
    <Page width="medium">
      <ErrorState
        title="Failed to fetch user"
        message={message}
        requestId={requestId}
        onRetry={() => window.location.reload()}
      />
    </Page>
  );
}

/** Shown in place of a page that failed. A chunk that a deploy removed is fetched anew by one reload (LIB-7). */
function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const stale = isStaleChunkError(error);
  const [reloading, setReloading] = useState(stale);
  useEffect(() => {
    if (stale) setReloading(reloadOnce(error));
  }, [stale, error]);

  if (reloading) return <PageLoading />;
  const { message, requestId } = describeError(error);

  function handleRetry() {
    if (stale) {
      window.location.reload();
      return;
    }
    reset();
    router.invalidate();
  }

  return (
    <Page width="medium">
      <ErrorState
        title={stale ? 'This page could not be loaded' : 'This page stopped working'}
        message={stale ? 'Check your connection and load it again.' : message}
        kept="Nothing that you saved is lost."
        requestId={requestId}
        onRetry={handleRetry}
      />
    </Page>
  );
}

const rootRoute = createRootRoute({ component: RootLayout, notFoundComponent: NotFoundPage });

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./routes/landing-page.tsx'), 'LandingPage'),
});

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  validateSearch: readAuthSearch,
  staticData: { title: 'Log in or sign up', needsUser: true },
  component: lazyRouteComponent(() => import('./routes/auth-page.tsx'), 'AuthPage'),
});

/** /coaching and /coaching-dashboard are the same screen (S1 §2). */
const LibraryPage = lazyRouteComponent(() => import('./routes/library-page.tsx'), 'LibraryPage');
const libraryData = { title: 'My Learning Library', needsUser: true };

const coachingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/coaching',
  staticData: libraryData,
  component: LibraryPage,
});

const coachingDashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/coaching-dashboard',
  staticData: libraryData,
  component: LibraryPage,
});

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  staticData: { title: 'Profile', needsUser: true },
  component: lazyRouteComponent(() => import('./routes/profile-page.tsx'), 'ProfilePage'),
});

const kycRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/kyc',
  staticData: { title: 'KYC verification', needsUser: true },
  component: lazyRouteComponent(() => import('./routes/kyc-page.tsx'), 'KycPage'),
});

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  validateSearch: readAdminSearch,
  staticData: { title: 'Admin', needsUser: true },
  component: lazyRouteComponent(() => import('./routes/admin-page.tsx'), 'AdminPage'),
});

const productsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products',
  validateSearch: readProductsSearch,
  staticData: { title: 'Products' },
  component: lazyRouteComponent(() => import('./routes/products-page.tsx'), 'ProductsPage'),
});

const paymentSuccessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payment-success',
  validateSearch: readPaymentSuccessSearch,
  staticData: { title: 'Your payment' },
  component: lazyRouteComponent(() => import('./routes/payment-success-page.tsx'), 'PaymentSuccessPage'),
});

const paymentErrorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payment-error',
  validateSearch: readPaymentErrorSearch,
  staticData: { title: 'Payment not completed' },
  component: lazyRouteComponent(() => import('./routes/payment-error-page.tsx'), 'PaymentErrorPage'),
});

/** Every primitive in every state; in development only, so that the built client does not carry it. */
const developmentRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: '/styleguide',
        staticData: { title: 'Style guide' },
        component: lazyRouteComponent(() => import('./routes/styleguide-page.tsx'), 'StyleguidePage'),
      }),
    ]
  : [];

const routeTree = rootRoute.addChildren([
  landingRoute,
  authRoute,
  coachingRoute,
  coachingDashboardRoute,
  profileRoute,
  kycRoute,
  adminRoute,
  productsRoute,
  paymentSuccessRoute,
  paymentErrorRoute,
  ...developmentRoutes,
]);

export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPendingMs: pendingDelay,
    defaultPendingMinMs: 200,
    defaultPendingComponent: () => <PageLoading delay={0} />,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
    // The section scroll of S1 §2 waits and is smooth; see use-hash-scroll.ts.
    defaultHashScrollIntoView: false,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    /** Stands before the name of the site in the document's title. */
    title?: string;
    /** The page waits for the signed-in state (S1 §2); others are drawn at once. */
    needsUser?: boolean;
  }
}
