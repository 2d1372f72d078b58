import type { Email, Recipient } from '../email.operations.ts';
import { renderEmail } from '../render-email.ts';

function timeOf(at: Date): readonly [string, string] {
  return ['Time', `${at.toISOString().slice(0, 16).replace('T', ' ')} (UTC)`];
}

/** A login on a device that the user has not used before. */
export function newSignInEmail(
  to: Recipient,
  signIn: { signInId: number; at: Date; device: string; address: string; passwordUrl: string },
): Email {
  return {
    kind: 'new_sign_in',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: 'New login',
      firstName: to.firstName,
      paragraphs: ['Your account was used to log in on a new device.'],
      facts: [timeOf(signIn.at), ['Device', signIn.device], ['Network', signIn.address || 'unknown']],
      action: { label: 'This was not me: choose a new password', url: signIn.passwordUrl },
      closing: ['If it was you, there is nothing to do. A new password logs out every device.'],
    }),
    dedupeKey: `new_sign_in:${signIn.signInId}`,
  };
}

/** `changeId` deduplicates the email. */
export function twoFactorOnEmail(to: Recipient, changeId: string, at: Date, passwordUrl: string): Email {
  return {
    kind: 'two_factor_on',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: 'Two-factor is on',
      firstName: to.firstName,
      paragraphs: [
        'From now on, logging in needs a code from your authenticator app. Your other devices were logged out.',
        'Keep your recovery codes where you can find them without your phone.',
      ],
      facts: [timeOf(at)],
      action: { label: 'This was not me: choose a new password', url: passwordUrl },
    }),
    dedupeKey: `two_factor_on:${changeId}`,
  };
}

export function twoFactorOffEmail(to: Recipient, changeId: string, at: Date, passwordUrl: string): Email {
  return {
    kind: 'two_factor_off',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: 'Two-factor is off',
      firstName: to.firstName,
      paragraphs: ['Logging in to your account needs only your password again.'],
      facts: [timeOf(at)],
      action: { label: 'This was not me: choose a new password', url: passwordUrl },
    }),
    dedupeKey: `two_factor_off:${changeId}`,
  };
}

/** An admin turned off the second factor. */
export function twoFactorResetEmail(to: Recipient, changeId: string, at: Date, passwordUrl: string): Email {
  return {
    kind: 'two_factor_reset',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: 'Two-factor was reset for you',
      firstName: to.firstName,
      paragraphs: [
        'The academy turned off two-factor for your account and logged out all your devices. Logging in needs only your password until you set it up again in your profile.',
        'If you did not ask for this, choose a new password now and write to us.',
      ],
      facts: [timeOf(at)],
      action: { label: 'Choose a new password', url: passwordUrl },
    }),
    dedupeKey: `two_factor_reset:${changeId}`,
  };
}

export function recoveryCodeUsedEmail(to: Recipient, left: number, at: Date, profileUrl: string): Email {
  return {
    kind: 'recovery_code_used',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: 'A recovery code was used',
      firstName: to.firstName,
      paragraphs: [
        `Someone, hopefully you, logged in with one of your recovery codes. ${left} ${left === 1 ? 'is' : 'are'} left.`,
      ],
      facts: [timeOf(at)],
      action: { label: 'Make new recovery codes', url: profileUrl },
      closing: ['If it was not you, choose a new password at once.'],
    }),
    dedupeKey: `recovery_code_used:${to.id}:${at.getTime()}:${left}`,
  };
}

/** Sent at most once a day. */
export function wrongCodesEmail(to: Recipient, at: Date, passwordUrl: string): Email {
  return {
    kind: 'wrong_codes',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: 'Someone knows your password',
      firstName: to.firstName,
      paragraphs: [
        'Your password was entered correctly, followed by five wrong codes. The login was rejected.',
        'If it was not you, choose a new password now: someone else knows your current one.',
      ],
      facts: [timeOf(at)],
      action: { label: 'Choose a new password', url: passwordUrl },
    }),
    dedupeKey: `wrong_codes:${to.id}:${at.toISOString().slice(0, 10)}`,
  };
}
