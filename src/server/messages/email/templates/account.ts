import { type Email, emailTo, type Recipient } from '../email.operations.ts';
import { timeFact } from './security.ts';

export function verificationEmail(to: Recipient, tokenId: string, url: string): Email {
  return emailTo(to, {
    kind: 'verify_email',
    text: 'verify_email',
    action: { label: 'Verify my email', url, isPublic: true },
    dedupeKey: `verify_email:${tokenId}`,
  });
}

/** `password_reset_by_academy`: an admin requests the link for a user. */
export function passwordResetEmail(
  to: Recipient,
  text: 'password_reset' | 'password_reset_by_academy',
  tokenId: string,
  url: string,
): Email {
  return emailTo(to, {
    kind: 'password_reset',
    text,
    action: { label: 'Choose a new password', url, isPublic: true },
    dedupeKey: `password_reset:${tokenId}`,
  });
}

/** Sent to the old address. Does not contain the new address, which may belong to another person. */
export function emailReplacedEmail(to: Recipient, changeId: string, at: Date, contactUrl: string): Email {
  return emailTo(to, {
    kind: 'email_replaced',
    text: 'email_replaced',
    facts: [timeFact(at)],
    action: { label: 'I did not ask for this: contact us', url: contactUrl, isPublic: true },
    dedupeKey: `email_replaced:${changeId}`,
  });
}

/** Sent after each password change; `changeId` deduplicates the email. */
export function passwordChangedEmail(to: Recipient, changeId: string, at: Date, resetUrl: string): Email {
  return emailTo(to, {
    kind: 'password_changed',
    text: 'password_changed',
    action: { label: 'This was not me: choose a new password', url: resetUrl, isPublic: true },
    facts: [timeFact(at)],
    dedupeKey: `password_changed:${changeId}`,
  });
}
