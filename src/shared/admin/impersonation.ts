import { z } from 'zod';
import { requiredLine } from '../text-schemas.ts';
import { userIdInput } from './admin.ts';

/** How long an admin may look at the academy as a student without asking again. */
export const impersonationMinutes = 15;

export const startImpersonationInput = userIdInput.extend({
  reason: requiredLine('Say why, in a few words'),
});
export type StartImpersonationInput = z.infer<typeof startImpersonationInput>;

export const impersonationStartedView = z.object({ endsAt: z.string() });

/** The user whose page to return to; null if there was no impersonation. */
export const impersonationStoppedView = z.object({ userId: z.uuid().nullable() });

/** One time that the academy looked at an account, as its owner reads it. */
export const accountViewView = z.object({ id: z.uuid(), startedAt: z.string(), endedAt: z.string() });
export type AccountView = z.infer<typeof accountViewView>;

/** The same for admins: who, and why. */
export const accountViewForAdminView = accountViewView.extend({ adminName: z.string(), reason: z.string() });
export type AccountViewForAdmin = z.infer<typeof accountViewForAdminView>;
