import { upperFirst } from '../letter-case.ts';

/** What the entries of the audit log are about. */
export const auditKinds = [
  'identity',
  'money',
  'accounts',
  'products',
  'practice',
  'messages',
  'settings',
] as const;
export type AuditKind = (typeof auditKinds)[number];

export const auditKindLabels: Record<AuditKind, string> = {
  identity: 'Identity',
  money: 'Money',
  accounts: 'Accounts and logins',
  products: 'Products and coaching plans',
  practice: 'Hands and practice',
  messages: 'Messages and emails',
  settings: 'Settings and system',
};

/** The action of `npm run backup`. The System page shows when it was last recorded. */
export const backupTaken = 'backup.taken';

/**
 * Each action as the rest of a sentence that begins with the actor. `{person}` is the user whom the entry is about,
 * `{subject}` the name of the changed resource.
 */
const sentences: Record<AuditKind, Record<string, string>> = {
  identity: {
    'kyc.approved': 'approved {person}’s identity',
    'kyc.rejected': 'rejected {person}’s identity',
    'kyc.requires_review': 'moved {person}’s identity to “Needs review”',
    'kyc.pending': 'moved {person}’s identity to “Pending”',
    'kyc.decision_undone': 'undid the decision on {person}’s identity',
    'kyc.appealed': 'appealed the decision on {person}’s identity',
    'kyc.claimed': 'claimed {person}’s identity case',
    'kyc.released': 'released {person}’s identity case',
    'kyc.applications_listed': 'listed identity applications',
    'kyc.documents_erased': 'erased {person}’s identity documents',
    'document.viewed': 'viewed one of {person}’s identity documents',
    'document.downloaded': 'downloaded one of {person}’s identity documents',
    'document.refused': 'was denied one of {person}’s identity documents',
    'document_number.viewed': 'viewed {person}’s document number',
  },
  money: {
    'payment.paid': 'recorded {person}’s payment as paid',
    'payment.failed': 'recorded {person}’s payment as failed',
    'payment.refunded': 'recorded {person}’s payment as refunded',
    'payment.partly_refunded': 'recorded a refund of part of {person}’s payment',
    'payment.disputed': 'recorded a dispute over {person}’s payment',
    'payment.lost': 'recorded a lost dispute over {person}’s payment',
    // Recorded when an admin requests a refund. One of the two refund actions above follows when Stripe confirms it.
    'payment.refund_requested': 'asked Stripe to refund {person}’s payment',
    'refund_request.declined': 'declined {person}’s refund request',
    'admin_task.decided': 'decided on {person}’s payment',
    'dispute.evidence_downloaded': 'downloaded the evidence for the dispute over {person}’s payment',
    'dispute.evidence_sent': 'sent the evidence for the dispute over {person}’s payment',
    'purchase.delivered': 'delivered {person}’s purchase that was on hold',
    'subscription.end_requested': 'asked Stripe to end the renewals of {person}’s membership',
    'subscription.reread': 'read {person}’s membership from Stripe again',
    'subscription.duplicate': 'found a second membership of {person}',
    'plan.granted': 'gave {person} a membership',
    'plan.revoked': 'took back {person}’s membership',
    'plan.amounts_changed': 'changed the price of {subject}',
    'plan.price_announced': 'announced a new price of {subject} to subscribers',
    'questions.granted': 'gave {person} credits for questions to the coach',
    'product.granted': 'gave {person} a product',
    'product.revoked': 'took back {person}’s product',
    'promotion_code.created': 'created the promotion code {subject}',
    'promotion_code.ended': 'ended the promotion code {subject}',
    'payments.exported': 'exported payments',
    'purchases.exported': 'exported purchases',
    'stripe_event.replayed': 'processed a Stripe event again',
  },
  accounts: {
    'user.admin_created': 'created {person}’s admin account',
    'user.promoted_by_configuration': 'made {person} an admin by configuration',
    'user.role_changed': 'changed {person}’s role',
    'user.suspended': 'suspended {person}',
    'user.unsuspended': 'ended {person}’s suspension',
    'user.email_changed': 'changed {person}’s email',
    'user.reset_link_sent': 'sent {person} a link to choose a new password',
    'coach.granted': 'made {person} a coach',
    'coach.edited': 'changed {person}’s details as a coach',
    'coach.revoked': 'ended {person}’s work as a coach',
    'user.tag_added': 'added a tag to {person}',
    'user.tag_removed': 'removed a tag from {person}',
    'user.renamed': 'changed {person}’s name',
    'user.note_added': 'added a note about {person}',
    'user.note_deleted': 'deleted a note about {person}',
    'user.email_verified': 'verified {person}’s email',
    'user.verification_resent': 'sent {person} another verification email',
    'user.password_changed': 'changed {person}’s password',
    'user.password_reset': 'reset {person}’s password',
    'user.identity_confirmed': 'confirmed {person}’s password',
    'user.two_factor_enabled': 'turned on {person}’s two-factor login',
    'user.two_factor_disabled': 'turned off {person}’s two-factor login',
    'user.two_factor_reset': 'reset {person}’s two-factor login',
    'user.recovery_codes_renewed': 'renewed {person}’s recovery codes',
    'user.sessions_ended': 'logged {person} out everywhere',
    'user.other_sessions_ended': 'logged out {person}’s other devices',
    'session.ended': 'logged out a device',
    'user.viewed_as': 'viewed the academy as {person}',
    'user.view_ended': 'stopped viewing the academy as {person}',
    'user.deletion_requested': 'requested the deletion of {person}’s account',
    'user.deletion_undone': 'canceled the deletion of {person}’s account',
    'user.deleted': 'deleted {person}’s account',
    'user.payment_customer_erased': 'erased {person}’s customer record at Stripe',
    'data_export.requested': 'requested a copy of {person}’s data',
    'data_export.downloaded': 'downloaded a copy of {person}’s data',
    'users.exported': 'exported the list of users',
  },
  products: {
    'product.created': 'created the product {subject}',
    'product.duplicated': 'created the product {subject} as a copy',
    'product.updated': 'changed the product {subject}',
    'product.archived': 'archived the product {subject}',
    'product.restored': 'restored the product {subject}',
    'product.deleted': 'deleted the product {subject}',
    'product.file_downloaded': 'downloaded an earlier file of {subject}',
    'product.file_restored': 'restored an earlier file of {subject}',
    'coaching_pdf.created': 'created coaching plan {subject}',
    'coaching_pdf.updated': 'changed coaching plan {subject}',
    'coaching_pdf.file_removed': 'removed the file of coaching plan {subject}',
  },
  practice: {
    'hand.published': 'published a hand',
    'hand.edited': 'edited a hand of the academy',
    'hand.withdrawn': 'withdrew a hand',
    'hand.attached': 'attached a hand',
    'hand.detached': 'detached a hand',
    'unreadable_hand.removed': 'removed an unreadable hand',
    'deck.created': 'created the deck {subject}',
    'drill.created': 'created a drill in the deck {subject}',
    'drill.updated': 'changed a drill in the deck {subject}',
    'drill.archived': 'archived a drill in the deck {subject}',
    'drill.restored': 'restored a drill in the deck {subject}',
    'daily_hand.planned': 'planned the hand of the day for {subject}',
    'daily_hand.updated': 'changed the hand of the day for {subject}',
    'daily_hand.moved': 'moved the hand of the day from {subject} to another day',
    'daily_hand.removed': 'removed the hand of the day for {subject}',
    'range.published': 'published the range {subject}',
    'range.updated': 'changed the name or the situation of the range {subject}',
    'range.withdrawn': 'withdrew the range {subject}',
    'homework.set': 'set homework for {person}',
    'homework.withdrawn': 'withdrew {person}’s homework',
  },
  messages: {
    'contact_message.replied': 'replied to the message from {subject}',
    'contact_message.noted': 'added a note to the message from {subject}',
    'contact_message.handled': 'closed the message from {subject}',
    'contact_message.reopened': 'reopened the message from {subject}',
    'reply_template.saved': 'saved the reply template {subject}',
    'reply_template.deleted': 'deleted the reply template {subject}',
    'announcement.created': 'created an announcement',
    'announcement.updated': 'changed an announcement',
    'announcement.ended': 'ended an announcement',
    'announcement.deleted': 'deleted an announcement',
    'user.notice_emailed': 'emailed a notice to {person}',
    'legal_notice.sent': 'emailed everyone about a changed legal text',
    'mail.dismissed': 'dismissed a failed email',
    'mail.retried': 'sent a failed email again',
    'mail.test_sent': 'sent a test email',
  },
  settings: {
    [backupTaken]: 'backed up database and files',
    'setting.changed': 'changed the setting {subject}',
    'site_text.changed': 'changed the text {subject}',
    'site_text.reset': 'went back to the original text {subject}',
    'logo.changed': 'changed the logo',
    'logo.removed': 'removed the logo',
    'legal_text.published': 'published a new version of a legal text',
    'setting.confirmed': 'confirmed the setting {subject}',
    'setting.reopened': 'took back the confirmation of the setting {subject}',
    'files.erasing_allowed': 'allowed the deletion of unused files',
    'files.strays_erased': 'deleted unused files',
    'audit.exported': 'exported the audit log',
  },
};

export function auditActionsOf(kind: AuditKind): string[] {
  return Object.keys(sentences[kind]);
}

const all = new Map(Object.values(sentences).flatMap((ofKind) => Object.entries(ofKind)));

/** The rest of the sentence; undefined for an action that this version of the academy does not know. */
export function auditSentence(action: string): string | undefined {
  return all.get(action);
}

/** An action without its person and subject, for the filter: "Approved a user’s identity". */
export function auditActionLabel(action: string): string {
  const sentence = all.get(action) ?? action;
  return upperFirst(
    sentence.replaceAll('{person}', 'a user').replace(/ (of|from|for) \{subject\}| \{subject\}/, ''),
  );
}
