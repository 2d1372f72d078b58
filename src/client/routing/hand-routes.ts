import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lib/lazy-page.ts';
import { readHandSearch, readHandsSearch } from '../lib/search-params.ts';
import { rootRoute } from './root-route.tsx';

const handsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/hands',
  validateSearch: readHandsSearch,
  staticData: { title: 'Hands', needsUser: true },
  component: lazyPage(() => import('../routes/hands-page.tsx'), 'HandsPage'),
});

const buildHandRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/hands/new',
  staticData: { title: 'Build a hand', needsBrowser: true },
  component: lazyPage(() => import('../routes/build-hand-page.tsx'), 'BuildHandPage'),
});

const handRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/hands/$id',
  validateSearch: readHandSearch,
  staticData: { title: 'Hand', needsUser: true },
  component: lazyPage(() => import('../routes/hand-page.tsx'), 'HandPage'),
});

const sharedHandRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/h/$token',
  staticData: {
    title: 'A shared hand',
    ...(import.meta.env.SSR && { description: 'A poker hand to replay, street by street.' }),
    needsBrowser: true,
  },
  component: lazyPage(() => import('../routes/shared-hand-page.tsx'), 'SharedHandPage'),
});

export const handRoutes = [handsRoute, buildHandRoute, handRoute, sharedHandRoute] as const;
