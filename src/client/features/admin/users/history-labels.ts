import { lastMoment } from '../../../../shared/access/effective-plan.ts';
import type { HistoryEntry } from '../../../../shared/admin/user-history.ts';
import { kycReasons, kycReasonTexts } from '../../../../shared/kyc/kyc-reasons.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { signInMethodLabels, signInOutcomeLabels } from '../../../lib/sign-in-labels.ts';
import { type StatusLabel, sentenceCase } from '../../../lib/status-labels.ts';
import { refundStatusLabels } from '../payments/refund-history.tsx';

const labels: Record<string, string> = {
  'admin_task.decided': 'Task about a payment decided',
  'coach.edited': 'Coach details changed',
  'coach.granted': 'Made a coach',
  'coach.revoked': 'No longer a coach',
  'consent.privacy': 'Accepted the Privacy Policy',
  'consent.terms': 'Accepted the Terms of Service',
  'consent.withdrawal_waiver': 'Waived the right of withdrawal',
  'contact_message.handled': 'Message closed',
  'contact_message.noted': 'Note added to a message',
  'contact_message.reopened': 'Message reopened',
  'contact_message.replied': 'Reply sent',
  'contact_message.sent': 'Message sent to the academy',
  'data_export.downloaded': 'Copy of their data downloaded',
  'data_export.requested': 'Copy of their data requested',
  'dispute.evidence_downloaded': 'Evidence for the bank downloaded',
  'dispute.evidence_sent': 'Evidence sent to the bank',
  'document.downloaded': 'Identity document downloaded',
  'document.refused': 'Identity document could not be opened',
  'document.viewed': 'Identity document viewed',
  'document_number.viewed': 'Document numbers viewed',
  'file.opened': 'File opened',
  'homework.set': 'Homework set',
  'homework.withdrawn': 'Homework withdrawn',
  'kyc.appealed': 'Identity decision appealed',
  'kyc.approved': 'Identity approved',
  'kyc.claimed': 'Identity case claimed',
  'kyc.decision_undone': 'Identity decision undone',
  'kyc.documents_erased': 'Identity documents erased',
  'kyc.pending': 'Identity pending again',
  'kyc.rejected': 'Identity rejected',
  'kyc.released': 'Identity case released',
  'kyc.requires_review': 'Identity needs review',
  'kyc.submitted': 'Identity documents sent',
  'mail.dismissed': 'Failed email dismissed',
  'mail.retried': 'Email sent again',
  'membership.changed': 'Membership changed',
  'membership.ended': 'Membership ended',
  'membership.no_access': 'Membership gives no access',
  'membership.restored': 'Membership gives access again',
  'membership.started': 'Membership started',
  'payment.disputed': 'The bank opened a dispute',
  'payment.failed': 'Payment failed',
  'payment.lost': 'The bank gave the money back to the student',
  'payment.paid': 'The payment stands',
  'payment.received': 'Paid',
  'payment.refund': 'Refund',
  'plan.granted': 'Membership given',
  'plan.revoked': 'Membership taken back',
  'product.granted': 'Product given',
  'product.revoked': 'Product taken back',
  'purchase.delivered': 'Purchase delivered manually',
  'question.answered': 'Question answered by a coach',
  'question.asked': 'Question asked',
  'question.follow_up_answered': 'Follow-up question answered by a coach',
  'questions.granted': 'Extra questions given',
  'refund_request.declined': 'Refund declined',
  'refund_request.sent': 'Refund requested',
  'subscription.duplicate': 'Second membership found',
  'subscription.end_requested': 'Stripe was asked to end the renewals',
  'subscription.reread': 'Membership read from Stripe again',
  'user.deletion_requested': 'Deletion scheduled',
  'user.deletion_undone': 'Deletion canceled',
  'user.email_changed': 'Email address changed',
  'user.email_verified': 'Email address verified',
  'user.identity_confirmed': 'Confirmed their password',
  'user.note_added': 'Note added',
  'user.note_deleted': 'Note deleted',
  'user.notice_emailed': 'Notice emailed',
  'user.other_sessions_ended': 'Logged out other devices',
  'user.password_changed': 'Password changed',
  'user.password_reset': 'Password reset',
  'user.recovery_codes_renewed': 'Recovery codes renewed',
  'user.renamed': 'Name changed',
  'user.reset_link_sent': 'Password link sent',
  'user.role_changed': 'Role changed',
  'user.sessions_ended': 'Logged out everywhere',
  'user.suspended': 'Suspended',
  'user.tag_added': 'Tag added',
  'user.tag_removed': 'Tag removed',
  'user.two_factor_disabled': 'Two-factor turned off',
  'user.two_factor_enabled': 'Two-factor turned on',
  'user.two_factor_reset': 'Two-factor reset',
  'user.unsuspended': 'Suspension ended',
  'user.verification_resent': 'Verification email sent again',
  'user.view_ended': 'Stopped viewing as this student',
  'user.viewed_as': 'Viewed as this student',
};

const signInOutcomes: Record<string, StatusLabel> = signInOutcomeLabels;
const signInMethods: Record<string, string> = signInMethodLabels;
const refundStatuses: Record<string, StatusLabel> = refundStatusLabels;

/** What happened, such as "Paid $19.99". */
export function historyTitle({ action, amountCents }: HistoryEntry): string {
  const outcome = /^sign_in\.(.+)$/.exec(action)?.[1];
  if (outcome !== undefined) {
    return signInOutcomes[outcome]?.label ?? 'Login';
  }
  const label = labels[action] ?? sentenceCase(action);
  return amountCents === null ? label : `${label} ${formatCents(amountCents)}`;
}

/**
 * Details that the title does not contain, such as a reason, the accepted version, the new role or an end date; null if
 * there are none.
 */
export function historyNote({ action, note, details }: HistoryEntry): string | null {
  const { after, before, count, from, dueAt, method, reasonCode, title, version } = details;
  const reason = kycReasons.find((code) => code === reasonCode);
  const texts = [
    reason && kycReasonTexts[reason].label,
    action === 'user.role_changed' && (after === 'admin' ? 'Admin' : 'Student'),
    action === 'plan.granted' &&
      [sentenceCase(after ?? ''), dueAt && `until ${formatDate(lastMoment(dueAt))}`]
        .filter(Boolean)
        .join(', '),
    action.startsWith('membership.') &&
      [before, after].flatMap((plan) => (plan === undefined ? [] : sentenceCase(plan))).join(' to '),
    action === 'plan.revoked' && sentenceCase(before ?? ''),
    action === 'questions.granted' && count && countText(Number(count), 'question'),
    action === 'user.deletion_requested' && dueAt && `Erased on ${formatDate(dueAt)}`,
    action === 'payment.refund' && after !== 'succeeded' && refundStatuses[after ?? '']?.label,
    action === 'payment.paid' && from === 'disputed' && 'The dispute has ended',
    action.startsWith('sign_in.') && methodText(method),
    action.startsWith('consent.') && version && `Version ${version}`,
    title,
    note,
  ];
  return texts.filter(Boolean).join('. ') || null;
}

function methodText(method: string | undefined): string | undefined {
  const label = signInMethods[method ?? ''];
  return label && `With ${label}`;
}
