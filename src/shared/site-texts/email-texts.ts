import { accountEmailTexts } from './account-email-texts.ts';
import { coachingEmailTexts } from './coaching-email-texts.ts';
import { type EmailPlaceholder, type EmailText, emailPlaceholders } from './email-placeholders.ts';
import { fillText } from './fill-text.ts';
import { membershipEmailTexts } from './membership-email-texts.ts';
import { paymentEmailTexts } from './payment-email-texts.ts';
import { staffEmailTexts } from './staff-email-texts.ts';
import type { TextDefinition } from './text-definition.ts';

const originals = {
  ...accountEmailTexts,
  ...paymentEmailTexts,
  ...membershipEmailTexts,
  ...coachingEmailTexts,
  ...staffEmailTexts,
};
/** An email whose text an admin may change. */
export type EmailTextKey = keyof typeof originals;

export const emailTextKeys = Object.keys(originals) as EmailTextKey[];

export const emailTexts: Readonly<Record<EmailTextKey, EmailText>> = originals;

/** The emails by group, as the settings list them. */
export const emailGroups = [
  { title: 'Account and identity', emails: Object.keys(accountEmailTexts) as EmailTextKey[] },
  { title: 'Purchases and refunds', emails: Object.keys(paymentEmailTexts) as EmailTextKey[] },
  { title: 'Memberships', emails: Object.keys(membershipEmailTexts) as EmailTextKey[] },
  { title: 'Coaching', emails: Object.keys(coachingEmailTexts) as EmailTextKey[] },
  { title: 'To you and your staff', emails: Object.keys(staffEmailTexts) as EmailTextKey[] },
] as const;

export const emailParts = ['subject', 'body', 'closing'] as const;
export type EmailPart = (typeof emailParts)[number];

/** The key of a part of an email among all texts of the academy. */
export function emailTextKey(email: EmailTextKey, part: EmailPart): string {
  return `email.${email}.${part}`;
}

export function isEmailText(key: string): boolean {
  return key.startsWith('email.');
}

/** The texts of an email, with the admins' changes. */
export function emailTextWith(email: EmailTextKey, changed: ReadonlyMap<string, string>) {
  const original = emailTexts[email];
  const part = (name: EmailPart) => changed.get(emailTextKey(email, name)) ?? original[name] ?? '';
  return { subject: part('subject'), body: part('body'), closing: part('closing') };
}

/** The paragraphs of a text, which are separated by blank lines. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

/** The original text of an email, with `values` in place of the placeholders. Notifications use the same text. */
export function originalEmail(email: EmailTextKey, values: Readonly<Record<string, string>>) {
  const { subject, body } = emailTexts[email];
  return { subject: fillText(subject, values), paragraphs: paragraphsOf(fillText(body, values)) };
}

/** The title and body of a notification that repeats the original text of an email. */
export function notificationLabels(
  email: EmailTextKey,
  values: Readonly<Record<string, string>>,
): { title: string; body: string } {
  const { subject, paragraphs } = originalEmail(email, values);
  return { title: subject, body: paragraphs.join(' ') };
}

function becomesOf(names: readonly EmailPlaceholder[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, emailPlaceholders[name].becomes]));
}

function definitionsOf(email: EmailTextKey): [string, TextDefinition][] {
  const { subject, body, closing = '', placeholders = [], required = [] } = emailTexts[email];
  const common = { placeholders: becomesOf(placeholders) };
  return [
    [emailTextKey(email, 'subject'), { ...common, original: subject, label: 'Subject', maxLength: 150 }],
    [
      emailTextKey(email, 'body'),
      {
        ...common,
        required,
        original: body,
        label: 'Text above the button',
        maxLength: 3_000,
        hasLines: true,
      },
    ],
    [
      emailTextKey(email, 'closing'),
      {
        ...common,
        original: closing,
        label: 'Text at the end',
        maxLength: 2_000,
        hasLines: true,
        mayBeEmpty: true,
      },
    ],
  ];
}

export const emailTextDefinitions: ReadonlyMap<string, TextDefinition> = new Map(
  emailTextKeys.flatMap(definitionsOf),
);
