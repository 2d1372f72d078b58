import { z } from 'zod';
import { documentTypes, kycStatuses, roles, subscriptionPlans } from '../enums.ts';
import { limits } from '../limits.ts';
import { serverDate } from '../server-clock.ts';
import {
  ageOn,
  calendarDay,
  emailSchema,
  optionalLine,
  passwordSchema,
  phoneSchema,
  requiredLine,
} from '../text-schemas.ts';
import { legalTexts } from './consents.ts';
import { secondFactorCode } from './sign-in-security.ts';

/**
 * Without a `code`, a login to an account with a second factor fails with 401 `two_factor_required`. Then send the
 * login again with the code, or only the code to `auth.completeLogin`, as the browser does.
 */
export const loginInput = z.object({
  email: emailSchema,
  password: passwordSchema,
  code: secondFactorCode.optional(),
});
export type LoginInput = z.infer<typeof loginInput>;

/** Identifies one side of a document: its upload URL, or the `/objects/{id}` that `kyc.secureDocument` returned. */
export const documentReference = z.string().trim().min(1).max(2_000);

function personName(label: string) {
  const message = `${label} must be at least ${limits.nameMinLength} characters`;
  return optionalLine(message, limits.nameMaxLength).min(limits.nameMinLength, message);
}

/** Contact and address fields, shared by the registration and KYC forms. */
export const contactFields = {
  phoneNumber: phoneSchema,
  address: requiredLine('Address is required'),
  city: requiredLine('City is required'),
  state: requiredLine('State is required'),
  country: requiredLine('Country is required'),
  postalCode: requiredLine('Postal code is required', 20),
};

const today = () => serverDate().toISOString().slice(0, 10);

/** `YYYY-MM-DD`. The user must be at least `limits.minimumAgeYears` old today, in UTC. */
export const dateOfBirthSchema = calendarDay('Date of birth is required')
  .refine((day) => day <= today(), 'Date of birth cannot be in the future')
  .refine(
    (day) => day > today() || ageOn(day, today()) >= limits.minimumAgeYears,
    `You must be at least ${limits.minimumAgeYears} years old`,
  );

/** POST /api/register. Unless both document images are sent, no KYC application is created. */
export const registerInput = z.object({
  email: emailSchema,
  password: passwordSchema,
  firstName: personName('First name'),
  lastName: personName('Last name'),
  documentType: z.enum(documentTypes, { error: 'Document type is required' }),
  documentNumber: requiredLine('Document number is required', 60),
  dateOfBirth: dateOfBirthSchema,
  ...contactFields,
  documentImageUrl1: documentReference.nullish(),
  documentImageUrl2: documentReference.nullish(),
  /** The versions of the legal texts that were shown. Not checked if absent. */
  texts: z
    .array(z.object({ text: z.enum(legalTexts), version: z.string() }))
    .max(legalTexts.length)
    .optional(),
});
export type RegisterInput = z.infer<typeof registerInput>;

/** Response of GET /api/user, POST /api/login and POST /api/register. */
export const currentUserView = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(roles),
  createdAt: z.string(),
  kycStatus: z.enum(kycStatuses),
  /** Whether the user has submitted an application. If not, `kycStatus` is nevertheless `pending`. */
  kycSubmitted: z.boolean(),
  emailVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
  /** Keys of the form `pdf-{productNumber}` and `session-{product id}`. */
  purchases: z.array(z.string()),
  subscriptionPlan: z.enum(subscriptionPlans),
  customPlanAmount: z.number().nullable(),
  customPlanDescription: z.string().nullable(),
  /** ISO 8601. When an admin's read-only impersonation of this user ends; absent without an impersonation. */
  viewingUntil: z.string().optional(),
});
export type CurrentUser = z.infer<typeof currentUserView>;

/** The logged-in user, as the browser stores it: the response of `auth.me` or of a login. */
export const signedInUserView = currentUserView.extend({
  /** Seconds from this response to `viewingUntil`, for devices whose clock is wrong. */
  viewingSecondsLeft: z.number().optional(),
  /** Whether the user is a coach. Absent in the response to a login; `auth.me` returns it. */
  isCoach: z.boolean().optional(),
  /**
   * Whether a payment for a membership is past due, even if access has ended since. A suspended membership does not
   * count. Absent in the response to a login.
   */
  isPastDue: z.boolean().optional(),
  /**
   * The IANA time zone in which the user's days begin and end; null means UTC. Absent in the response to a login.
   */
  timeZone: z.string().nullable().optional(),
});
export type SignedInUser = z.infer<typeof signedInUserView>;

/** Both names, trimmed; either may be empty. Other fields of PUT /api/user/{id} are ignored. */
export const profileInput = z.object({
  id: z.uuid('Unknown user'),
  firstName: optionalLine('First name is missing', limits.nameMaxLength),
  lastName: optionalLine('Last name is missing', limits.nameMaxLength),
});

export const updateNamesInput = profileInput.extend({
  /** The names that the form showed. If others are stored by now, nothing is changed. */
  seen: z.object({ firstName: z.string(), lastName: z.string() }).optional(),
});
export type UpdateNamesInput = z.infer<typeof updateNamesInput>;
