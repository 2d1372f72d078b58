import { z } from 'zod';

/**
 * The emails that users may turn off, with their labels. All other emails concern account security, money or a decision
 * about the user, and are always sent.
 */
export const optionalEmails = {
  kyc_received: {
    label: 'Documents received',
    description: 'Confirms that your identity documents arrived. Decisions about them always reach you.',
  },
  subscription_renewal_soon: {
    label: 'Renewal coming up',
    description: 'Reminds you a week before your membership renews. Receipts always reach you.',
  },
  new_version: {
    label: 'New versions',
    description: 'Announces a new version of a PDF that you opened.',
  },
  notice: {
    label: 'Notices',
    description: 'What the academy writes to you about your studies and your membership.',
  },
} as const;

export type OptionalEmailKind = keyof typeof optionalEmails;

export const optionalEmailKinds = Object.keys(optionalEmails) as OptionalEmailKind[];

export function isOptionalEmailKind(kind: string): kind is OptionalEmailKind {
  return Object.hasOwn(optionalEmails, kind);
}

export const emailPreferenceInput = z.object({
  kind: z.enum(optionalEmailKinds, { error: 'This email cannot be switched off' }),
  enabled: z.boolean(),
});

export const emailPreferencesView = z.array(
  z.object({
    kind: z.enum(optionalEmailKinds),
    label: z.string(),
    description: z.string(),
    enabled: z.boolean(),
  }),
);
export type EmailPreferences = z.infer<typeof emailPreferencesView>;
