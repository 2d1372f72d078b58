import { consentsAdminRouter } from '../auth/consents/consents.admin.router.ts';
import { impersonationAdminRouter } from '../auth/impersonation/impersonation.admin.router.ts';
import { coachingAdminRouter } from '../coaching/coaching.admin.router.ts';
import { handsAdminRouter } from '../hands/hands.admin.router.ts';
import { kycAdminRouter } from '../kyc/kyc.admin.router.ts';
import { coachingPlansAdminRouter } from '../learning/coaching-plans.admin.router.ts';
import { learningAdminRouter } from '../learning/learning.admin.router.ts';
import { announcementsAdminRouter } from '../messages/announcements/announcements.admin.router.ts';
import { contactAdminRouter } from '../messages/contact/contact.admin.router.ts';
import { emailAdminRouter } from '../messages/email/email.admin.router.ts';
import { paymentsAdminRouter } from '../payments/payments.admin.router.ts';
import { promotionsAdminRouter } from '../payments/promotions/promotions.admin.router.ts';
import { subscriptionsAdminRouter } from '../payments/subscriptions/subscriptions.admin.router.ts';
import { webhooksAdminRouter } from '../payments/webhooks/webhooks.admin.router.ts';
import { legalTextsAdminRouter } from '../settings/legal/legal-texts.admin.router.ts';
import { logoAdminRouter } from '../settings/logo/logo.admin.router.ts';
import { settingsAdminRouter } from '../settings/settings.admin.router.ts';
import { textsAdminRouter } from '../settings/texts/texts.admin.router.ts';
import { productsAdminRouter } from '../shop/products.admin.router.ts';
import { router } from '../trpc/trpc.ts';
import { uploadsAdminRouter } from '../uploads/uploads.admin.router.ts';
import { auditAdminRouter } from './audit.admin.router.ts';
import { dashboardAdminRouter } from './dashboard.admin.router.ts';
import { reportsAdminRouter } from './reports/reports.admin.router.ts';
import { systemAdminRouter } from './system/system.admin.router.ts';
import { usersAdminRouter } from './users.admin.router.ts';

/** The routers of admin procedures by namespace. All their procedures are `adminProcedure`s. */
export const adminRouter = router({
  dashboard: dashboardAdminRouter,
  users: usersAdminRouter,
  kyc: kycAdminRouter,
  payments: paymentsAdminRouter,
  subscriptions: subscriptionsAdminRouter,
  promotions: promotionsAdminRouter,
  webhooks: webhooksAdminRouter,
  products: productsAdminRouter,
  coachingPlans: coachingPlansAdminRouter,
  hands: handsAdminRouter,
  coaching: coachingAdminRouter,
  learning: learningAdminRouter,
  uploads: uploadsAdminRouter,
  reports: reportsAdminRouter,
  settings: settingsAdminRouter,
  texts: textsAdminRouter,
  logo: logoAdminRouter,
  legalTexts: legalTextsAdminRouter,
  contact: contactAdminRouter,
  email: emailAdminRouter,
  announcements: announcementsAdminRouter,
  consents: consentsAdminRouter,
  impersonation: impersonationAdminRouter,
  audit: auditAdminRouter,
  system: systemAdminRouter,
});
