import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openActors, type Person, people, standings } from '../../testing/actors.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { appRouter } from '../router.ts';
import { isAllowedWhileImpersonating } from '../trpc/impersonation-allowlist.ts';
import { stepUp } from '../trpc/step-up.ts';
import { restCalls } from './rest/rest.ts';

type Level = 'public' | 'user' | 'admin';

/** Who may call what. A procedure that is not in this list fails the test. */
const levels: Record<string, Level> = {
  'auth.me': 'public',
  'auth.currentUser': 'user',
  'auth.register': 'public',
  'auth.login': 'public',
  'auth.completeLogin': 'public',
  'auth.logout': 'public',
  'security.commonPasswords': 'public',
  'security.requestEmailVerification': 'user',
  'security.verifyEmail': 'public',
  'security.requestPasswordReset': 'public',
  'security.resetPassword': 'public',
  'security.changePassword': 'user',
  'security.listSessions': 'user',
  'security.endSession': 'user',
  'security.endOtherSessions': 'user',
  'security.signInHistory': 'user',
  'security.twoFactorStatus': 'user',
  'security.startTwoFactor': 'user',
  'security.confirmTwoFactor': 'user',
  'security.disableTwoFactor': 'user',
  'security.renewRecoveryCodes': 'user',
  'security.confirmIdentity': 'user',
  'profile.updateNames': 'user',
  'privacy.latestExport': 'user',
  'privacy.requestExport': 'user',
  'privacy.requestDeletion': 'user',
  'privacy.undoDeletion': 'public',
  'mail.preferences': 'user',
  'mail.setPreference': 'user',
  'mail.listFailed': 'admin',
  'mail.retry': 'admin',
  'kyc.requestUpload': 'public',
  'kyc.secureDocument': 'public',
  'kyc.submitApplication': 'user',
  'kyc.appeal': 'user',
  'kyc.openRequest': 'user',
  'kyc.answerRequest': 'user',
  'kyc.myApplications': 'user',
  'kyc.myPapers': 'user',
  'contact.send': 'public',
  'contact.list': 'admin',
  'contact.setHandled': 'admin',
  'system.status': 'admin',
  'system.missingFiles': 'admin',
  'system.allowErasing': 'admin',
  'reports.report': 'admin',
  'payments.adminPlanAmounts': 'admin',
  'payments.adminSavePlanAmounts': 'admin',
  'payments.adminAnnouncePrice': 'admin',
  'settings.public': 'public',
  'settings.list': 'admin',
  'settings.update': 'admin',
  'settings.ownerPoints': 'admin',
  'settings.confirmPoint': 'admin',
  'shop.listProducts': 'public',
  'shop.getProduct': 'public',
  'shop.lowestPrice': 'public',
  'shop.listLibrary': 'user',
  'learning.listSessions': 'user',
  'learning.progress': 'user',
  'learning.getSession': 'user',
  'learning.listPlans': 'user',
  'learning.reportProgress': 'user',
  'learning.markComplete': 'user',
  'learning.unmark': 'user',
  'learning.continueWhere': 'user',
  'learning.openReading': 'user',
  'learning.saveReadingPage': 'user',
  'learning.continueReading': 'user',
  'learning.listBookmarks': 'user',
  'learning.setBookmark': 'user',
  'learning.listNotes': 'user',
  'learning.addNote': 'user',
  'learning.updateNote': 'user',
  'learning.deleteNote': 'user',
  'learning.search': 'user',
  'learning.myAccesses': 'user',
  'goals.today': 'user',
  'goals.list': 'user',
  'goals.save': 'user',
  'goals.results': 'user',
  'goals.setTimeZone': 'user',
  'goals.exportCsv': 'user',
  'goals.importCsv': 'user',
  'notifications.list': 'user',
  'notifications.unreadCount': 'user',
  'notifications.markRead': 'user',
  'payments.checkPromotionCode': 'user',
  'payments.createPurchaseSession': 'user',
  'payments.completePurchase': 'user',
  'payments.verifySubscription': 'user',
  'payments.checkoutSession': 'user',
  'payments.plans': 'public',
  'payments.mySubscription': 'user',
  'payments.createSubscriptionSession': 'user',
  'payments.previewPlanChange': 'user',
  'payments.changePlan': 'user',
  'payments.cancelSubscription': 'user',
  'payments.resumeSubscription': 'user',
  'payments.billingPortal': 'user',
  'payments.adminUserPlans': 'admin',
  'payments.adminGrantPlan': 'admin',
  'payments.adminRevokeGrant': 'admin',
  'payments.myPayments': 'user',
  'payments.myUnconfirmedPayments': 'user',
  'payments.requestRefund': 'user',
  'payments.adminPayments': 'admin',
  'payments.adminPayment': 'admin',
  'payments.adminRefund': 'admin',
  'payments.adminRereadPayment': 'admin',
  'payments.adminRefundRequests': 'admin',
  'payments.adminDeclineRefund': 'admin',
  'payments.adminHeldPurchases': 'admin',
  'payments.adminHeldSubscriptions': 'admin',
  'payments.adminRereadSubscription': 'admin',
  'payments.adminDeliverHeld': 'admin',
  'payments.adminTasks': 'admin',
  'payments.adminDecideTask': 'admin',
  'payments.adminDisputes': 'admin',
  'payments.adminDisputeEvidence': 'admin',
  'uploads.createMultipart': 'admin',
  'uploads.signPart': 'admin',
  'uploads.listParts': 'admin',
  'uploads.completeMultipart': 'admin',
  'uploads.abortMultipart': 'admin',
  'admin.webhooks': 'admin',
  'admin.replayEvent': 'admin',
  'admin.analytics': 'admin',
  'admin.recentUsers': 'admin',
  'admin.user': 'admin',
  'admin.listApplications': 'admin',
  'admin.applicationPage': 'admin',
  'admin.setApplicationStatus': 'admin',
  'admin.undoDecision': 'admin',
  'admin.kycQueue': 'admin',
  'admin.kycCase': 'admin',
  'admin.documentNumbers': 'admin',
  'admin.claimApplication': 'admin',
  'admin.releaseApplication': 'admin',
  'admin.listPurchases': 'admin',
  'admin.purchasePart': 'admin',
  'admin.searchPurchases': 'admin',
  'admin.listProducts': 'admin',
  'admin.createProduct': 'admin',
  'admin.updateProduct': 'admin',
  'admin.deleteProduct': 'admin',
  'admin.listArchivedProducts': 'admin',
  'admin.restoreProduct': 'admin',
  'admin.productFiles': 'admin',
  'admin.restoreProductFile': 'admin',
  'admin.listPlanSlots': 'admin',
  'admin.savePlanSlot': 'admin',
  'admin.clearPlanFile': 'admin',
  'admin.promotionCodes': 'admin',
  'admin.createPromotionCode': 'admin',
  'admin.endPromotionCode': 'admin',
  'admin.promotionCodeRedemptions': 'admin',
  'admin.listAudit': 'admin',
  'consents.pending': 'user',
  'consents.accept': 'user',
  'consents.notices': 'admin',
  'consents.sendNotice': 'admin',
  'announcements.current': 'public',
  'announcements.list': 'admin',
  'announcements.create': 'admin',
  'announcements.update': 'admin',
  'announcements.end': 'admin',
  'viewing.start': 'admin',
  'viewing.stop': 'user',
  'viewing.mine': 'user',
  'viewing.ofUser': 'admin',
  'adminUsers.list': 'admin',
  'adminUsers.get': 'admin',
  'adminUsers.setRole': 'admin',
  'adminUsers.suspend': 'admin',
  'adminUsers.unsuspend': 'admin',
  'adminUsers.signOutEverywhere': 'admin',
  'adminUsers.resendVerification': 'admin',
  'adminUsers.resetTwoFactor': 'admin',
  'adminUsers.addNote': 'admin',
  'adminUsers.removeNote': 'admin',
  'adminUsers.grantableProducts': 'admin',
  'adminUsers.grantProduct': 'admin',
  'adminUsers.revokeProduct': 'admin',
};

const procedures = Object.entries(appRouter._def.procedures).map(([name, procedure]) => ({
  name,
  type: (procedure as unknown as { _def: { type: 'query' | 'mutation' } })._def.type,
}));

/** The two ways out, which need no input: who went through one would be somebody else for the rest of the test. */
const endsStanding = (name: string) => name === 'auth.logout' || name === 'viewing.stop';
const typeOf = (name: string) => procedures.find((one) => one.name === name)?.type ?? 'mutation';

let test: TestApp;
let clients: Record<Person, HttpClient>;

beforeAll(async () => {
  test = await createTestApp();
  clients = await openActors(test);
});
afterAll(() => test.close());

/**
 * 401 for those without a live session, 403 for students at an admin's door and for whoever only looks at what is not
 * for looking, anything else for those allowed.
 */
function expected(name: string, who: Person): 401 | 403 | 'allowed' {
  const level = levels[name] ?? 'admin';
  if (standings[who] === 'viewer') return isAllowedWhileImpersonating(typeOf(name), name) ? 'allowed' : 403;
  if (level === 'public') return 'allowed';
  if (standings[who] === 'nobody') return 401;
  return level === 'admin' && standings[who] === 'student' ? 403 : 'allowed';
}

function check(answer: LightMyRequestResponse, name: string, who: Person): void {
  const { statusCode: status, body, headers } = answer;
  const wanted = expected(name, who);
  // Nothing of a password leaves, and what is somebody's own is kept by no cache on the way.
  expect(body).not.toMatch(/\$argon2|password_?hash/i);
  if (levels[name] !== 'public') expect(headers['cache-control']).toContain('no-store');
  // Allowed callers may still be told that their empty input is wrong, or that there is nothing to act on, but not that
  // they may not ask.
  if (wanted === 'allowed') {
    const isStale = who === 'staleAdmin' && body.includes('step_up_required');
    expect(isStale ? [403] : [200, 201, 204, 400, 404, 409], body).toContain(status);
  } else {
    expect(status, body).toBe(wanted);
  }
}

describe('the list of procedures', () => {
  it('is complete', () => {
    expect(procedures.map(({ name }) => name).toSorted()).toEqual(Object.keys(levels).toSorted());
  });
});

describe('a fresh proof of identity', () => {
  const mutations = procedures.filter(({ name, type }) => type === 'mutation' && levels[name] === 'admin');

  it('has every admin mutation in exactly one of its lists, and nothing else', () => {
    expect(Object.values(stepUp).flat().toSorted()).toEqual(mutations.map(({ name }) => name).toSorted());
  });

  it.each(mutations)('is asked for by $name as its list says', async ({ name }) => {
    const { body, statusCode } = await clients.staleAdmin.request('POST', `/trpc/${name}`, {});
    const always: readonly string[] = stepUp.always;
    expect(body.includes('step_up_required'), body).toBe(always.includes(name));
    if (always.includes(name)) expect(statusCode).toBe(403);
    const answer = await clients.admin.request('POST', `/trpc/${name}`, {});
    expect(answer.body).not.toContain('step_up_required');
  });
});

describe.each(procedures)('tRPC $name', ({ name, type }) => {
  it.each(people)('for %s', async (who) => {
    const client = clients[who];
    if (endsStanding(name) && who !== 'visitor')
      return expect(isAllowedWhileImpersonating(type, name)).toBe(true);
    const answer =
      type === 'query'
        ? await client.request('GET', `/trpc/${name}?input=${encodeURIComponent('{}')}`)
        : await client.request('POST', `/trpc/${name}`, {});
    check(answer, name, who);
  });
});

describe.each(restCalls.map((row) => ({ ...row, title: `${row.method} ${row.path}` })))('$title', (row) => {
  it.each(people)('for %s', async (who) => {
    const client = clients[who];
    if (endsStanding(row.procedure) && who !== 'visitor') return expect(row.method).toBe('POST');
    const url = row.path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000');
    const answer = await client.request(row.method, url, row.method === 'GET' ? undefined : {});
    // PUT /api/user/{id} of a stranger is forbidden to students by its own rule.
    if (row.procedure === 'profile.updateNames' && standings[who] === 'student')
      return expect([400, 403]).toContain(answer.statusCode);
    check(answer, row.procedure, who);
  });
});
