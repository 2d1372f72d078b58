import type { Email, Recipient } from '../email.operations.ts';

/** Sends the link that verifies the email address. */
export function verificationEmail(to: Recipient, tokenId: string, url: string): Email {
  return {
    kind: 'verify_email',
    userId: to.id,
    to: to.email,
    letter: {
      text: 'verify_email',
      firstName: to.firstName,
      action: { label: 'Verify my email', url },
    },
    dedupeKey: `verify_email:${tokenId}`,
  };
}

export function passwordResetEmail(to: Recipient, tokenId: string, url: string): Email {
  return {
    kind: 'password_reset',
    userId: to.id,
    to: to.email,
    letter: {
      text: 'password_reset',
      firstName: to.firstName,
      action: { label: 'Choose a new password', url },
    },
    dedupeKey: `password_reset:${tokenId}`,
  };
}

/** Sent after each password change; `changeId` deduplicates the email. */
export function passwordChangedEmail(to: Recipient, changeId: string, at: Date, resetUrl: string): Email {
  return {
    kind: 'password_changed',
    userId: to.id,
    to: to.email,
    letter: {
      text: 'password_changed',
      firstName: to.firstName,
      action: { label: 'This was not me: choose a new password', url: resetUrl },
      facts: [['Time', `${at.toISOString().slice(0, 16).replace('T', ' ')} (UTC)`]],
    },
    dedupeKey: `password_changed:${changeId}`,
  };
}
