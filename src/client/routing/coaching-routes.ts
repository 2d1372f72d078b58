import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lib/lazy-page.ts';
import { readCoachSearch } from '../lib/search-params.ts';
import { rootRoute } from './root-route.tsx';

const questionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/questions',
  staticData: { title: 'Questions', needsUser: true },
  component: lazyPage(() => import('../routes/questions-page.tsx'), 'QuestionsPage'),
});

const questionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/questions/$id',
  staticData: { title: 'Question', needsUser: true },
  component: lazyPage(() => import('../routes/questions-page.tsx'), 'QuestionPage'),
});

const coachRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/coach',
  validateSearch: readCoachSearch,
  staticData: { title: 'Coaching', needsUser: true },
  component: lazyPage(() => import('../routes/coach-page.tsx'), 'CoachPage'),
});

export const coachingRoutes = [questionsRoute, questionRoute, coachRoute] as const;
