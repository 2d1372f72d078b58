import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lib/lazy-page.ts';
import { rootRoute } from './root-route.tsx';

const texts = {
  title: 'Hand of the day',
  ...(import.meta.env.SSR && {
    description:
      'One poker decision a day: choose what you would do, then read what the coach says and what others chose. Free.',
  }),
};

const dailyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/daily',
  staticData: texts,
  component: lazyPage(() => import('../routes/daily-page.tsx'), 'DailyPage'),
});

const dailyDayRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/daily/$date',
  staticData: texts,
  component: lazyPage(() => import('../routes/daily-page.tsx'), 'DailyDayPage'),
});

export const dailyRoutes = [dailyRoute, dailyDayRoute] as const;
