import { localDayText } from '../../../../shared/day-text.ts';
import { deletionConsequences } from '../../../../shared/profile/privacy.ts';
import { retention } from '../../../../shared/profile/retention.ts';
import {
  accountDeletedKind,
  type Email,
  emailTo,
  type Recipient,
  type RecipientWithTimeZone,
} from '../email.operations.ts';

/** The link requires a login: the email alone gives no access to the data. */
export function exportReadyEmail(
  to: RecipientWithTimeZone,
  exportId: string,
  expiresAt: Date,
  url: string,
): Email {
  return emailTo(to, {
    kind: 'data_export_ready',
    text: 'data_export_ready',
    action: { label: 'Download my data', url },
    facts: [['Available until', localDayText(expiresAt, to.timeZone)]],
    dedupeKey: `data_export:${exportId}`,
  });
}

/**
 * Explains what happens next and how to cancel. `deletion_by_academy`: an admin deletes the account, for example at its
 * owner's request.
 */
export function deletionRequestedEmail(
  to: RecipientWithTimeZone,
  text: 'deletion_requested' | 'deletion_by_academy',
  deletionId: string,
  dueAt: Date,
  undoUrl: string,
): Email {
  return emailTo(to, {
    kind: 'deletion_requested',
    text,
    values: { consequences: deletionConsequences.join('\n\n'), days: String(retention.undoDays) },
    action: { label: 'Keep my account', url: undoUrl, isPublic: true },
    facts: [['Deleted for good on', localDayText(dueAt, to.timeZone)]],
    dedupeKey: `deletion_requested:${deletionId}`,
  });
}

export function deletionUndoneEmail(to: Recipient, deletionId: string, loginUrl: string): Email {
  return emailTo(to, {
    kind: 'deletion_undone',
    text: 'deletion_undone',
    textIfSuspended: 'deletion_undone_suspended',
    action: { label: 'Log in', url: loginUrl },
    dedupeKey: `deletion_undone:${deletionId}`,
  });
}

/** The last email to the user. The stored email refers to no account, and is deleted once it is sent or has failed. */
export function accountDeletedEmail(to: Omit<Recipient, 'id'>, deletionId: string): Email {
  const withoutAccount = { ...to, id: null };
  return emailTo(withoutAccount, {
    kind: accountDeletedKind,
    text: 'deletion_done',
    dedupeKey: `deletion_done:${deletionId}`,
  });
}
