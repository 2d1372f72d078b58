/**
 * Which admin mutations require recent authentication. Each mutation must be in exactly one of these lists. Until a new
 * mutation is listed, it requires recent authentication.
 */
export const stepUp = {
  /** Sensitive with any input, such as a refund, a new role or the publication of a legal text. */
  always: [
    'admin.announcements.create',
    'admin.announcements.update',
    'admin.promotions.create',
    'admin.promotions.end',
    'admin.kyc.setStatus',
    'admin.users.delete',
    'admin.users.edit',
    'admin.users.emailNotice',
    'admin.users.grantProduct',
    'admin.users.resetTwoFactor',
    'admin.users.revokeProduct',
    'admin.users.setRole',
    'admin.users.withdrawDeletion',
    'admin.consents.sendNotice',
    'admin.legalTexts.publish',
    'admin.subscriptions.announcePrice',
    'admin.payments.declineRefund',
    'admin.payments.deliverOnHold',
    'admin.payments.disputeEvidence',
    'admin.payments.sendEvidence',
    'admin.subscriptions.endRenewals',
    'admin.subscriptions.grantPlan',
    'admin.subscriptions.grantPlans',
    'admin.payments.refund',
    'admin.subscriptions.revokeGrant',
    'admin.subscriptions.savePlanAmounts',
    'admin.system.allowErasing',
    'admin.impersonation.start',
    'admin.coaching.grantCoach',
    'admin.coaching.grantQuestions',
  ],
  /**
   * The operation itself requires recent authentication, but only for sensitive changes, such as a price, a setting
   * that protects users or the text of an email.
   */
  sometimes: [
    'admin.coachingPlans.save',
    'admin.products.change',
    'admin.products.update',
    'admin.users.suspend',
    'admin.users.unsuspend',
    'admin.payments.decideTask',
    'admin.settings.update',
    'admin.texts.save',
  ],
  /** The other mutations. Most can be reversed, reveal nothing secret, or only repeat a decision. */
  never: [
    'admin.coaching.revokeCoach',
    'admin.hands.publish',
    'admin.hands.attach',
    'admin.hands.detach',
    'admin.hands.dismissUnreadable',
    'admin.kyc.claim',
    'admin.coachingPlans.clearFile',
    'admin.products.create',
    'admin.products.delete',
    'admin.products.duplicate',
    'admin.kyc.release',
    'admin.webhooks.replay',
    'admin.products.restore',
    'admin.products.restoreFile',
    'admin.kyc.undoDecision',
    'admin.users.addNote',
    'admin.users.addTag',
    'admin.users.preview',
    'admin.users.removeTag',
    'admin.users.removeNote',
    'admin.users.resendVerification',
    'admin.users.sendResetLink',
    'admin.users.signOutEverywhere',
    'admin.announcements.end',
    'admin.contact.addNote',
    'admin.contact.deleteTemplate',
    'admin.contact.reply',
    'admin.contact.saveTemplate',
    'admin.contact.setClosed',
    'admin.email.dismiss',
    'admin.email.dismissAll',
    'admin.email.retry',
    'admin.email.retryAll',
    'admin.email.sendTest',
    'admin.email.sendTextTest',
    'admin.payments.reread',
    'admin.subscriptions.reread',
    'admin.settings.confirmPoint',
    'admin.logo.remove',
    'admin.logo.save',
    'admin.uploads.abortMultipart',
    'admin.uploads.completeMultipart',
    'admin.uploads.createMultipart',
    'admin.uploads.signPart',
  ],
} as const;

const exempt: ReadonlySet<string> = new Set([...stepUp.sometimes, ...stepUp.never]);

/** Whether this admin mutation requires recent authentication before its input is read. */
export function needsRecentAuthentication(procedure: string): boolean {
  return !exempt.has(procedure);
}
