import { createRoute, notFound } from '@tanstack/react-router';
import { parseReadingResource } from '../../shared/learning/reading-path.ts';
import { lazyPage } from '../lib/lazy-page.ts';
import {
  readGoalsSearch,
  readPaymentErrorSearch,
  readPaymentSuccessSearch,
  readSearchPageSearch,
  readSessionSearch,
} from '../lib/search-params.ts';
import { type LoaderTexts, loadItemTexts } from './page-texts.ts';
import { NotFoundPage, rootRoute } from './root-route.tsx';

/** The page of both /coaching and /coaching-dashboard. */
const LibraryPage = lazyPage(() => import('../routes/library-page.tsx'), 'LibraryPage');
const libraryData = { title: 'My Learning Library', needsUser: true };

const coachingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/coaching',
  staticData: libraryData,
  component: LibraryPage,
});

const coachingDashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/coaching-dashboard',
  staticData: libraryData,
  component: LibraryPage,
});

/** The session is fetched each time the page opens, because the user may have continued on another device. */
const sessionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/coaching/$id',
  validateSearch: readSessionSearch,
  staticData: { title: 'Coaching session', needsUser: true },
  loader: ({ params: { id }, context }) =>
    loadItemTexts(id, async () => {
      const { title } = await context.utils.learning.getSession.fetch({ id }, { staleTime: 0 });
      return { title };
    }),
  component: lazyPage(() => import('../routes/session-page.tsx'), 'SessionPage'),
  pendingComponent: lazyPage(() => import('../routes/session-page.tsx'), 'SessionPageLoading'),
  notFoundComponent: NotFoundPage,
});

const goalsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/goals',
  validateSearch: readGoalsSearch,
  staticData: { title: 'Goals and results', needsUser: true },
  component: lazyPage(() => import('../routes/goals-page.tsx'), 'GoalsPage'),
});

const notesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notes',
  staticData: { title: 'Notes', needsUser: true },
  component: lazyPage(() => import('../routes/notes-page.tsx'), 'NotesPage'),
});

const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: readSearchPageSearch,
  staticData: { title: 'Search', needsUser: true },
  component: lazyPage(() => import('../routes/search-page.tsx'), 'SearchPage'),
});

const coachingPdfsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/coaching-pdfs',
  staticData: { title: 'Poker Coaching Plans', needsUser: true },
  component: lazyPage(() => import('../routes/coaching-pdfs-page.tsx'), 'CoachingPdfsPage'),
});

/** Milliseconds for which the loader uses data that the server has embedded in the page. */
const embeddedStaleTime = 5_000;

/**
 * The user may have continued reading on another device, so the reading position is fetched when the page opens, unless
 * it was loaded just before.
 */
const readerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/read/$kind/$id',
  staticData: { title: 'Read', needsUser: true },
  loader: async ({ params, context }): Promise<LoaderTexts> => {
    const resource = parseReadingResource(params.kind, params.id);
    if (!resource) throw notFound();
    try {
      const { title } = await context.utils.learning.openReading.fetch(resource, {
        staleTime: embeddedStaleTime,
      });
      return { title };
    } catch {
      // The page reports errors and can retry. Visitors are asked to log in.
      return {};
    }
  },
  component: lazyPage(() => import('../routes/reader-page.tsx'), 'ReaderPage'),
  notFoundComponent: NotFoundPage,
});

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  staticData: { title: 'Profile', needsUser: true },
  component: lazyPage(() => import('../routes/profile-page.tsx'), 'ProfilePage'),
});

const kycRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/kyc',
  staticData: { title: 'KYC verification', needsUser: true },
  component: lazyPage(() => import('../routes/kyc-page.tsx'), 'KycPage'),
});

const billingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/billing',
  staticData: { title: 'Membership and payments', needsUser: true },
  component: lazyPage(() => import('../routes/billing-page.tsx'), 'BillingPage'),
});

// `needsBrowser`: the server renders only a skeleton, because the content depends on the query string.
const paymentSuccessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payment-success',
  validateSearch: readPaymentSuccessSearch,
  staticData: { title: 'Your payment', needsBrowser: true },
  component: lazyPage(() => import('../routes/payment-success-page.tsx'), 'PaymentSuccessPage'),
});

const paymentErrorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payment-error',
  validateSearch: readPaymentErrorSearch,
  staticData: { title: 'Payment not completed', needsBrowser: true },
  component: lazyPage(() => import('../routes/payment-error-page.tsx'), 'PaymentErrorPage'),
});

/** Pages for logged-in users, and the pages to which Stripe returns a buyer. */
export const studentRoutes = [
  coachingRoute,
  coachingDashboardRoute,
  sessionRoute,
  goalsRoute,
  notesRoute,
  searchRoute,
  coachingPdfsRoute,
  readerRoute,
  profileRoute,
  kycRoute,
  billingRoute,
  paymentSuccessRoute,
  paymentErrorRoute,
] as const;
