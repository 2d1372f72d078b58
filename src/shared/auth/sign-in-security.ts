import { z } from 'zod';
import { limits } from '../limits.ts';

/** `period`: seconds per time step (RFC 6238). `digits`: length of a code. */
export const totpRules = { period: 30, digits: 6 } as const;
export const recoveryCodeCount = 10;
/** Minutes for which authentication counts as recent. */
export const confirmationMinutes = 15;

/** `refused`: the account is suspended or will be deleted. */
export const signInOutcomes = [
  'signed_in',
  'registered',
  'wrong_password',
  'wrong_code',
  'refused',
  'unknown_account',
] as const;
export type SignInOutcome = (typeof signInOutcomes)[number];

export const signInMethods = ['password', 'totp', 'recovery_code'] as const;
export type SignInMethod = (typeof signInMethods)[number];

const codeMessage = 'Enter the 6 digits of your app, or a recovery code';
/** A code as entered or pasted. Spaces, dashes and case are ignored. */
export const secondFactorCode = z
  .string({ error: codeMessage })
  .max(40, codeMessage)
  .transform((text) => text.toLowerCase().replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^(\d{6}|[a-z0-9]{10})$/, codeMessage));

const appCode = z
  .string({ error: 'Enter the 6 digits of your app' })
  .max(40, 'Enter the 6 digits of your app')
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the 6 digits of your app'));

/** The user's current password, entered to confirm an action. */
export const ownPassword = z
  .string({ error: 'Enter your password' })
  .min(1, 'Enter your password')
  .max(limits.passwordMaxLength, 'That password is not right');

export const completeLoginInput = z.object({ code: secondFactorCode });
export const startTwoFactorInput = z.object({ password: ownPassword });
export const confirmTwoFactorInput = z.object({ code: appCode });
/** Required to turn two-factor authentication off and to create new recovery codes. */
export const ownerProofInput = z.object({ password: ownPassword, code: secondFactorCode });
export type OwnerProof = z.infer<typeof ownerProofInput>;

/** The code is required if two-factor authentication is on. */
export const confirmIdentityInput = z.object({ password: ownPassword, code: secondFactorCode.optional() });
export type ConfirmIdentityInput = z.infer<typeof confirmIdentityInput>;

export const twoFactorSetupView = z.object({
  /** The secret as a QR code: the `data:` URL of an SVG. */
  qrCode: z.string(),
  /** The same secret as text, in groups of four characters. */
  key: z.string(),
  /** The same secret as a link, for an app on this device. */
  uri: z.string(),
});
export type TwoFactorSetup = z.infer<typeof twoFactorSetupView>;

export const recoveryCodesView = z.object({ recoveryCodes: z.array(z.string()) });

export const twoFactorStatusView = z.object({
  enabledAt: z.string().nullable(),
  recoveryCodesLeft: z.int(),
  /** Whether this admin or coach needs two-factor authentication. Without it, they have only a student's rights. */
  required: z.boolean(),
  /** Whether this admin or coach has only a student's rights, because the policy rejects the password. */
  passwordRejected: z.boolean(),
});
export type TwoFactorStatus = z.infer<typeof twoFactorStatusView>;

export const sessionIdInput = z.object({ id: z.uuid('Unknown session') });

export const sessionView = z.object({
  id: z.uuid(),
  /** Such as "Chrome on Windows". */
  device: z.string(),
  /** The masked IP address, such as `203.0.113.*`. */
  address: z.string(),
  /** The English name of the country in which the user logged in; absent if unknown. */
  country: z.string().optional(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  current: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;

export const signInView = z.object({
  id: z.int(),
  at: z.string(),
  outcome: z.enum(signInOutcomes),
  method: z.enum(signInMethods).nullable(),
  device: z.string(),
  /** The masked IP address; empty after the address was erased. */
  address: z.string(),
});
export type SignInView = z.infer<typeof signInView>;
