import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  notFound,
  Outlet,
  type RouterHistory,
  rootRouteId,
  type StaticDataRouteOption,
  useRouter,
  useRouterState,
} from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { AppShell } from './features/navigation/app-shell.tsx';
import { useCurrentUser, useSignOut } from './features/session/use-current-user.ts';
import { describeError } from './lib/error-text.ts';
import {
  readAccountLinkSearch,
  readAdminSearch,
  readAuthSearch,
  readGoalsSearch,
  readPaymentErrorSearch,
  readPaymentSuccessSearch,
  readProductsSearch,
  readSearchPageSearch,
  readSessionSearch,
} from './lib/search-params.ts';
import { isStaleChunkError, reloadOnce } from './lib/stale-chunks.ts';
import { type TrpcUtils, trpc } from './trpc.ts';
import { ErrorState } from './ui/error-state.tsx';
import { Page } from './ui/page.tsx';
import { PageLoading } from './ui/page-loading.tsx';

const StandingNotice = lazy(async () => ({
  default: (await import('./routes/around-pages.tsx')).StandingNotice,
}));

const ViewedPage = lazy(async () => ({
  default: (await import('./routes/around-pages.tsx')).ViewedPage,
}));

const NotFoundPage = lazyRouteComponent(() => import('./routes/not-found-page.tsx'), 'NotFoundPage');

const siteTitle = 'Poker Coaching Academy';
const notFoundTitle = '404 Page Not Found';

/** What a loader may say of its page, in place of the route's own words. */
type PageTitle = { title?: string; description?: string };

/** Search engines cut off what is longer. */
const longestDescription = 160;

/** Title, description and needs of the page that a match leads to. */
export function pageTexts(match: { staticData: StaticDataRouteOption; loaderData?: PageTitle } | undefined) {
  const { title, description } = match?.loaderData ?? {};
  return {
    ...match?.staticData,
    ...(title && { title }),
    ...(description && { description: description.replaceAll(/\s+/g, ' ').slice(0, longestDescription) }),
  };
}

/** What stands in the browser's tab. */
export function documentTitle(pageTitle: string | undefined): string {
  return pageTitle ? `${pageTitle} · ${siteTitle}` : siteTitle;
}

/** Milliseconds before a page that is still on its way is replaced by "Loading". */
const pendingDelay = 150;

function RootLayout() {
  const { user, isLoading, error } = useCurrentUser();
  const { signOut } = useSignOut();
  // The one for everybody comes with the page; whether it is another for who is signed in, has to be asked.
  const { data: announcement } = trpc.announcements.current.useQuery({ signedIn: Boolean(user) });
  // Where the reader is, not where they are going: the title of the page that is on its way is not known yet.
  const path = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname });
  const hasHash = useRouterState({ select: (state) => state.location.hash !== '' });
  const page = useRouterState({
    select: (state) => pageTexts(state.matches.at(-1)),
    structuralSharing: true,
  });
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
      title={documentTitle(pageTitle)}
      description={isNotFound ? undefined : page?.description}
      standingNotice={
        user !== undefined &&
        (announcement || user) && (
          <Suspense fallback={null}>
            <StandingNotice user={user} announcement={announcement} path={path} />
          </Suspense>
        )
      }
    >
      {page?.needsUser && isLoading ? (
        <PageLoading />
      ) : page?.needsUser && error ? (
        <UserUnknown error={error} />
      ) : user?.viewingUntil ? (
        <Suspense fallback={<PageLoading />}>
          <ViewedPage path={path}>
            <Outlet />
          </ViewedPage>
        </Suspense>
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

/** What loaders ask through. */
export type RouterContext = { utils: TrpcUtils };

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
});

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: {
    description:
      'Coaching plans and sessions for poker players who study: worked hands, drills and a library you keep. Coaching only, nothing here is wagered.',
  },
  component: lazyRouteComponent(() => import('./routes/landing-page.tsx'), 'LandingPage'),
});

const importAuthPage = () => import('./routes/auth-page.tsx');

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  validateSearch: readAuthSearch,
  staticData: {
    title: 'Log in or sign up',
  },
  // Once: a look at the other tab is no new page.
  loader: async ({ location }) => (await importAuthPage()).loadAuthPage(location.search),
  component: lazyRouteComponent(importAuthPage, 'AuthPage'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  staticData: { title: 'Forgot your password?' },
  component: lazyRouteComponent(() => import('./routes/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});
const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: readAccountLinkSearch,
  staticData: { title: 'Choose a new password' },
  component: lazyRouteComponent(() => import('./routes/reset-password-page.tsx'), 'ResetPasswordPage'),
});
const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  validateSearch: readAccountLinkSearch,
  staticData: { title: 'Verify your e-mail' },
  component: lazyRouteComponent(() => import('./routes/verify-email-page.tsx'), 'VerifyEmailPage'),
});

const undoDeletionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/undo-deletion',
  validateSearch: readAccountLinkSearch,
  staticData: { title: 'Keep your account' },
  component: lazyRouteComponent(() => import('./routes/undo-deletion-page.tsx'), 'UndoDeletionPage'),
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

/** Asked anew at each opening: the reader may have gone on with it on another device. */
const sessionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/coaching/$id',
  validateSearch: readSessionSearch,
  staticData: { title: 'Coaching session', needsUser: true },
  loader: async ({ params, context }): Promise<PageTitle> => {
    if (!/^[1-9]\d{0,8}$/.test(params.id)) throw notFound();
    try {
      const session = await context.utils.learning.getSession.fetch({ id: params.id }, { staleTime: 0 });
      return { title: session.title };
    } catch (error) {
      if (describeError(error).code === 'not_found') throw notFound();
      // Everything else is told by the page itself, which can ask again; visitors are asked to sign in.
      return {};
    }
  },
  component: lazyRouteComponent(() => import('./routes/session-page.tsx'), 'SessionPage'),
  pendingComponent: lazyRouteComponent(() => import('./routes/session-page.tsx'), 'SessionPageLoading'),
  notFoundComponent: NotFoundPage,
});

const goalsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/goals',
  validateSearch: readGoalsSearch,
  staticData: { title: 'Goals and results', needsUser: true },
  component: lazyRouteComponent(() => import('./routes/goals-page.tsx'), 'GoalsPage'),
});

const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: readSearchPageSearch,
  staticData: { title: 'Search', needsUser: true },
  component: lazyRouteComponent(() => import('./routes/search-page.tsx'), 'SearchPage'),
});

const coachingPdfsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/coaching-pdfs',
  staticData: { title: 'Poker Coaching Plans', needsUser: true },
  component: lazyRouteComponent(() => import('./routes/coaching-pdfs-page.tsx'), 'CoachingPdfsPage'),
});

/** Asked anew at each opening: the page where the reader stopped may have been left on another device. */
const readerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/read/$kind/$id',
  staticData: { title: 'Read', needsUser: true },
  loader: async ({ params, context }): Promise<PageTitle> => {
    const { kind } = params;
    const id = Number(params.id);
    const known = /^(product\/[1-9]\d{0,8}|plan\/([1-9]|10))$/.test(`${kind}/${params.id}`);
    if (!known || (kind !== 'product' && kind !== 'plan')) throw notFound();
    try {
      const { title } = await context.utils.learning.openReading.fetch({ kind, id }, { staleTime: 0 });
      return { title };
    } catch {
      // Told by the page itself, which asks again; visitors are asked to sign in.
      return {};
    }
  },
  component: lazyRouteComponent(() => import('./routes/reader-page.tsx'), 'ReaderPage'),
  notFoundComponent: NotFoundPage,
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

const adminUserRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/users/$id',
  staticData: { title: 'User', needsUser: true },
  component: lazyRouteComponent(() => import('./routes/admin-user-page.tsx'), 'AdminUserPage'),
});

const productsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products',
  validateSearch: readProductsSearch,
  staticData: {
    title: 'Products',
    description:
      'Poker coaching plans and sessions from beginner to expert, bought one by one. No subscriptions, no recurring fees.',
  },
  component: lazyRouteComponent(() => import('./routes/products-page.tsx'), 'ProductsPage'),
});

/** Kept with the page itself: its address and title are the product's. */
const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/$id',
  staticData: { title: 'Product' },
  loader: async ({ params, context }): Promise<PageTitle> => {
    if (!/^[1-9]\d{0,8}$/.test(params.id)) throw notFound();
    try {
      const { title, description } = await context.utils.shop.getProduct.ensureData({ id: params.id });
      return { title, description };
    } catch (error) {
      if (describeError(error).code === 'not_found') throw notFound();
      // Everything else is told by the page itself, which can ask again.
      return {};
    }
  },
  component: lazyRouteComponent(() => import('./routes/product-page.tsx'), 'ProductPage'),
  pendingComponent: lazyRouteComponent(() => import('./routes/product-page.tsx'), 'ProductPageLoading'),
  // Its own, so that the match says it: only then the title is the not-found screen's.
  notFoundComponent: NotFoundPage,
});

const subscriptionPlansRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/subscription-plans',
  staticData: {
    title: 'Plans',
    description:
      'Free, Silver, Gold and Diamond: which of the ten poker coaching plans each opens, what it costs a month, and how to cancel.',
  },
  component: lazyRouteComponent(
    () => import('./routes/subscription-plans-page.tsx'),
    'SubscriptionPlansPage',
  ),
});

const billingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/billing',
  staticData: { title: 'Plan and payments', needsUser: true },
  component: lazyRouteComponent(() => import('./routes/billing-page.tsx'), 'BillingPage'),
});

const privacyPolicyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy-policy',
  staticData: {
    title: 'Privacy Policy',
    description:
      'Which data the academy holds about you, why and for how long, and how you receive a copy or have it erased.',
  },
  component: lazyRouteComponent(() => import('./routes/privacy-policy-page.tsx'), 'PrivacyPolicyPage'),
});

const termsOfServiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms-of-service',
  staticData: {
    title: 'Terms of Service',
    description:
      'What you agree to when you use the academy: education only, license, purchases, refunds and governing law.',
  },
  component: lazyRouteComponent(() => import('./routes/terms-of-service-page.tsx'), 'TermsOfServicePage'),
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
  forgotPasswordRoute,
  resetPasswordRoute,
  verifyEmailRoute,
  undoDeletionRoute,
  coachingRoute,
  coachingDashboardRoute,
  sessionRoute,
  goalsRoute,
  searchRoute,
  coachingPdfsRoute,
  readerRoute,
  profileRoute,
  kycRoute,
  adminRoute,
  adminUserRoute,
  productsRoute,
  productRoute,
  subscriptionPlansRoute,
  billingRoute,
  privacyPolicyRoute,
  termsOfServiceRoute,
  paymentSuccessRoute,
  paymentErrorRoute,
  ...developmentRoutes,
]);

/** @param options the server's differences: where it is, and nothing that needs a window */
export function createAppRouter(
  context: RouterContext,
  options: { history?: RouterHistory; scrollRestoration?: boolean } = {},
) {
  return createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    defaultPendingMs: pendingDelay,
    defaultPendingMinMs: 200,
    defaultPendingComponent: () => <PageLoading delay={0} />,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: options.scrollRestoration ?? true,
    ...(options.history && { history: options.history }),
    // The section scroll of S1 §2 waits and is smooth; see use-hash-scroll.ts.
    defaultHashScrollIntoView: false,
  });
}

export type AppRouterInstance = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouterInstance;
  }
  interface StaticDataRouteOption {
    /** Stands before the name of the site in the document's title. */
    title?: string;
    /** For search engines and shared links, at most 160 characters. */
    description?: string;
    /** The page waits for the signed-in state (S1 §2); others are drawn at once. */
    needsUser?: boolean;
  }
}
