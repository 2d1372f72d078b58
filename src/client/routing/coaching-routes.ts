import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lib/lazy-page.ts';
import { readCoachSearch } from '../lib/search-params.ts';
import { rootRoute } from './root-route.tsx';

const questionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/questions',
  // The page is for users; visitors get an introduction to it instead.
  staticData: { title: 'Questions', needsUser: true, opensToVisitors: true },
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

const studentBriefRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/coach/students/$id',
  staticData: { title: 'Brief', needsUser: true },
  component: lazyPage(() => import('../routes/coach-page.tsx'), 'StudentBriefPage'),
});

const ownBriefRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile/brief',
  staticData: { title: 'Brief', needsUser: true },
  component: lazyPage(() => import('../routes/questions-page.tsx'), 'OwnBriefPage'),
});

export const coachingRoutes = [
  questionsRoute,
  questionRoute,
  coachRoute,
  studentBriefRoute,
  ownBriefRoute,
] as const;
