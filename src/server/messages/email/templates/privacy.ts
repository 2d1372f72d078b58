import { dayText } from '../../../../shared/day-text.ts';
import { deletionConsequences, privacyTerms } from '../../../../shared/profile/privacy.ts';
import { accountDeletedKind, type Email, type Recipient } from '../email.operations.ts';
import { renderEmail } from '../render-email.ts';

/** The copy is ready. The page asks for the sign-in, so that the email alone opens nothing. */
export function exportReadyEmail(to: Recipient, exportId: string, expiresAt: Date, url: string): Email {
  return {
    kind: 'data_export_ready',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: 'The copy of your data is ready',
      firstName: to.firstName,
      paragraphs: ['You asked for a copy of everything we hold about you. It is waiting on your profile.'],
      action: { label: 'Download my data', url },
      facts: [['Available until', dayText(expiresAt)]],
      closing: ['If you did not ask for it, change your password: somebody knows it.'],
    }),
    dedupeKey: `data_export:${exportId}`,
  };
}

/** What happens now, and the way back. */
export function deletionRequestedEmail(
  to: Recipient,
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
      paragraphs: ['You asked us to delete your account. This is what happens:', ...deletionConsequences],
      facts: [['Deleted for good on', dayText(dueAt)]],
      action: { label: 'Keep my account', url: undoUrl },
      closing: [`The link works once, within ${privacyTerms.undoDays} days.`],
    }),
    dedupeKey: `deletion_requested:${deletionId}`,
  };
}

export function deletionUndoneMail(to: Recipient, changeId: string, loginUrl: string): Email {
  return {
    kind: 'deletion_undone',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: 'Your account stays',
      firstName: to.firstName,
      paragraphs: ['The deletion of your account was undone. You can sign in again.'],
      action: { label: 'Log in', url: loginUrl },
      closing: [
        'Pictures of identity documents were erased already: if you still need to be verified, send them again.',
      ],
    }),
    dedupeKey: `deletion_undone:${changeId}`,
  };
}

/** The last mail. It belongs to nobody any more and leaves the outbox once it is sent. */
export function deletionDoneMail(to: Omit<Recipient, 'id'>, deletionId: string): Email {
  return {
    kind: accountDeletedKind,
    userId: null,
    to: to.email,
    ...renderEmail({
      subject: 'Your account is deleted',
      firstName: to.firstName,
      paragraphs: [
        'The days in which you could change your mind are over, and your account is deleted for good.',
        'What we held about you is erased. Records of purchases stay without your name and address, because tax law asks for them.',
        'This is the last mail from us, and we have now forgotten this address too.',
      ],
    }),
    dedupeKey: `deletion_done:${deletionId}`,
  };
}
