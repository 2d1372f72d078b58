import type { QueryClient } from '@tanstack/react-query';
import { createTRPCQueryUtils } from '@trpc/react-query';
import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { type PageState, pageStateElement } from '../shared/page-state.ts';
import { App } from './app.tsx';
import { type AppRouterInstance, createAppRouter } from './router.tsx';
import { seedQueries } from './seed-queries.ts';
import { createQueryClient, createTrpcClient } from './trpc.ts';

export type MountedApp = { root: Promise<Root>; router: AppRouterInstance; queryClient: QueryClient };

/** Creates the tRPC client and the query cache, and fills the cache with the data embedded in the page. */
export function openPage() {
  const queryClient = createQueryClient();
  const trpcClient = createTrpcClient();
  const stateText = document.getElementById(pageStateElement)?.textContent;
  const state = stateText ? (JSON.parse(stateText) as PageState) : undefined;
  if (state) seedQueries(queryClient, state);
  return { queryClient, trpcClient, state };
}

/** Starts the application in the page's root element and hydrates the server-rendered content. */
export function mountApp(
  container: HTMLElement,
  { queryClient, trpcClient, state } = openPage(),
): MountedApp {
  const utils = createTRPCQueryUtils({ queryClient, client: trpcClient });
  const router = createAppRouter({ utils });

  // The user is requested before rendering, unless the page contains the user. A page without the user contains the
  // products as a visitor sees them, although a logged-in user may own some.
  void utils.auth.me.prefetch().then(async () => {
    if (utils.auth.me.getData() && !state?.own) void utils.shop.invalidate();
    (await import('./follow-other-tabs.ts')).followOtherTabs(queryClient, utils, router);
  });

  // The back button restores a page unchanged, although the user may have logged out or changed the membership since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void utils.auth.me.invalidate();
  });

  const app = <App router={router} queryClient={queryClient} trpcClient={trpcClient} state={state} />;
  return {
    root: container.hasChildNodes() ? hydratePage(container, router, app, state) : renderPage(container, app),
    router,
    queryClient,
  };
}

/**
 * Whether the server-rendered content can be hydrated; otherwise the browser renders the page again. False for the 404
 * page, which the server renders outside of all routes, and for a page with dates in another time zone.
 */
function canHydrate(state: PageState | undefined): boolean {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return !state?.missing && (state?.own?.timeZone ?? timeZone) === timeZone;
}

async function renderPage(container: HTMLElement, app: ReactNode): Promise<Root> {
  const root = createRoot(container);
  root.render(app);
  return root;
}

/**
 * Startup does not await this: the page's chunk, which is loaded here, may import from the chunk of this module, and
 * the two chunks would wait for each other.
 */
async function hydratePage(
  container: HTMLElement,
  router: AppRouterInstance,
  app: ReactNode,
  state: PageState | undefined,
): Promise<Root> {
  // The server renders without the router's outermost boundary. If `ssr` is set, the browser omits that boundary, too.
  router.ssr = { manifest: undefined };
  // In a separate task, so that a tap in between is handled: creating the router has just blocked the main thread.
  await new Promise((resolve) => setTimeout(resolve));
  await router.load();
  // The router scrolls a new page to the top. This page keeps its position, because it may have been scrolled before
  // hydration.
  router.options.scrollRestoration = () => false;
  const unsubscribe = router.subscribe('onRendered', () => {
    unsubscribe();
    router.options.scrollRestoration = false;
  });
  if (!canHydrate(state)) return renderPage(container, app);
  // As a transition, which React renders in slices, so that user input has priority.
  return new Promise((resolve) => {
    startTransition(() => {
      resolve(hydrateRoot(container, app));
    });
  });
}
