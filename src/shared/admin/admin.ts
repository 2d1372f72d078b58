import { z } from 'zod';
import { kycStatuses, roles, subscriptionPlans } from '../enums.ts';
import { kycFlags } from '../kyc/kyc-review.ts';

/** GET /api/admin/analytics. */
export const analyticsView = z.object({
  totalUsers: z.int(),
  pendingKyc: z.int(),
  approvedUsers: z.int(),
  rejectedApplications: z.int(),
  subscriptionStats: z.object({
    free: z.int(),
    silver: z.int(),
    gold: z.int(),
    diamond: z.int(),
    custom: z.int(),
    total: z.int(),
  }),
  /** US cents per month. */
  listPrices: z.object({ silver: z.int(), gold: z.int(), diamond: z.int() }),
});
export type Analytics = z.infer<typeof analyticsView>;

export const accountRowView = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(roles),
  kycStatus: z.enum(kycStatuses),
  kycSubmitted: z.boolean(),
  subscriptionPlan: z.enum(subscriptionPlans),
  /** US cents, for display only: the price agreed outside the site. */
  customPlanAmount: z.number().nullable(),
  createdAt: z.string(),
});
export type AccountRow = z.infer<typeof accountRowView>;

/** A row of Recent Users. */
export const recentUserView = accountRowView.extend({
  /** The application that is not decided yet; null if there is none. `flags` are its warnings. */
  openCaseId: z.uuid().nullable(),
  /** Whether that application waits for items from the applicant. */
  kycAsked: z.boolean(),
  flags: z.array(z.enum(kycFlags)),
});
export type RecentUser = z.infer<typeof recentUserView>;

/** GET /api/admin/user/{id}: the account with the fields of its newest application. */
export const adminUserView = accountRowView.extend({
  updatedAt: z.string(),
  /** Keys of the form `pdf-{productNumber}` and `session-{product id}`. */
  purchases: z.array(z.string()),
  customPlanDescription: z.string().nullable(),
  stripeCustomerId: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  postalCode: z.string().nullable(),
  documentType1: z.string().nullable(),
  documentType2: z.string().nullable(),
  documentNumber1: z.string().nullable(),
  documentNumber2: z.string().nullable(),
  documentImageUrl1: z.string().nullable(),
  documentImageUrl2: z.string().nullable(),
  kycNotes: z.string().nullable(),
  kycReviewedBy: z.string().nullable(),
  kycReviewedAt: z.string().nullable(),
});
export type AdminUser = z.infer<typeof adminUserView>;

export const userIdInput = z.object({ id: z.uuid('Unknown user') });
