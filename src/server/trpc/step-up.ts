/**
 * Which admin mutations require recent authentication. Each mutation is in exactly one of these lists; one that is in none
 * requires it.
 */
export const stepUp = {
  /** Gives away money, goods, rights or people's data, or takes them: never without a proof of the last minutes. */
  always: [
    'admin.promotions.create',
    'admin.promotions.end',
    'admin.kyc.setStatus',
    'admin.users.grantProduct',
    'admin.users.resetTwoFactor',
    'admin.users.revokeProduct',
    'admin.users.setRole',
    'admin.consents.sendNotice',
    'admin.subscriptions.announcePrice',
    'admin.payments.declineRefund',
    'admin.payments.deliverOnHold',
    'admin.payments.disputeEvidence',
    'admin.payments.sendEvidence',
    'admin.subscriptions.grantPlan',
    'admin.payments.refund',
    'admin.subscriptions.revokeGrant',
    'admin.subscriptions.savePlanAmounts',
    'admin.system.allowErasing',
    'admin.impersonation.start',
  ],
  /**
   * The operation itself requires it in the cases that matter: a price, the tier that opens a file, another admin's account,
   * the end of a membership, a setting that protects users.
   */
  sometimes: [
    'admin.coachingPlans.save',
    'admin.products.update',
    'admin.users.suspend',
    'admin.users.unsuspend',
    'admin.payments.decideTask',
    'admin.settings.update',
  ],
  /** Reversible, reveals nothing, or only repeats a decision. */
  never: [
    'admin.kyc.claim',
    'admin.coachingPlans.clearFile',
    'admin.products.create',
    'admin.products.delete',
    'admin.kyc.release',
    'admin.webhooks.replay',
    'admin.products.restore',
    'admin.products.restoreFile',
    'admin.kyc.undoDecision',
    'admin.users.addNote',
    'admin.users.removeNote',
    'admin.users.resendVerification',
    'admin.users.signOutEverywhere',
    'admin.announcements.create',
    'admin.announcements.end',
    'admin.announcements.update',
    'admin.contact.addNote',
    'admin.contact.deleteTemplate',
    'admin.contact.reply',
    'admin.contact.saveTemplate',
    'admin.contact.setClosed',
    'admin.email.retry',
    'admin.email.sendTest',
    'admin.payments.reread',
    'admin.subscriptions.reread',
    'admin.settings.confirmPoint',
    'admin.uploads.abortMultipart',
    'admin.uploads.completeMultipart',
    'admin.uploads.createMultipart',
    'admin.uploads.signPart',
  ],
} as const;

const open: ReadonlySet<string> = new Set([...stepUp.sometimes, ...stepUp.never]);

/** Whether this admin mutation asks for a fresh proof before anything of it is read. */
export function needsFreshProof(procedure: string): boolean {
  return !open.has(procedure);
}
