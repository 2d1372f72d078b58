import type { Email, Recipient } from '../email.operations.ts';
import { renderEmail } from '../render-email.ts';

/** Sends the link that verifies the email address. */
export function verificationEmail(to: Recipient, tokenId: string, url: string): Email {
  return {
    kind: 'verify_email',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: 'Verify your email address',
      firstName: to.firstName,
      paragraphs: ['Please confirm that this address is yours.'],
      action: { label: 'Verify my email', url },
      closing: [
        'The link works once, within 24 hours. If you have no account with us, please ignore this email.',
      ],
    }),
    dedupeKey: `verify_email:${tokenId}`,
  };
}

export function passwordResetEmail(to: Recipient, tokenId: string, url: string): Email {
  return {
    kind: 'password_reset',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: 'Choose a new password',
      firstName: to.firstName,
      paragraphs: ['Someone, hopefully you, asked to reset the password of your account.'],
      action: { label: 'Choose a new password', url },
      closing: [
        'The link works once, within 60 minutes. If you did not ask for it, please ignore this email. Your password stays as it is.',
      ],
    }),
    dedupeKey: `password_reset:${tokenId}`,
  };
}

/** An admin asked for the link, usually because the user could not. */
export function passwordResetByAcademyEmail(to: Recipient, tokenId: string, url: string): Email {
  return {
    kind: 'password_reset',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: 'Choose a new password',
      firstName: to.firstName,
      paragraphs: ['We are sending you this link so that you can choose a new password for your account.'],
      action: { label: 'Choose a new password', url },
      closing: [
        'The link works once, within 60 minutes. Your password stays as it is until you use it. If you did not ask us for help, please ignore this email.',
      ],
    }),
    dedupeKey: `password_reset:${tokenId}`,
  };
}

/** Goes to the address that the account had. It does not name the new one, which may be another person's. */
export function emailReplacedEmail(to: Recipient, changeId: string, at: Date, contactUrl: string): Email {
  return {
    kind: 'email_replaced',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: 'Your email address was changed',
      firstName: to.firstName,
      paragraphs: [
        'The academy replaced the email address of your account. You now log in with the new address, and we no longer write to this one. All your devices were logged out.',
      ],
      facts: [['Time', `${at.toISOString().slice(0, 16).replace('T', ' ')} (UTC)`]],
      action: { label: 'This was not my wish: write to us', url: contactUrl },
    }),
    dedupeKey: `email_replaced:${changeId}`,
  };
}

/** Sent after each password change; `changeId` deduplicates the email. */
export function passwordChangedEmail(to: Recipient, changeId: string, at: Date, resetUrl: string): Email {
  return {
    kind: 'password_changed',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: 'Your password was changed',
      firstName: to.firstName,
      paragraphs: ['The password of your account was changed, and your other devices were logged out.'],
      facts: [['Time', `${at.toISOString().slice(0, 16).replace('T', ' ')} (UTC)`]],
      action: { label: 'This was not me: choose a new password', url: resetUrl },
    }),
    dedupeKey: `password_changed:${changeId}`,
  };
}
