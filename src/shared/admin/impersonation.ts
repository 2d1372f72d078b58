import { z } from 'zod';
import { requiredLine } from '../text-schemas.ts';
import { userIdInput } from './admin.ts';

/** Minutes after which an impersonation ends by itself. */
export const impersonationMinutes = 15;

export const startImpersonationInput = userIdInput.extend({
  reason: requiredLine('Say why, in a few words'),
});
export type StartImpersonationInput = z.infer<typeof startImpersonationInput>;

export const impersonationStartedView = z.object({ endsAt: z.string() });

/** The user whose page to return to; null if there was no impersonation. */
export const impersonationStoppedView = z.object({ userId: z.uuid().nullable() });

/** One impersonation of an account, as shown to its owner. */
export const ownImpersonationView = z.object({ id: z.uuid(), startedAt: z.string(), endedAt: z.string() });
export type OwnImpersonation = z.infer<typeof ownImpersonationView>;
