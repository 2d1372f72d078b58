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

export const practiceRoutes = [practiceRoute, deckRoute] as const;
