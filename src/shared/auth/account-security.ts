import { z } from 'zod';
import { limits } from '../limits.ts';
import { emailSchema, passwordSchema } from '../text-schemas.ts';

/** The token in the link of an account email: 32 bytes as base64url. */
export const accountLinkToken = z
  .string({ error: 'This link is incomplete' })
  .regex(/^[\w-]{43}$/, 'This link is incomplete');

export const verifyEmailInput = z.object({ token: accountLinkToken });

export const passwordResetRequest = z.object({ email: emailSchema });

export const resetPasswordInput = z.object({ token: accountLinkToken, newPassword: passwordSchema });

export const changePasswordInput = z.object({
  currentPassword: z
    .string({ error: 'Enter your current password' })
    .min(1, 'Enter your current password')
    .max(limits.passwordMaxLength),
  newPassword: passwordSchema,
});
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;

const repeatMessage = 'The two passwords differ: type the new one again';

/** The fields of the password reset page. */
export const newPasswordForm = z
  .object({ newPassword: passwordSchema, repeat: z.string() })
  .refine(({ newPassword, repeat }) => newPassword === repeat, { path: ['repeat'], error: repeatMessage });

export const changePasswordForm = changePasswordInput
  .extend({ repeat: z.string() })
  .refine(({ newPassword, repeat }) => newPassword === repeat, { path: ['repeat'], error: repeatMessage });
