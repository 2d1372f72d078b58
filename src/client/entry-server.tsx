import { createMemoryHistory, rootRouteId } from '@tanstack/react-router';
import { TRPCClientError } from '@trpc/client';
import { createTRPCQueryUtils } from '@trpc/react-query';
import { observable } from '@trpc/server/observable';
import { renderToString } from 'react-dom/server';
import { isOwnPage, type PageState, type RenderedPage } from '../shared/page-state.ts';
import { plainText } from '../shared/shop/plain-text.ts';
import { searchDescriptionKey } from '../shared/site-texts/hero-texts.ts';
import { App } from './app.tsx';
import { setTimeZone } from './lib/format.ts';
import { createAppRouter } from './router.tsx';
import { adminRoutes } from './routing/admin-routes.ts';
import { coachingRoutes } from './routing/coaching-routes.ts';
import { handRoutes } from './routing/hand-routes.ts';
import { documentTitle, pageTexts } from './routing/page-texts.ts';
import { practiceRoutes } from './routing/practice-routes.ts';
import { notFoundTitle } from './routing/root-route.tsx';
import { studentRoutes } from './routing/student-routes.ts';
import { seedQueries } from './seed-queries.ts';
import { createQueryClient, trpc } from './trpc.ts';

/** Search engines truncate longer descriptions. */
const maxDescriptionLength = 160;

// The server renders a page of these routes in full only if it embeds the page's data, or if visitors may open the
// page. For all other pages of these routes, it renders the app shell, and the browser loads data and code.
for (const route of [...studentRoutes, ...handRoutes, ...practiceRoutes, ...coachingRoutes, ...adminRoutes]) {
  if ('path' in route.options && isOwnPage(route.options.path)) continue;
  if (route.options.staticData?.opensToVisitors) continue;
  Object.assign(route.options, { loader: undefined, component: () => null, pendingComponent: undefined });
}

/** Sends no requests: a loader finds its data in the page, or fails. */
const client = trpc.createClient({
  links: [() => () => observable((observer) => observer.error(new TRPCClientError('Not in the page')))],
});

/** Renders a page. If `state` contains a user, the page is rendered for that user, and if not, for a visitor. */
export async function render(url: string, state: PageState): Promise<RenderedPage> {
  const queryClient = createQueryClient();
  seedQueries(queryClient, state);
  const router = createAppRouter(
    { utils: createTRPCQueryUtils({ queryClient, client }) },
    {
      history: createMemoryHistory({ initialEntries: [url] }),
      // Scroll restoration on the server would add an inline script, which the Content-Security-Policy blocks.
      scrollRestoration: false,
    },
  );
  await router.load();
  // Pages of other users are rendered concurrently, so nothing is awaited between setting the time zone and rendering.
  setTimeZone(state.own?.timeZone ?? 'UTC');
  const html = renderToString(
    <App router={router} queryClient={queryClient} trpcClient={client} state={state} />,
  );
  queryClient.clear();
  const match = router.state.matches.at(-1);
  const page = pageTexts(match);
  const ownDescription = url === '/' ? state.texts?.[searchDescriptionKey] : undefined;
  // A product's description is Markdown.
  const description = ownDescription || plainText(match?.loaderData?.description || page.description || '');
  return {
    html,
    title: documentTitle(
      match?.routeId === rootRouteId ? notFoundTitle : page.title,
      state.settings.academyName,
    ),
    description: description.replaceAll(/\s+/g, ' ').slice(0, maxDescriptionLength),
  };
}
