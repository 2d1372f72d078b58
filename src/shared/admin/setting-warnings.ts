import type { SettingKey, Settings } from '../settings.ts';

type Rule<Key extends SettingKey> = (value: Settings[Key]) => string | undefined;

const week = 7 * 24;

/** Each rule returns a sentence about the consequence of a valid but unusual value; undefined for usual values. */
const rules: { readonly [Key in SettingKey]?: Rule<Key> } = {
  answerHours: (hours) =>
    hours > week
      ? `Messages and refund requests would wait up to ${Math.round(hours / 24)} days for an answer.`
      : undefined,
  reviewHoursTo: (hours) =>
    hours > week
      ? `Students would wait up to ${Math.round(hours / 24)} days for their identity review.`
      : undefined,
  documentRetentionDays: (days) =>
    days > 365 ? `Identity documents would stay for ${days} days after the decision.` : undefined,
  minimumAge: (age) => (age < 18 ? `People could register from the age of ${age}.` : undefined),
  supportEmail: (email) =>
    email === '' ? 'Students would see no support email, and messages would go to every admin.' : undefined,
  companyName: (name) =>
    name === '' ? 'Receipts would name the academy instead of your company.' : undefined,
  kycGate: (gate) =>
    gate === 'purchases' ? 'Students without an approved identity could not buy.' : undefined,
  requireAdminTwoFactor: (isOn) => (isOn ? undefined : 'Admins could log in with nothing but a password.'),
  passwordPolicy: (policy) =>
    policy === 'standard' ? 'Short and common passwords would be accepted again.' : undefined,
  automaticTax: (isOn) =>
    isOn ? 'Payment pages would open only after Stripe Tax is set up in your Stripe account.' : undefined,
};

/** Sentences that the admin must confirm before these changes are saved; empty if no value is unusual. */
export function settingWarnings(changes: Partial<Settings>): string[] {
  return Object.keys(changes).flatMap((name) => warningOf(name as SettingKey, changes) ?? []);
}

function warningOf<Key extends SettingKey>(key: Key, changes: Partial<Settings>): string | undefined {
  const value = changes[key];
  return value === undefined ? undefined : rules[key]?.(value);
}
