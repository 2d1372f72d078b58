import { dayText } from '../../../../shared/day-text.ts';
import { type Email, emailTo, type Recipient } from '../email.operations.ts';

export function timeFact(at: Date): readonly [string, string] {
  return ['Time', `${dayText(at)}, ${at.toISOString().slice(11, 16)} (UTC)`];
}

/** Sent after a login on a device that the academy does not recognize. */
export function newSignInEmail(
  to: Recipient,
  signIn: {
    signInId: number;
    at: Date;
    device: string;
    address: string;
    country: string | undefined;
    passwordUrl: string;
  },
): Email {
  return emailTo(to, {
    kind: 'new_sign_in',
    text: 'new_sign_in',
    action: { label: 'This was not me: choose a new password', url: signIn.passwordUrl },
    facts: [
      timeFact(signIn.at),
      ['Device', signIn.device],
      ...(signIn.country ? [['Country', signIn.country] as const] : []),
      ['Network', signIn.address || 'unknown'],
    ],
    dedupeKey: `new_sign_in:${signIn.signInId}`,
  });
}

/**
 * Sent after the user turned the second factor on or off, or an admin turned it off (`reset`). `changeId` deduplicates
 * the email.
 */
export function twoFactorEmail(
  to: Recipient,
  kind: 'two_factor_on' | 'two_factor_off' | 'two_factor_reset',
  { changeId, at, passwordUrl }: { changeId: string; at: Date; passwordUrl: string },
): Email {
  const isByUser = kind !== 'two_factor_reset';
  return emailTo(to, {
    kind,
    text: kind,
    action: {
      label: isByUser ? 'This was not me: choose a new password' : 'Choose a new password',
      url: passwordUrl,
    },
    facts: [timeFact(at)],
    dedupeKey: `${kind}:${changeId}`,
  });
}

export function recoveryCodeUsedEmail(to: Recipient, left: number, at: Date, profileUrl: string): Email {
  return emailTo(to, {
    kind: 'recovery_code_used',
    text: 'recovery_code_used',
    values: { left: `${left} ${left === 1 ? 'is' : 'are'}` },
    action: { label: 'Make new recovery codes', url: profileUrl },
    facts: [timeFact(at)],
    dedupeKey: `recovery_code_used:${to.id}:${at.getTime()}:${left}`,
  });
}

/** Sent after repeated wrong codes in the second step of a login, at most once a day (UTC). */
export function wrongCodesEmail(to: Recipient, at: Date, passwordUrl: string): Email {
  return emailTo(to, {
    kind: 'wrong_codes',
    text: 'wrong_codes',
    action: { label: 'Choose a new password', url: passwordUrl },
    facts: [timeFact(at)],
    dedupeKey: `wrong_codes:${to.id}:${at.toISOString().slice(0, 10)}`,
  });
}
