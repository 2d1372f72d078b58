import { createRootRouteWithContext, Outlet, rootRouteId, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useDeferredValue } from 'react';
import { AppShell } from '../features/navigation/app-shell.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { useSiteSettings } from '../features/settings/use-site-settings.ts';
import { describeError } from '../lib/error-text.ts';
import { lazyPage } from '../lib/lazy-page.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { useHydratedSoon } from '../lib/use-hydrated.ts';
import { type TrpcUtils, trpc } from '../trpc.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Page } from '../ui/page.tsx';
import { PageLoading } from './page-loading.tsx';
import { documentTitle, pageTexts } from './page-texts.ts';

const PageNotice = lazyPart(async () => (await import('../routes/page-notice.tsx')).PageNotice);

const ImpersonatedPage = lazy(async () => ({
  default: (await import('../routes/page-notice.tsx')).ImpersonatedPage,
}));

export const NotFoundPage = lazyPage(() => import('../routes/not-found-page.tsx'), 'NotFoundPage');

export const notFoundTitle = '404 Page Not Found';

function RootLayout() {
  const { user, isLoading, error } = useCurrentUser();
  const { academyName } = useSiteSettings();
  const hydrated = useHydratedSoon();
  // The public announcement is embedded in the page. A logged-in user may have another one, which must be fetched.
  const { data: announcement } = trpc.announcements.current.useQuery({ signedIn: Boolean(user) });
  // The resolved location, because the title of a page that is still loading is not known yet.
  const path = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname });
  const page = useRouterState({
    select: (state) => pageTexts(state.matches.at(-1)),
    structuralSharing: true,
  });
  const isNotFound = useRouterState({
    select: ({ matches }) =>
      matches.at(-1)?.routeId === rootRouteId || matches.some((match) => match.status === 'notFound'),
  });
  // A page that needs a user waits while the current user is fetched. If nobody is logged in, it also waits for
  // hydration, unless `opensToVisitors`. The value is deferred, so that React renders the page in slices and a phone
  // stays responsive.
  const isWaiting = useDeferredValue(
    Boolean(
      (page?.needsUser && (isLoading || (!user && !hydrated && !page.opensToVisitors))) ||
        (page?.needsBrowser && !hydrated),
    ),
  );
  const pageTitle = isNotFound ? notFoundTitle : page?.title;

  return (
    <AppShell
      user={user}
      path={path}
      title={documentTitle(pageTitle, academyName)}
      notice={
        hydrated &&
        user !== undefined &&
        (announcement || user) && (
          <Suspense fallback={null}>
            <PageNotice user={user} announcement={announcement} path={path} />
          </Suspense>
        )
      }
    >
      {isWaiting ? (
        <PageLoading title={page.routeTitle} />
      ) : page?.needsUser && !user && error ? (
        <UserLoadError error={error} />
      ) : user?.viewingUntil ? (
        <Suspense fallback={<PageLoading />}>
          <ImpersonatedPage path={path}>
            <Outlet />
          </ImpersonatedPage>
        </Suspense>
      ) : (
        <Outlet />
      )}
    </AppShell>
  );
}

/**
 * Shown instead of a page that needs the current user, if the user could not be fetched. If a later request for the
 * user fails, the open page stays, because it may contain typed text.
 */
function UserLoadError({ error }: { error: unknown }) {
  const { auth } = trpc.useUtils();
  const { message, requestId } = describeError(error);
  return (
    <Page width="medium">
      <ErrorState
        titleAs="h1"
        title="Failed to fetch user"
        message={message}
        requestId={requestId}
        onRetry={() => void auth.me.invalidate()}
      />
    </Page>
  );
}

/** Gives loaders access to the API. */
export type RouterContext = { utils: TrpcUtils };

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
});
