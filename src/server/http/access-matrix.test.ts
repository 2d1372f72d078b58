import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openActors, type Person, people, standings } from '../../testing/actors.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { appRouter } from '../router.ts';
import { isAllowedWhileImpersonating } from '../trpc/impersonation-allowlist.ts';
import { stepUp } from '../trpc/step-up.ts';
import { restCalls } from './rest/rest.ts';

type Level = 'public' | 'user' | 'coach' | 'admin';

/** The access level of every procedure. A procedure that is not in this list fails the test. */
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
  'email.preferences': 'user',
  'email.setPreference': 'user',
  'admin.email.listFailed': 'admin',
  'admin.email.retry': 'admin',
  'admin.email.sendTest': 'admin',
  'admin.email.testResult': 'admin',
  'kyc.requestUpload': 'public',
  'kyc.secureDocument': 'public',
  'kyc.submitApplication': 'user',
  'kyc.appeal': 'user',
  'kyc.openRequest': 'user',
  'kyc.lastDetails': 'user',
  'kyc.reuseSide': 'user',
  'kyc.answerRequest': 'user',
  'kyc.myApplications': 'user',
  'kyc.myDocuments': 'user',
  'contact.send': 'public',
  'admin.contact.list': 'admin',
  'admin.contact.thread': 'admin',
  'admin.contact.reply': 'admin',
  'admin.contact.addNote': 'admin',
  'admin.contact.setClosed': 'admin',
  'admin.contact.templates': 'admin',
  'admin.contact.saveTemplate': 'admin',
  'admin.contact.deleteTemplate': 'admin',
  'admin.system.status': 'admin',
  'admin.system.missingFiles': 'admin',
  'admin.system.allowErasing': 'admin',
  'admin.reports.get': 'admin',
  'admin.subscriptions.planAmounts': 'admin',
  'admin.subscriptions.savePlanAmounts': 'admin',
  'admin.subscriptions.announcePrice': 'admin',
  'settings.public': 'public',
  'settings.texts': 'public',
  'settings.logos': 'public',
  'settings.legalText': 'public',
  'settings.legalVersions': 'public',
  'admin.settings.list': 'admin',
  'admin.settings.update': 'admin',
  'admin.texts.list': 'admin',
  'admin.texts.save': 'admin',
  'admin.logo.save': 'admin',
  'admin.logo.remove': 'admin',
  'admin.legalTexts.publish': 'admin',
  'admin.settings.confirmationPoints': 'admin',
  'admin.settings.confirmPoint': 'admin',
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
  'learning.studyProfile': 'user',
  'learning.saveStudyProfile': 'user',
  'hands.save': 'user',
  'hands.saveBuilt': 'user',
  'hands.list': 'user',
  'hands.quota': 'user',
  'hands.labels': 'user',
  'hands.get': 'user',
  'hands.update': 'user',
  'hands.noteAction': 'user',
  'hands.labelSeat': 'user',
  'hands.remove': 'user',
  'hands.share': 'user',
  'hands.revokeShare': 'user',
  'hands.shared': 'public',
  'hands.listAttached': 'user',
  'hands.inLesson': 'user',
  'hands.reportUnread': 'user',
  'hands.academy': 'user',
  'admin.hands.publish': 'admin',
  'admin.hands.attach': 'admin',
  'admin.hands.detach': 'admin',
  'admin.hands.listUnread': 'admin',
  'admin.hands.dismissUnread': 'admin',
  'questions.credits': 'user',
  'questions.ask': 'user',
  'questions.withdraw': 'user',
  'questions.list': 'user',
  'questions.get': 'user',
  'questions.tryAgain': 'user',
  'questions.reopen': 'user',
  'questions.rate': 'user',
  'questions.queue': 'coach',
  'questions.case': 'coach',
  'questions.claim': 'coach',
  'questions.release': 'coach',
  'questions.answer': 'coach',
  'questions.undoAnswer': 'coach',
  'questions.giveBack': 'coach',
  'questions.similar': 'coach',
  'questions.places': 'coach',
  'questions.phrases': 'coach',
  'questions.savePhrase': 'coach',
  'questions.removePhrase': 'coach',
  'ranges.list': 'user',
  'ranges.get': 'user',
  'ranges.save': 'user',
  'ranges.publish': 'user',
  'ranges.restore': 'user',
  'ranges.remove': 'user',
  'ranges.train': 'user',
  'ranges.trainAnswer': 'user',
  'daily.get': 'public',
  'daily.answer': 'public',
  'daily.archive': 'public',
  'daily.plan': 'coach',
  'daily.material': 'coach',
  'daily.save': 'coach',
  'daily.move': 'coach',
  'daily.remove': 'coach',
  'admin.coaching.coaches': 'admin',
  'admin.coaching.grantCoach': 'admin',
  'admin.coaching.revokeCoach': 'admin',
  'admin.coaching.grantQuestions': 'admin',
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
  'admin.subscriptions.ofUser': 'admin',
  'admin.subscriptions.grantPlan': 'admin',
  'admin.subscriptions.grantPlans': 'admin',
  'admin.subscriptions.revokeGrant': 'admin',
  'payments.myPayments': 'user',
  'payments.myUnconfirmedPayments': 'user',
  'payments.requestRefund': 'user',
  'admin.payments.page': 'admin',
  'admin.payments.search': 'admin',
  'admin.payments.sendEvidence': 'admin',
  'admin.payments.get': 'admin',
  'admin.payments.refund': 'admin',
  'admin.payments.reread': 'admin',
  'admin.payments.refundRequests': 'admin',
  'admin.payments.declineRefund': 'admin',
  'admin.payments.purchasesOnHold': 'admin',
  'admin.subscriptions.onHold': 'admin',
  'admin.subscriptions.reread': 'admin',
  'admin.payments.deliverOnHold': 'admin',
  'admin.payments.tasks': 'admin',
  'admin.payments.decideTask': 'admin',
  'admin.payments.disputes': 'admin',
  'admin.payments.disputeEvidence': 'admin',
  'admin.uploads.createMultipart': 'admin',
  'admin.uploads.signPart': 'admin',
  'admin.uploads.listParts': 'admin',
  'admin.uploads.completeMultipart': 'admin',
  'admin.uploads.abortMultipart': 'admin',
  'admin.webhooks.list': 'admin',
  'admin.webhooks.replay': 'admin',
  'admin.dashboard.analytics': 'admin',
  'admin.dashboard.openingSteps': 'admin',
  'admin.dashboard.overview': 'admin',
  'admin.dashboard.waiting': 'admin',
  'admin.users.recent': 'admin',
  'admin.users.withApplication': 'admin',
  'admin.kyc.all': 'admin',
  'admin.kyc.page': 'admin',
  'admin.kyc.setStatus': 'admin',
  'admin.kyc.undoDecision': 'admin',
  'admin.kyc.queue': 'admin',
  'admin.kyc.get': 'admin',
  'admin.kyc.documentNumbers': 'admin',
  'admin.kyc.claim': 'admin',
  'admin.kyc.release': 'admin',
  'admin.purchases.all': 'admin',
  'admin.purchases.page': 'admin',
  'admin.products.list': 'admin',
  'admin.products.create': 'admin',
  'admin.products.update': 'admin',
  'admin.products.change': 'admin',
  'admin.products.duplicate': 'admin',
  'admin.products.delete': 'admin',
  'admin.products.listArchived': 'admin',
  'admin.products.restore': 'admin',
  'admin.products.files': 'admin',
  'admin.products.restoreFile': 'admin',
  'admin.coachingPlans.list': 'admin',
  'admin.learning.materials': 'admin',
  'admin.learning.learners': 'admin',
  'admin.coachingPlans.save': 'admin',
  'admin.coachingPlans.clearFile': 'admin',
  'admin.promotions.list': 'admin',
  'admin.promotions.create': 'admin',
  'admin.promotions.end': 'admin',
  'admin.promotions.redemptions': 'admin',
  'admin.audit.list': 'admin',
  'consents.pending': 'user',
  'consents.accept': 'user',
  'admin.consents.notices': 'admin',
  'admin.consents.sendNotice': 'admin',
  'announcements.current': 'public',
  'admin.announcements.list': 'admin',
  'admin.announcements.create': 'admin',
  'admin.announcements.update': 'admin',
  'admin.announcements.end': 'admin',
  'admin.impersonation.start': 'admin',
  'impersonation.stop': 'user',
  'impersonation.mine': 'user',
  'admin.users.list': 'admin',
  'admin.users.get': 'admin',
  'admin.users.history': 'admin',
  'admin.users.tags': 'admin',
  'admin.users.addTag': 'admin',
  'admin.users.removeTag': 'admin',
  'admin.users.preview': 'admin',
  'admin.users.emailNotice': 'admin',
  'admin.users.edit': 'admin',
  'admin.users.sendResetLink': 'admin',
  'admin.users.delete': 'admin',
  'admin.users.withdrawDeletion': 'admin',
  'admin.users.setRole': 'admin',
  'admin.users.suspend': 'admin',
  'admin.users.unsuspend': 'admin',
  'admin.users.signOutEverywhere': 'admin',
  'admin.users.resendVerification': 'admin',
  'admin.users.resetTwoFactor': 'admin',
  'admin.users.addNote': 'admin',
  'admin.users.removeNote': 'admin',
  'admin.users.grantableProducts': 'admin',
  'admin.users.grantProduct': 'admin',
  'admin.users.revokeProduct': 'admin',
};

const procedures = Object.entries(appRouter._def.procedures).map(([name, procedure]) => ({
  name,
  type: (procedure as unknown as { _def: { type: 'query' | 'mutation' } })._def.type,
}));

/** The two ways to log out need no input, and calling one would change the user for the rest of the test. */
const endsStanding = (name: string) => name === 'auth.logout' || name === 'impersonation.stop';
const typeOf = (name: string) => procedures.find((one) => one.name === name)?.type ?? 'mutation';

let test: TestApp;
let clients: Record<Person, HttpClient>;

beforeAll(async () => {
  test = await createTestApp();
  clients = await openActors(test);
});
afterAll(() => test.close());

/**
 * 401 without a live session, 403 for students at an admin's endpoint, for those who are not coaches at a coach's, and for
 * impersonation where it is not allowed; anything else for those allowed.
 */
function expected(name: string, who: Person): 401 | 403 | 'allowed' {
  const level = levels[name] ?? 'admin';
  if (standings[who] === 'viewer') return isAllowedWhileImpersonating(typeOf(name), name) ? 'allowed' : 403;
  if (level === 'public') return 'allowed';
  if (standings[who] === 'nobody') return 401;
  // Being a coach does not follow from any role: admins need it, too.
  if (level === 'coach') return who === 'coach' ? 'allowed' : 403;
  return level === 'admin' && standings[who] === 'student' ? 403 : 'allowed';
}

function check(answer: LightMyRequestResponse, name: string, who: Person): void {
  const { statusCode: status, body, headers } = answer;
  const wanted = expected(name, who);
  // Responses contain no password data, and private data is never cacheable.
  expect(body).not.toMatch(/\$argon2|password_?hash/i);
  if (levels[name] !== 'public') expect(headers['cache-control']).toContain('no-store');
  // Allowed callers may get an error about their empty input or a missing resource, but not a denial of access.
  if (wanted === 'allowed') {
    const isStale = who === 'staleAdmin' && body.includes('step_up_required');
    expect(isStale ? [403] : [200, 201, 204, 400, 404, 409], body).toContain(status);
  } else {
    expect(status, body).toBe(wanted);
  }
}

describe('the list of procedures', () => {
  it('the list contains every procedure', () => {
    expect(procedures.map(({ name }) => name).toSorted()).toEqual(Object.keys(levels).toSorted());
  });
});

describe('recent authentication', () => {
  const mutations = procedures.filter(({ name, type }) => type === 'mutation' && levels[name] === 'admin');

  it('lists every admin mutation exactly once, and nothing else', () => {
    expect(Object.values(stepUp).flat().toSorted()).toEqual(mutations.map(({ name }) => name).toSorted());
  });

  it.each(mutations)('$name requires recent authentication according to its list', async ({ name }) => {
    const { body, statusCode } = await clients.staleAdmin.request('POST', `/trpc/${name}`, {});
    const always: readonly string[] = stepUp.always;
    expect(body.includes('step_up_required'), body).toBe(always.includes(name));
    if (always.includes(name)) expect(statusCode).toBe(403);
    const answer = await clients.admin.request('POST', `/trpc/${name}`, {});
    expect(answer.body).not.toContain('step_up_required');
  });
});

describe.each(procedures)('tRPC $name', ({ name, type }) => {
  it.each(people)('returns the expected status for %s', async (who) => {
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
  it.each(people)('returns the expected status for %s', async (who) => {
    const client = clients[who];
    if (endsStanding(row.procedure) && who !== 'visitor') return expect(row.method).toBe('POST');
    const url = row.path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000');
    const answer = await client.request(row.method, url, row.method === 'GET' ? undefined : {});
    // Students may not PUT another user's /api/user/{id}: that operation checks it itself.
    if (row.procedure === 'profile.updateNames' && standings[who] === 'student')
      return expect([400, 403]).toContain(answer.statusCode);
    check(answer, row.procedure, who);
  });
});
