import { dayText } from '../../../../shared/day-text.ts';
import { deletionConsequences, privacyTerms } from '../../../../shared/profile/privacy.ts';
import { accountDeletedKind, type Email, type Recipient } from '../email.operations.ts';
import { renderEmail } from '../render-email.ts';

/** The link requires a login: the email alone gives no access to the data. */
export function exportReadyEmail(to: Recipient, exportId: string, expiresAt: Date, url: string): Email {
  return {
    kind: 'data_export_ready',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: 'The copy of your data is ready',
      firstName: to.firstName,
      paragraphs: [
        'You asked for a copy of everything we hold about you. You can download it from your profile.',
      ],
      action: { label: 'Download my data', url },
      facts: [['Available until', dayText(expiresAt)]],
      closing: ['If you did not ask for it, change your password: someone else knows it.'],
    }),
    dedupeKey: `data_export:${exportId}`,
  };
}

/** Explains what happens next and how to cancel. */
export function deletionRequestedEmail(
  to: Recipient,
  deletionId: string,
  dueAt: Date,
  undoUrl: string,
): Email {
  return deletionEmail(
    to,
    'You asked us to delete your account. This is what happens:',
    deletionId,
    dueAt,
    undoUrl,
  );
}

/** The same when an admin deletes the account, as for somebody who wrote to the academy. */
export function deletionByAcademyEmail(
  to: Recipient,
  deletionId: string,
  dueAt: Date,
  undoUrl: string,
): Email {
  return deletionEmail(to, 'We are deleting your account. This is what happens:', deletionId, dueAt, undoUrl);
}

function deletionEmail(
  to: Recipient,
  opening: string,
  deletionId: string,
  dueAt: Date,
  undoUrl: string,
): Email {
  return {
    kind: 'deletion_requested',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: 'Your account will be deleted',
      firstName: to.firstName,
      paragraphs: [opening, ...deletionConsequences],
      facts: [['Deleted for good on', dayText(dueAt)]],
      action: { label: 'Keep my account', url: undoUrl },
      closing: [`The link works once, within ${privacyTerms.undoDays} days.`],
    }),
    dedupeKey: `deletion_requested:${deletionId}`,
  };
}

export function deletionUndoneEmail(to: Recipient, changeId: string, loginUrl: string): Email {
  return {
    kind: 'deletion_undone',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: 'Your account stays',
      firstName: to.firstName,
      paragraphs: ['The deletion of your account was cancelled. You can log in again.'],
      action: { label: 'Log in', url: loginUrl },
      closing: [
        'The pictures of your identity documents have already been erased. If you still need to be verified, please send them again.',
      ],
    }),
    dedupeKey: `deletion_undone:${changeId}`,
  };
}

/** The last email to the user. It refers to no account and is deleted from the outbox once sent. */
export function accountDeletedEmail(to: Omit<Recipient, 'id'>, deletionId: string): Email {
  return {
    kind: accountDeletedKind,
    userId: null,
    to: to.email,
    ...renderEmail({
      subject: 'Your account is deleted',
      firstName: to.firstName,
      paragraphs: [
        'The time to change your mind has passed, and your account is now deleted for good.',
        'What we held about you is erased. Records of purchases stay, without your name and address, because tax law requires them.',
        'This is our last email to you: we have now deleted this address too.',
      ],
    }),
    dedupeKey: `deletion_done:${deletionId}`,
  };
}
