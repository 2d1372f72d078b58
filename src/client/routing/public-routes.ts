import { createRoute } from '@tanstack/react-router';
import type { LegalText } from '../../shared/auth/consents.ts';
import { lazyPage } from '../lib/lazy-page.ts';
import {
  readAccountLinkSearch,
  readAuthSearch,
  readCodeSearch,
  readProductsSearch,
} from '../lib/search-params.ts';
import { type LoaderTexts, loadItemTexts } from './page-texts.ts';
import { NotFoundPage, type RouterContext, rootRoute } from './root-route.tsx';

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: {
    ...(import.meta.env.SSR && {
      description:
        'Coaching plans and sessions for poker players who study: worked hands, drills and a library you keep. Coaching only, nothing here is wagered.',
    }),
  },
  component: lazyPage(() => import('../routes/landing-page.tsx'), 'LandingPage'),
});

const importAuthPage = () => import('../routes/auth-page.tsx');

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  validateSearch: readAuthSearch,
  staticData: {
    title: 'Log in or sign up',
    ...(import.meta.env.SSR && {
      description: 'Log in to your learning library, or create an account with your identity documents.',
    }),
  },
  // Has no `loaderDeps`, so that switching tabs does not load the page again.
  loader: async ({ location }): Promise<LoaderTexts> => {
    const { loadAuthTab } = await importAuthPage();
    await loadAuthTab(location.search);
    return {};
  },
  component: lazyPage(importAuthPage, 'AuthPage'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  staticData: {
    title: 'Forgot your password?',
    ...(import.meta.env.SSR && {
      description: 'Have a link sent to your email, and choose a new password for your account.',
    }),
  },
  component: lazyPage(() => import('../routes/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});
const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: readAccountLinkSearch,
  staticData: { title: 'Choose a new password', needsBrowser: true },
  component: lazyPage(() => import('../routes/reset-password-page.tsx'), 'ResetPasswordPage'),
});
const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  validateSearch: readAccountLinkSearch,
  staticData: { title: 'Verify your email', needsBrowser: true },
  component: lazyPage(() => import('../routes/verify-email-page.tsx'), 'VerifyEmailPage'),
});

const undoDeletionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/undo-deletion',
  validateSearch: readAccountLinkSearch,
  staticData: { title: 'Keep your account', needsBrowser: true },
  component: lazyPage(() => import('../routes/undo-deletion-page.tsx'), 'UndoDeletionPage'),
});

const productsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products',
  validateSearch: readProductsSearch,
  staticData: {
    title: 'Products',
    ...(import.meta.env.SSR && {
      description:
        'Poker PDFs and coaching sessions from beginner to expert, bought one by one. No subscriptions, no recurring fees.',
    }),
  },
  component: lazyPage(() => import('../routes/products-page.tsx'), 'ProductsPage'),
});

/** Loads the product before the page opens, because the title and the description of the page are the product's. */
const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/$id',
  validateSearch: readCodeSearch,
  staticData: { title: 'Product' },
  loader: ({ params: { id }, context }) =>
    loadItemTexts(id, async () => {
      const { title, description } = await context.utils.shop.getProduct.ensureData({ id });
      return { title, description };
    }),
  component: lazyPage(() => import('../routes/product-page.tsx'), 'ProductPage'),
  pendingComponent: lazyPage(() => import('../routes/product-page.tsx'), 'ProductPageLoading'),
  // Set on this route, so that its match has the status `notFound`, from which the layout derives the title.
  notFoundComponent: NotFoundPage,
});

const subscriptionPlansRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/subscription-plans',
  validateSearch: readCodeSearch,
  staticData: {
    title: 'Membership',
    ...(import.meta.env.SSR && {
      description:
        'Free, Silver, Gold and Diamond: which of the ten poker coaching plans each opens, what it costs a month, and how to cancel.',
    }),
  },
  component: lazyPage(() => import('../routes/subscription-plans-page.tsx'), 'SubscriptionPlansPage'),
});

/**
 * Loads the text before the page opens. Otherwise the built-in text would appear first, then the one that an admin
 * published.
 */
async function loadLegalText({ utils }: RouterContext, document: LegalText): Promise<LoaderTexts> {
  await utils.settings.legalText.ensureData({ document });
  return {};
}

const privacyPolicyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy-policy',
  staticData: {
    title: 'Privacy Policy',
    ...(import.meta.env.SSR && {
      description:
        'Which data the academy holds about you, why and for how long, and how you receive a copy or have it erased.',
    }),
  },
  loader: ({ context }) => loadLegalText(context, 'privacy'),
  component: lazyPage(() => import('../routes/privacy-policy-page.tsx'), 'PrivacyPolicyPage'),
});

const termsOfServiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms-of-service',
  staticData: {
    title: 'Terms of Service',
    ...(import.meta.env.SSR && {
      description:
        'What you agree to when you use the academy: education only, license, purchases, refunds and governing law.',
    }),
  },
  loader: ({ context }) => loadLegalText(context, 'terms'),
  component: lazyPage(() => import('../routes/terms-of-service-page.tsx'), 'TermsOfServicePage'),
});

export const publicRoutes = [
  landingRoute,
  authRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  verifyEmailRoute,
  undoDeletionRoute,
  productsRoute,
  productRoute,
  subscriptionPlansRoute,
  privacyPolicyRoute,
  termsOfServiceRoute,
] as const;
