import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpClient, httpClient } from '../../testing/http-client.ts';
import { createTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';
import { appRouter } from '../trpc/router.ts';
import { restRows } from './rest.ts';

type Level = 'public' | 'user' | 'admin';

/** Who may call what. A procedure that is not in this list fails the test (ACC-12, TST-2). */
const levels: Record<string, Level> = {
  'auth.me': 'public',
  'auth.currentUser': 'user',
  'auth.register': 'public',
  'auth.login': 'public',
  'auth.completeLogin': 'public',
  'auth.logout': 'public',
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
  'kyc.myApplications': 'user',
  'contact.send': 'public',
  'contact.list': 'admin',
  'contact.setHandled': 'admin',
  'system.status': 'admin',
  'reports.report': 'admin',
  'payments.adminPlanAmounts': 'admin',
  'payments.adminSavePlanAmounts': 'admin',
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
  'payments.requestRefund': 'user',
  'payments.adminPayments': 'admin',
  'payments.adminPayment': 'admin',
  'payments.adminRefund': 'admin',
  'payments.adminRereadPayment': 'admin',
  'payments.adminRefundRequests': 'admin',
  'payments.adminDeclineRefund': 'admin',
  'payments.adminHeldPurchases': 'admin',
  'payments.adminDeliverHeld': 'admin',
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
  'admin.setApplicationStatus': 'admin',
  'admin.undoDecision': 'admin',
  'admin.kycQueue': 'admin',
  'admin.kycCase': 'admin',
  'admin.claimApplication': 'admin',
  'admin.releaseApplication': 'admin',
  'admin.listPurchases': 'admin',
  'admin.searchPurchases': 'admin',
  'admin.listProducts': 'admin',
  'admin.createProduct': 'admin',
  'admin.updateProduct': 'admin',
  'admin.deleteProduct': 'admin',
  'admin.listPlanSlots': 'admin',
  'admin.savePlanSlot': 'admin',
  'admin.clearPlanFile': 'admin',
  'admin.listAudit': 'admin',
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

let test: TestApp;
const clients: Record<'visitor' | 'student' | 'admin' | 'suspended' | 'expired', HttpClient | undefined> = {
  visitor: undefined,
  student: undefined,
  admin: undefined,
  suspended: undefined,
  expired: undefined,
};

async function signIn(role: 'user' | 'admin'): Promise<{ client: HttpClient; userId: string }> {
  const user = await test.createUser({ role, password: testPassword });
  const client = httpClient(test.app);
  await client.request('POST', '/api/login', { email: user.email, password: testPassword });
  return { client, userId: user.userId };
}

beforeAll(async () => {
  test = await createTestApp();
  clients.visitor = httpClient(test.app);
  clients.student = (await signIn('user')).client;
  clients.admin = (await signIn('admin')).client;
  const suspended = await signIn('admin');
  clients.suspended = suspended.client;
  await test.deps.db
    .updateTable('users')
    .set({ suspended_at: new Date() })
    .where('id', '=', suspended.userId)
    .execute();
  const expired = await signIn('admin');
  clients.expired = expired.client;
  await test.deps.db
    .updateTable('sessions')
    .set({ expire: new Date(0) })
    .where('user_id', '=', expired.userId)
    .execute();
});
afterAll(() => test.close());

/** 401 for those without a live session, 403 for students at an admin's door, anything else for those allowed. */
function expected(level: Level, who: keyof typeof clients): 401 | 403 | 'allowed' {
  if (level === 'public') return 'allowed';
  if (who === 'visitor' || who === 'suspended' || who === 'expired') return 401;
  return level === 'admin' && who === 'student' ? 403 : 'allowed';
}

const people = ['visitor', 'student', 'admin', 'suspended', 'expired'] as const;

function check(status: number, level: Level, who: keyof typeof clients, body: string): void {
  const wanted = expected(level, who);
  // Allowed callers may still be told that their empty input is wrong, or that there is nothing to act on, but not that
  // they may not ask.
  if (wanted === 'allowed') {
    expect([200, 201, 204, 400, 404, 409], body).toContain(status);
  } else {
    expect(status, body).toBe(wanted);
  }
}

describe('the list of procedures', () => {
  it('is complete', () => {
    expect(procedures.map(({ name }) => name).toSorted()).toEqual(Object.keys(levels).toSorted());
  });
});

describe.each(procedures)('tRPC $name', ({ name, type }) => {
  it.each(people)('for %s', async (who) => {
    const client = who === 'student' && name === 'auth.logout' ? clients.visitor : clients[who];
    if (!client) throw new Error('no client');
    if (name === 'auth.logout' && who !== 'visitor') return expect(levels[name]).toBe('public');
    const answer =
      type === 'query'
        ? await client.request('GET', `/trpc/${name}?input=${encodeURIComponent('{}')}`)
        : await client.request('POST', `/trpc/${name}`, {});
    check(answer.statusCode, levels[name] ?? 'admin', who, answer.body);
  });
});

describe.each(restRows.map((row) => ({ ...row, title: `${row.method} ${row.path}` })))('$title', (row) => {
  it.each(people)('for %s', async (who) => {
    const client = clients[who];
    if (!client) throw new Error('no client');
    if (row.procedure === 'auth.logout' && who !== 'visitor')
      return expect(levels[row.procedure]).toBe('public');
    const url = row.path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000');
    const answer = await client.request(row.method, url, row.method === 'GET' ? undefined : {});
    // PUT /api/user/{id} of a stranger is forbidden to students by its own rule (D-57).
    if (row.procedure === 'profile.updateNames' && who === 'student')
      return expect([400, 403]).toContain(answer.statusCode);
    check(answer.statusCode, levels[row.procedure] ?? 'admin', who, answer.body);
  });
});
