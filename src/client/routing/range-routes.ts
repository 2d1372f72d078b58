import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lib/lazy-page.ts';
import { rootRoute } from './root-route.tsx';

const rangesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ranges',
  // A user sees their ranges; a visitor sees an introduction to the page instead.
  staticData: { title: 'Ranges', needsUser: true, opensToVisitors: true },
  component: lazyPage(() => import('../routes/ranges-page.tsx'), 'RangesPage'),
});

const rangeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ranges/$id',
  staticData: { title: 'Range', needsUser: true },
  component: lazyPage(() => import('../routes/ranges-page.tsx'), 'RangePage'),
});

export const rangeRoutes = [rangesRoute, rangeRoute] as const;
