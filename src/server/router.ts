import { adminRouter } from './admin/admin.router.ts';
import { authRouter } from './auth/auth.router.ts';
import { consentsRouter } from './auth/consents/consents.router.ts';
import { impersonationRouter } from './auth/impersonation/impersonation.router.ts';
import { securityRouter } from './auth/security.router.ts';
import { coachingRouter } from './coaching/coaching.router.ts';
import { questionsRouter } from './coaching/questions.router.ts';
import { handsRouter } from './hands/hands.router.ts';
import { kycRouter } from './kyc/kyc.router.ts';
import { goalsRouter } from './learning/goals/goals.router.ts';
import { learningRouter } from './learning/learning.router.ts';
import { announcementsRouter } from './messages/announcements/announcements.router.ts';
import { contactRouter } from './messages/contact/contact.router.ts';
import { emailRouter } from './messages/email/email.router.ts';
import { notificationsRouter } from './messages/notifications/notifications.router.ts';
import { paymentsRouter } from './payments/payments.router.ts';
import { dailyRouter } from './practice/daily/daily.router.ts';
import { drillsRouter } from './practice/drills.router.ts';
import { leaksRouter } from './practice/leaks.router.ts';
import { rangesRouter } from './practice/ranges/ranges.router.ts';
import { privacyRouter } from './profile/privacy/privacy.router.ts';
import { profileRouter } from './profile/profile.router.ts';
import { settingsRouter } from './settings/settings.router.ts';
import { shopRouter } from './shop/shop.router.ts';
import { createCallerFactory, router } from './trpc/trpc.ts';

/** The router of all namespaces. The client imports only its type, `AppRouter`. */
export const appRouter = router({
  auth: authRouter,
  security: securityRouter,
  kyc: kycRouter,
  shop: shopRouter,
  learning: learningRouter,
  goals: goalsRouter,
  hands: handsRouter,
  questions: questionsRouter,
  coaching: coachingRouter,
  drills: drillsRouter,
  leaks: leaksRouter,
  daily: dailyRouter,
  ranges: rangesRouter,
  notifications: notificationsRouter,
  payments: paymentsRouter,
  profile: profileRouter,
  privacy: privacyRouter,
  email: emailRouter,
  consents: consentsRouter,
  contact: contactRouter,
  settings: settingsRouter,
  admin: adminRouter,
  announcements: announcementsRouter,
  impersonation: impersonationRouter,
});

export type AppRouter = typeof appRouter;

/** Calls procedures without HTTP, for the REST routes and the tests. */
export const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;
