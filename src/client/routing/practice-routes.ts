import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lib/lazy-page.ts';
import { readDeckSearch, readPracticeSearch } from '../lib/search-params.ts';
import { rootRoute } from './root-route.tsx';

const practiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/practice',
  validateSearch: readPracticeSearch,
  // Visitors see only an introduction to the page.
  staticData: { title: 'Practice', needsUser: true, opensToVisitors: true },
  component: lazyPage(() => import('../routes/practice-page.tsx'), 'PracticePage'),
});

const deckRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/practice/$deck',
  validateSearch: readDeckSearch,
  staticData: { title: 'Drills', needsUser: true },
  component: lazyPage(() => import('../routes/practice-page.tsx'), 'DeckPage'),
});

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

export const practiceRoutes = [practiceRoute, deckRoute, rangesRoute, rangeRoute] as const;

const dailyData = {
  title: 'Hand of the day',
  ...(import.meta.env.SSR && {
    description:
      'One poker decision a day: choose what you would do, then read what the coach says and what others chose. Free.',
  }),
};

const dailyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/daily',
  staticData: dailyData,
  component: lazyPage(() => import('../routes/daily-page.tsx'), 'DailyPage'),
});

const dailyDayRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/daily/$date',
  staticData: dailyData,
  component: lazyPage(() => import('../routes/daily-page.tsx'), 'DailyDayPage'),
});

/** The settings decide whether visitors see these pages. */
export const dailyRoutes = [dailyRoute, dailyDayRoute] as const;
