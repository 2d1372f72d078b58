import { z } from 'zod';
import type { legalVersions } from '../profile/legal-versions.ts';
import { calendarDay, optionalText } from '../text-schemas.ts';

/** The text above the button that creates an account, split at its two links. The consent log stores it too. */
export const registrationStatement = {
  lead: 'By creating an account you accept the ',
  terms: 'Terms of Service',
  and: ' and the ',
  privacy: 'Privacy Policy',
  end: '.',
} as const;

/** The `registrationStatement` as one text. */
export const registrationSentence = Object.values(registrationStatement).join('');

/** The statement that buyers accept on the payment page if an admin has enabled it. The consent log stores it too. */
export const withdrawalWaiver = {
  version: '2026-11-25',
  statement:
    'I want access immediately, and I understand that I lose my right of withdrawal as soon as I have it.',
} as const;

export const legalTexts = ['terms', 'privacy'] as const;
export type LegalText = keyof typeof legalVersions;

const legalTextNames: Record<LegalText, string> = {
  terms: registrationStatement.terms,
  privacy: registrationStatement.privacy,
};

/** The names of legal texts, such as "Terms of Service and Privacy Policy". */
export function namesOfTexts(texts: readonly LegalText[]): string {
  return texts.map((text) => legalTextNames[text]).join(' and ');
}

/** The statement that the consent log stores when a user accepts a changed text. */
export function acceptanceSentence(text: LegalText): string {
  return `I accept the changed ${legalTextNames[text]}.`;
}

/** A version of a legal text. */
const textVersionView = z.object({ text: z.enum(legalTexts), version: z.string() });
export const textVersionsView = z.array(textVersionView);
export type TextVersion = z.infer<typeof textVersionView>;

/** The versions that were shown to the user. */
export const acceptTextsInput = z.object({ texts: z.array(textVersionView).min(1).max(legalTexts.length) });

export const noticeDocuments = ['terms', 'privacy', 'both'] as const;
export type NoticeDocument = (typeof noticeDocuments)[number];

export function textsOfNotice(document: NoticeDocument): readonly LegalText[] {
  return document === 'both' ? legalTexts : [document];
}

export const legalNoticeInput = z.object({
  /** Generated when the form opens, so that a repeated request does not send the notice again. */
  id: z.uuid('Unknown notice').optional(),
  document: z.enum(noticeDocuments, { error: 'Choose the text that changed' }),
  summary: optionalText(2_000)
    .trim()
    .min(10, 'Say in a sentence or two what changes, in at least 10 characters'),
  effectiveOn: calendarDay('Choose the day on which the change takes effect', '2027-01-31'),
});
export type LegalNoticeInput = z.infer<typeof legalNoticeInput>;

const legalNoticeView = z.object({
  id: z.uuid(),
  document: z.enum(noticeDocuments),
  summary: z.string(),
  effectiveOn: z.string(),
  recipients: z.int(),
  emailed: z.int(),
  createdAt: z.string(),
  /** Null if the admin's account was deleted. */
  createdByName: z.string().nullable(),
  /** Null until all emails are queued. */
  finishedAt: z.string().nullable(),
});
export type LegalNotice = z.infer<typeof legalNoticeView>;

export const legalNoticesView = z.object({
  /** The number of users to whom a notice would be sent, counted at most a minute ago. */
  recipients: z.int(),
  notices: z.array(legalNoticeView),
});
export type LegalNotices = z.infer<typeof legalNoticesView>;
