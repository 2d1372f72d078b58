import { z } from 'zod';
import { profileInput } from '../auth/accounts.ts';
import { kycStatuses, productTypes, roles, subscriptionPlans } from '../enums.ts';
import { kycReasons, requestedItems } from '../kyc/kyc-reasons.ts';
import { limits } from '../limits.ts';
import { cursorInput, pageView } from '../paging.ts';
import { productIdSchema } from '../shop/products.ts';
import { calendarDay, emailSchema, optionalText, requiredLine } from '../text-schemas.ts';
import { accountRowView, userIdInput } from './admin.ts';

export const usersPerPage = 25;

/** `not_submitted`: status pending, but without an application. */
export const userKycFilters = ['not_submitted', ...kycStatuses] as const;
export type UserKycFilter = (typeof userKycFilters)[number];

/** `leaving`: the account is scheduled for deletion, which its user can undo. */
export const accountStates = ['active', 'suspended', 'leaving'] as const;
export type AccountState = (typeof accountStates)[number];

export const userSorts = [
  'newest',
  'oldest',
  'name',
  'name_desc',
  'seen',
  'seen_asc',
  'spent',
  'spent_asc',
] as const;
export type UserSort = (typeof userSorts)[number];

const day = calendarDay('Enter a date such as 2026-01-31').optional();

export const userListInput = z.object({
  /** Words that must occur in the name or email; the ninth and later ones are ignored. */
  q: optionalText(100).optional(),
  kyc: z.enum(userKycFilters, { error: 'Unknown KYC status' }).optional(),
  plan: z.enum(subscriptionPlans, { error: 'Unknown plan' }).optional(),
  role: z.enum(roles, { error: 'Unknown role' }).optional(),
  account: z.enum(accountStates, { error: 'Unknown state' }).optional(),
  tag: optionalText(40).optional(),
  /** First and last day of registration, in UTC. */
  from: day,
  to: day,
  sort: z.enum(userSorts, { error: 'Unknown order' }).default('newest'),
  cursor: cursorInput,
});
export type UserListInput = z.infer<typeof userListInput>;

/** The filters and the order of the list, without the cursor. */
export const userExportInput = userListInput.omit({ cursor: true });
export type UserExportInput = z.infer<typeof userExportInput>;

const listedUserView = accountRowView.extend({
  accountState: z.enum(accountStates),
  /** Whether the open application waits for items from the applicant. */
  kycAsked: z.boolean(),
  emailVerified: z.boolean(),
  /** ISO 8601; null if the user never logged in. */
  lastSeenAt: z.string().nullable(),
  /** US cents paid for products and memberships, minus refunds and lost disputes. */
  netCents: z.int(),
  tags: z.array(z.string()),
});
export type ListedUser = z.infer<typeof listedUserView>;

export const userListView = pageView(listedUserView).extend({
  /** How many users match the filters, counted at most a minute ago; null on later pages. */
  total: z.int().nullable(),
});
export type UserList = z.infer<typeof userListView>;

export const userNoteView = z.object({
  id: z.uuid(),
  text: z.string(),
  authorName: z.string(),
  createdAt: z.string(),
});
export type UserNote = z.infer<typeof userNoteView>;

/** The data of a user's page in the admin area. Payments, memberships and the history are separate calls. */
export const userPageView = z.object({
  account: listedUserView.extend({
    updatedAt: z.string(),
    twoFactorEnabled: z.boolean(),
    suspendedAt: z.string().nullable(),
    /** When the account is erased; null if deletion was not requested. */
    deletionDueAt: z.string().nullable(),
    stripeCustomerId: z.string().nullable(),
    timeZone: z.string().nullable(),
    /** How many devices the user is logged in on. */
    sessions: z.int(),
    dateOfBirth: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    address: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    country: z.string().nullable(),
    postalCode: z.string().nullable(),
  }),
  applications: z.array(
    z.object({
      id: z.uuid(),
      status: z.enum(kycStatuses),
      submittedAt: z.string(),
      adminNotes: z.string().nullable(),
      supersededAt: z.string().nullable(),
      requestedItems: z.array(z.enum(requestedItems)),
      /** KYC decisions, newest first. */
      decisions: z.array(
        z.object({
          id: z.uuid(),
          /** Whether this entry undoes a decision. `status` is then the restored status. */
          isUndone: z.boolean(),
          status: z.enum(kycStatuses),
          reasonCode: z.enum(kycReasons).nullable(),
          /** The admin's current name; null if that account was deleted. */
          byName: z.string().nullable(),
          at: z.string(),
        }),
      ),
    }),
  ),
  progress: z.array(
    z.object({
      sessionId: z.int(),
      title: z.string(),
      status: z.enum(['in_progress', 'completed']),
      /** Seconds. */
      timeSpent: z.int(),
      updatedAt: z.string(),
    }),
  ),
  notes: z.array(userNoteView),
});
export type UserPage = z.infer<typeof userPageView>;

export const setRoleInput = userIdInput.extend({
  role: z.enum(roles, { error: 'Choose a role' }),
  reason: requiredLine('Say why the role changes'),
});
export type SetRoleInput = z.infer<typeof setRoleInput>;

export const suspendInput = userIdInput.extend({ reason: requiredLine('Say why the account is suspended') });
export const unsuspendInput = userIdInput.extend({ reason: requiredLine('Say why the suspension ends') });

export const editUserInput = profileInput.extend({
  email: emailSchema,
  reason: requiredLine('Say why the account changes'),
  /** The version of the account that the admin saw, so that a concurrent change by another admin is not overwritten. */
  updatedAt: z.string(),
});
export type EditUserInput = z.infer<typeof editUserInput>;

export const deleteUserInput = userIdInput.extend({ reason: requiredLine('Say why the account is deleted') });
export const withdrawDeletionInput = userIdInput.extend({
  reason: requiredLine('Say why the account stays'),
});

export const addNoteInput = userIdInput.extend({
  /** Generated by the client, so that a repeated request adds the note once. */
  noteId: z.uuid('Unknown note').optional(),
  text: z
    .string({ error: 'Write the note' })
    .trim()
    .min(1, 'Write the note')
    .pipe(optionalText(limits.notesMaxLength)),
});
export type AddNoteInput = z.infer<typeof addNoteInput>;
export const noteIdInput = z.object({ noteId: z.uuid('Unknown note') });

export const grantProductInput = userIdInput.extend({
  productId: productIdSchema,
  reason: requiredLine('Say why the product is given'),
});
export type GrantProductInput = z.infer<typeof grantProductInput>;

export const revokeProductInput = z.object({
  purchaseId: z.uuid('Unknown purchase'),
  reason: requiredLine('Say why the product is taken back'),
});
export type RevokeProductInput = z.infer<typeof revokeProductInput>;

export const grantableProductView = z.object({
  id: z.int(),
  type: z.enum(productTypes),
  productNumber: z.int(),
  title: z.string(),
});
