import { createRouter, type RouterHistory } from '@tanstack/react-router';
import type { HandFilter } from '../shared/hands/hands.ts';
import { parsePlainSearch, stringifyPlainSearch } from './lib/plain-search.ts';
import type { AdminSearch } from './lib/search-params.ts';
import { adminRoutes } from './routing/admin-routes.ts';
import { coachingRoutes } from './routing/coaching-routes.ts';
import { handRoutes } from './routing/hand-routes.ts';
import { dailyRoutes, practiceRoutes } from './routing/practice-routes.ts';
import { publicRoutes } from './routing/public-routes.ts';
import { NotFoundPage, type RouterContext, rootRoute } from './routing/root-route.tsx';
import { RouteError } from './routing/route-error.tsx';
import { studentRoutes } from './routing/student-routes.ts';
import { Page } from './ui/page.tsx';
import { Skeleton, SkeletonRegion } from './ui/skeleton.tsx';

/** Milliseconds before the skeleton of a loading page is shown. */
const pendingDelay = 150;

const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  ...dailyRoutes,
  ...studentRoutes,
  ...handRoutes,
  ...coachingRoutes,
  ...practiceRoutes,
  ...adminRoutes,
]);

/** @param options - for the server: a history in memory, and no scroll restoration, which would add an inline script */
export function createAppRouter(
  context: RouterContext,
  options: { history?: RouterHistory; scrollRestoration?: boolean } = {},
) {
  return createRouter({
    routeTree,
    context,
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
    defaultPreload: 'intent',
    defaultPendingMs: pendingDelay,
    defaultPendingMinMs: 200,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: options.scrollRestoration ?? true,
    ...(options.history && { history: options.history }),
    // `useHashScroll` scrolls smoothly to the section and waits for it to load.
    defaultHashScrollIntoView: false,
  });
}

export type AppRouterInstance = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouterInstance;
  }
  interface HistoryState {
    /** The email typed in the sign-up form, for the form that requests a password reset link. */
    email?: string;
    /** The filter of the list from which a hand was opened. */
    handFilter?: HandFilter;
    /** The filters of the admin list that a page was opened from. */
    adminList?: AdminSearch;
    /** The key of that list's entry in the browser's history. */
    listEntry?: string | undefined;
  }
  interface StaticDataRouteOption {
    /** Shown before the site name in the document title. */
    title?: string;
    /** For search engines and link previews, cut off after 160 characters. */
    description?: string;
    /**
     * The page waits until the user is known. Unless the server embeds the user's data in the HTML, it renders only the
     * app shell and a skeleton.
     */
    needsUser?: boolean;
    /** With `needsUser`: the server renders an introduction to the page for visitors. */
    opensToVisitors?: boolean;
    /** The server renders the app shell and a skeleton, because the content depends on a token or on the browser. */
    needsBrowser?: boolean;
  }
}

/** Shown while a page's code is loading: skeletons of title, lead and content. */
function PagePending() {
  return (
    <Page>
      <SkeletonRegion label="Loading">
        <Skeleton className="h-9 w-64 max-w-full sm:h-11" />
        <Skeleton className="mt-3 h-5 w-96 max-w-full" />
        <Skeleton className="mt-8 h-64" />
      </SkeletonRegion>
    </Page>
  );
}
