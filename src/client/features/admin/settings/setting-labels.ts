import { parseWholeNumber } from '../../../../shared/digit-groups.ts';
import type { SettingValue } from '../../../../shared/setting-values.ts';
import {
  type ConfirmationFact,
  type ConfirmationPoint,
  confirmationFacts,
  type SettingKey,
  settingDefinitions,
} from '../../../../shared/settings.ts';

const hints: Partial<Record<SettingKey, string>> = {
  useRealNumbers:
    'Shows the real numbers of members and students once they are above 0. Hides the success rate, which is not measured, and the live sessions, for which there is no calendar. The claim about support stays as you wrote it.',
  academyName: 'The name on card statements is set separately, under Legal.',
  statementDescriptor: 'What card statements say. Set the same name in your Stripe account.',
  askWithdrawalWaiver:
    'Buyers in the European Union may withdraw within 14 days. With this on, buyers can pay only after they tick a box to give up this right. Enter the address of your terms in your Stripe account first.',
  automaticTax:
    'Register for tax first, and set up Stripe Tax in your Stripe account: payment pages do not open without it. Prices stay the same and include the tax. Current memberships are taxed only after a new checkout.',
  timeZone: 'A scheduled legal text takes effect at midnight in this time zone.',
  coaches: 'One coach per line: the name, a colon, and a sentence or two.',
  answerHours: 'Promised beside the contact form and in refund requests.',
  supportEmail:
    'Messages from the contact form are sent here. If this field is empty, they are sent to every admin.',
  reviewHoursTo: 'Applications that wait longer turn red, and their students get an apology.',
  documentRetentionDays: 'Then the images are erased. The decision and its dates stay.',
  unclaimedUploadHours:
    'Such as identity documents of registrations that were not finished, and product files that were not saved.',
  kycGate:
    'What students can do only after you have approved their identity. Live sessions cannot be chosen, because the academy holds none on this site.',
  answerPromiseHours:
    'Before they ask, students see when the answer is due. If it is late, they get an apology and can ask another question in its place.',
  stampPdfs:
    'Prints name, masked email, order and date in small type at the bottom of each page. If there are drills for the file, its last page also links to them. Files that cannot be stamped are downloaded unchanged.',
  passwordPolicy:
    'Strict rejects common passwords, and requires at least 12 characters for admins and coaches.',
  requireAdminTwoFactor:
    'Until they set one up, admins cannot open the admin area, and coaches cannot open questions.',
  studentsSeeOwnPapers:
    'On “Verify your identity”, after they enter their password. If this is off, “Download My Data” still gives them a copy.',
};
export const settingHint = (key: SettingKey): string | undefined => hints[key];

/** Whether the value may have several lines. */
export const hasLines = (key: SettingKey) => key === 'coaches';

/** Converts the text of a form field to the setting's type; NaN if the setting is a number and the text is not. */
export function settingValueOf(key: SettingKey, text: string): SettingValue {
  const { default: initial } = settingDefinitions[key];
  if (typeof initial === 'boolean') return text === 'true';
  if (typeof initial !== 'number') return text.trim();
  return parseWholeNumber(text);
}

/** @returns how to correct the value; undefined when it is valid */
export function settingProblem(key: SettingKey, text: string): string | undefined {
  const parsed = settingDefinitions[key].schema.safeParse(settingValueOf(key, text));
  return parsed.success ? undefined : (parsed.error.issues[0]?.message ?? 'Enter another value');
}

export const settingControlId = (key: SettingKey) => `setting-${key}`;

/** The facts that an admin must confirm besides the settings. */
export const factLabels: Record<ConfirmationFact, { label: string; text: string }> = {
  planPrices: {
    label: 'Membership prices',
    text: 'Check both what subscribers are charged and the list price in the subscription overview on the dashboard.',
  },
  privacyNotice: {
    label: 'Privacy policy',
    text: 'A privacy policy must match reality. Compare it with how you run the academy, and have a lawyer check it before you open.',
  },
};

export function isFact(point: ConfirmationPoint): point is ConfirmationFact {
  return confirmationFacts.some((fact) => fact === point);
}
