import { z } from 'zod';

type OptionalEmail = {
  label: string;
  description: string;
  defaultOn: boolean;
  /** Whether only admins get it. */
  forAdmins: boolean;
  /** Whether only coaches get it. */
  forCoaches?: true;
};

/**
 * The emails that users may turn on or off, with their labels. All other emails are always sent.
 */
export const optionalEmails = {
  kyc_received: {
    label: 'Documents received',
    description: 'Confirms that your identity documents arrived. Decisions about them always reach you.',
    defaultOn: true,
    forAdmins: false,
  },
  subscription_renewal_soon: {
    label: 'Renewal coming up',
    description: 'Reminds you a week before your membership renews. Receipts always reach you.',
    defaultOn: true,
    forAdmins: false,
  },
  new_version: {
    label: 'New versions',
    description: 'Announces a new version of a PDF that you opened.',
    defaultOn: true,
    forAdmins: false,
  },
  notice: {
    label: 'Notices',
    description: 'What the academy writes to you about your studies and your membership.',
    defaultOn: true,
    forAdmins: false,
  },
  question_queued: {
    label: 'Questions received',
    description:
      'Confirms that your question was received, and says by when it will be answered. Answers always reach you.',
    defaultOn: true,
    forAdmins: false,
  },
  homework_set: {
    label: 'Homework',
    description: 'What a coach asks you to do.',
    defaultOn: true,
    forAdmins: false,
  },
  week_in_hands: {
    label: 'Your week',
    description: 'On Sunday evening: what waits for you, what got better, and what to study next.',
    defaultOn: false,
    forAdmins: false,
  },
  questions_waiting: {
    label: 'Student questions',
    description: 'Questions that wait for a coach.',
    defaultOn: true,
    forAdmins: false,
    forCoaches: true,
  },
  daily_queue_low: {
    label: 'Hand of the day',
    description: 'Reminds you when one of the next days has no hand.',
    defaultOn: true,
    forAdmins: false,
    forCoaches: true,
  },
  admin_sale: {
    label: 'Sales',
    description: 'Every purchase and every new membership.',
    defaultOn: false,
    forAdmins: true,
  },
  admin_on_hold: {
    label: 'Payments on hold',
    description: 'Payments that need your decision: paid twice, or different from what was ordered.',
    defaultOn: true,
    forAdmins: true,
  },
  contact_message: {
    label: 'Messages',
    description: 'Messages from the contact form, unless a support email is set in the settings.',
    defaultOn: true,
    forAdmins: true,
  },
  refund_requested: {
    label: 'Refund requests',
    description: 'Requests from students, unless a support email is set in the settings.',
    defaultOn: true,
    forAdmins: true,
  },
  admin_application: {
    label: 'Identity applications',
    description:
      'New applications to review. The next email is sent only after you have read the notification, or after all waiting applications have been decided.',
    defaultOn: false,
    forAdmins: true,
  },
  admin_late_review: {
    label: 'Late identity reviews',
    description: 'Applications that have waited longer than students were promised.',
    defaultOn: true,
    forAdmins: true,
  },
} as const satisfies Record<string, OptionalEmail>;

export type OptionalEmailKind = keyof typeof optionalEmails;

export const optionalEmailKinds = Object.keys(optionalEmails) as OptionalEmailKind[];

export function isOptionalEmailKind(kind: string): kind is OptionalEmailKind {
  return Object.hasOwn(optionalEmails, kind);
}

/** The emails that go to users because they are admins, and cannot be switched off. */
const mandatoryAdminEmails = [
  'dispute',
  'dispute_decided',
  'fraud_warning',
  'refund_failed',
  'subscriber_unknown',
  'test',
] as const;

/** The kind of an email that goes to users because they are admins. */
export type AdminEmailKind =
  | (typeof mandatoryAdminEmails)[number]
  | {
      [Kind in OptionalEmailKind]: (typeof optionalEmails)[Kind]['forAdmins'] extends true ? Kind : never;
    }[OptionalEmailKind];

export function isAdminEmailKind(kind: string): kind is AdminEmailKind {
  return isOptionalEmailKind(kind)
    ? optionalEmails[kind].forAdmins
    : mandatoryAdminEmails.some((mandatory) => mandatory === kind);
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
