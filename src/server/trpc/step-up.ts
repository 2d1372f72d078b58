/**
 * What an admin's open session may change: each admin mutation stands in exactly one of these lists. What is in none of
 * them asks for a fresh proof of identity until somebody has thought about it.
 */
export const stepUp = {
  /** Gives away money, goods, rights or people's data, or takes them: never without a proof of the last minutes. */
  always: [
    'admin.createPromotionCode',
    'admin.endPromotionCode',
    'admin.setApplicationStatus',
    'adminUsers.grantProduct',
    'adminUsers.resetTwoFactor',
    'adminUsers.revokeProduct',
    'adminUsers.setRole',
    'consents.sendNotice',
    'payments.adminAnnouncePrice',
    'payments.adminDeclineRefund',
    'payments.adminDeliverHeld',
    'payments.adminDisputeEvidence',
    'payments.adminGrantPlan',
    'payments.adminRefund',
    'payments.adminRevokeGrant',
    'payments.adminSavePlanAmounts',
    'system.allowErasing',
    'viewing.start',
  ],
  /**
   * The operation asks for what matters: a price, the plan that opens a file, another admin's account, the end of a plan, a
   * setting that guards people.
   */
  sometimes: [
    'admin.savePlanSlot',
    'admin.updateProduct',
    'adminUsers.suspend',
    'adminUsers.unsuspend',
    'payments.adminDecideTask',
    'settings.update',
  ],
  /** Can be taken back, gives nothing away, or only repeats what was decided. */
  never: [
    'admin.claimApplication',
    'admin.clearPlanFile',
    'admin.createProduct',
    'admin.deleteProduct',
    'admin.releaseApplication',
    'admin.replayEvent',
    'admin.restoreProduct',
    'admin.restoreProductFile',
    'admin.undoDecision',
    'adminUsers.addNote',
    'adminUsers.removeNote',
    'adminUsers.resendVerification',
    'adminUsers.signOutEverywhere',
    'announcements.create',
    'announcements.end',
    'announcements.update',
    'contact.setHandled',
    'mail.retry',
    'payments.adminRereadPayment',
    'payments.adminRereadSubscription',
    'settings.confirmPoint',
    'uploads.abortMultipart',
    'uploads.completeMultipart',
    'uploads.createMultipart',
    'uploads.signPart',
  ],
} as const;

const open: ReadonlySet<string> = new Set([...stepUp.sometimes, ...stepUp.never]);

/** Whether this admin mutation asks for a fresh proof before anything of it is read. */
export function needsFreshProof(procedure: string): boolean {
  return !open.has(procedure);
}
