import { z } from 'zod';

/**
 * The mails that people may switch off, with what they are called to them. All other kinds tell of the account's
 * security, of money or of a decision about the person, and always go out.
 */
export const optionalMails = {
  kyc_received: {
    label: 'Documents received',
    description: 'Confirms that your identity documents arrived. Decisions about them always reach you.',
  },
  subscription_renewal_soon: {
    label: 'Renewal coming up',
    description: 'Reminds you a week before your plan renews. Receipts always reach you.',
  },
} as const;

export type OptionalMailKind = keyof typeof optionalMails;

export const optionalMailKinds = Object.keys(optionalMails) as OptionalMailKind[];

export function isOptionalMailKind(kind: string): kind is OptionalMailKind {
  return Object.hasOwn(optionalMails, kind);
}

export const mailPreferenceInput = z.object({
  kind: z.enum(optionalMailKinds, { error: 'This mail cannot be switched off' }),
  enabled: z.boolean(),
});

export const mailPreferencesView = z.array(
  z.object({
    kind: z.enum(optionalMailKinds),
    label: z.string(),
    description: z.string(),
    enabled: z.boolean(),
  }),
);
export type MailPreferences = z.infer<typeof mailPreferencesView>;
