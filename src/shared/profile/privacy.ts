import { z } from 'zod';
import { accountLinkToken } from '../auth/account-security.ts';
import { ownPassword } from '../auth/sign-in-security.ts';
import { retention } from './retention.ts';

/** Minimum hours between the requests for two copies of the user's data. */
export const exportEveryHours = 24;

export const dataExportInput = z.object({ password: ownPassword });

/** The copy of the user's data that was requested last. */
export const dataExportView = z.object({
  id: z.uuid(),
  status: z.enum(['requested', 'ready', 'failed', 'expired']),
  sizeBytes: z.int().nullable(),
  requestedAt: z.string(),
  readyAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  /** When the next copy can be requested; a time in the past if it can be requested now. */
  nextAt: z.string(),
});
export type DataExport = z.infer<typeof dataExportView>;

export const deletionWord = 'DELETE';

export const accountDeletionInput = z.object({
  password: ownPassword,
  confirmation: z.literal(deletionWord, { error: `Type ${deletionWord} in capital letters` }),
});
/** The input of the form in the browser, which ignores spaces around the confirmation. */
export const accountDeletionForm = accountDeletionInput.extend({
  confirmation: z.string().trim().pipe(accountDeletionInput.shape.confirmation),
});

export const accountDeletionView = z.object({ dueAt: z.string() });

export const undoDeletionInput = z.object({ token: accountLinkToken });

/** `canLogIn`: false if the account is suspended. */
export const undoneDeletionView = z.object({ canLogIn: z.boolean() });

/** What a deletion does. Shown before it is requested, and repeated in the email. */
export const deletionConsequences = [
  'You are logged out everywhere immediately, and nobody can log in to the account.',
  'Your subscription will not renew, even if you undo this. You won’t be charged for it again.',
  'Pictures and numbers of your identity documents are erased immediately, even if you change your mind.',
  `For ${retention.undoDays} days the link in our email brings everything else back.`,
  'After that your name, addresses, applications, hands, questions, progress, notes and emails are erased for good, and you lose access to everything you bought.',
  'Records of your purchases stay, without your name and address, because tax law asks for them, and so do the records of what you agreed to and of important actions, such as refunds. Of your identity review we keep only that there was one, and how, when and by whom it was decided.',
] as const;
