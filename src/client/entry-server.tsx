import { createMemoryHistory, rootRouteId } from '@tanstack/react-router';
import { createTRPCQueryUtils } from '@trpc/react-query';
import { renderToString } from 'react-dom/server';
import type { DrawnPage, PageState } from '../shared/page-state.ts';
import { plainText } from '../shared/shop/plain-text.ts';
import { searchDescriptionKey } from '../shared/site-texts/hero-texts.ts';
import { App } from './app.tsx';
import { createAppRouter } from './router.tsx';
import { adminRoutes } from './routing/admin-routes.ts';
import { coachingRoutes } from './routing/coaching-routes.ts';
import { documentTitle, pageTexts } from './routing/page-texts.ts';
import { notFoundTitle } from './routing/root-route.tsx';
import { studentRoutes } from './routing/student-routes.ts';
import { seedQueries } from './seed-queries.ts';
import { createQueryClient, createTrpcClient } from './trpc.ts';

/** Search engines truncate longer descriptions. */
const longestDescription = 160;

// For pages that depend on the user, the server renders only the frame. The browser loads their data and code.
for (const route of [...studentRoutes, ...coachingRoutes, ...adminRoutes]) {
  Object.assign(route.options, { loader: undefined, component: () => null, pendingComponent: undefined });
}

/** Renders a page as a visitor sees it, without requests to the server. */
export async function render(address: string, state: PageState): Promise<DrawnPage> {
  const queryClient = createQueryClient();
  seedQueries(queryClient, state);
  const client = createTrpcClient();
  const router = createAppRouter(
    { utils: createTRPCQueryUtils({ queryClient, client }) },
    {
      history: createMemoryHistory({ initialEntries: [address] }),
      // Scroll restoration on the server would add an inline script, which the Content-Security-Policy blocks.
      scrollRestoration: false,
    },
  );
  await router.load();
  const visitor = state.visitor ?? false;
  const html = renderToString(
    <App router={router} queryClient={queryClient} trpcClient={client} visitor={visitor} />,
  );
  queryClient.clear();
  const match = router.state.matches.at(-1);
  const page = pageTexts(match);
  const ownDescription = address === '/' ? state.texts?.[searchDescriptionKey] : undefined;
  // A product's description is Markdown.
  const description = ownDescription || plainText(match?.loaderData?.description || page.description || '');
  return {
    html,
    title: documentTitle(
      match?.routeId === rootRouteId ? notFoundTitle : page.title,
      state.settings.academyName,
    ),
    description: description.replaceAll(/\s+/g, ' ').slice(0, longestDescription),
  };
}
