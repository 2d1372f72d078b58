import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitForLockWaiters } from '../../testing/lock-waiters.ts';
import { emailsTo } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { lockAccount } from '../admin/user-page.queries.ts';
import { lockAccount as lockOwnAccount } from '../profile/privacy/privacy.queries.ts';
import { lockUser } from './kyc.queries.ts';
import { applicantForm, createApplicant, submitForm } from './testing/applicants.ts';

const app = setUpTestApp();
let admin: TestUser;
let colleague: TestUser;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin', password: testPassword });
  colleague = await app.createUser({ role: 'admin' });
});
beforeEach(async () => {
  await app.deps.db.updateTable('kyc_applications').set({ superseded_at: app.deps.now() }).execute();
  await app.deps.db.deleteFrom('notifications').execute();
});

const shownTo = async (user: TestUser) =>
  (await app.caller(user).notifications.list()).items.map(({ kind, title, readAt }) => ({
    kind,
    title,
    isRead: readAt !== null,
  }));
const one = { kind: 'admin_application', title: 'An identity application waits for review', isRead: false };
const many = (count: number) => ({ ...one, title: `${count} identity applications wait for review` });
const decide = (id: string, status: 'approved' | 'rejected' | 'requires_review', more = {}) =>
  app.caller(admin).admin.kyc.setStatus({ id, status, ...more });
const readAll = (user: TestUser) => app.caller(user).notifications.markRead();

describe('the notification about waiting applications', () => {
  it('is shown to every admin and to no student, and names nobody', async () => {
    const { user } = await createApplicant(app);
    expect(await shownTo(admin)).toEqual([one]);
    expect(await shownTo(colleague)).toEqual([one]);
    expect(await shownTo(user)).toEqual([]);
    const [shown] = (await app.caller(admin).notifications.list()).items;
    expect(shown).toMatchObject({
      path: '/admin?tab=kyc&status=open',
      body: expect.stringContaining('hours'),
    });
    expect(JSON.stringify(shown)).not.toMatch(/Nora|Kestrel/);
  });

  it('counts twenty applications that arrive at the same time, and becomes unread when another one arrives', async () => {
    await Promise.all(Array.from({ length: 20 }, () => createApplicant(app)));
    expect(await shownTo(admin)).toEqual([many(20)]);
    await readAll(admin);
    expect(await shownTo(admin)).toEqual([{ ...many(20), isRead: true }]);
    await createApplicant(app);
    expect(await shownTo(admin)).toEqual([many(21)]);
  });

  it('counts only the newer application if an applicant replaces an open application', async () => {
    const { user } = await createApplicant(app);
    await submitForm(app, user);
    expect(await shownTo(admin)).toEqual([one]);
  });

  it('counts one application less after each decision, without changing from read to unread, and disappears after the last decision', async () => {
    const [first, second] = [await createApplicant(app), await createApplicant(app)];
    await readAll(colleague);
    await decide(first.id, 'approved');
    expect(await shownTo(admin)).toEqual([one]);
    expect(await shownTo(colleague)).toEqual([{ ...one, isRead: true }]);
    await decide(second.id, 'rejected');
    expect(await shownTo(admin)).toEqual([]);
    expect(await shownTo(colleague)).toEqual([]);
  });

  it('disappears when the last two applications are decided at the same time', async () => {
    const [first, second] = [await createApplicant(app), await createApplicant(app)];
    const decisions = await app.deps.db.transaction().execute(async (trx) => {
      await trx.selectFrom('notifications').select('id').forUpdate().execute();
      const pending = [decide(first.id, 'approved'), decide(second.id, 'approved')];
      await waitForLockWaiters(trx, 2);
      return { pending };
    });
    await Promise.all(decisions.pending);
    expect(await shownTo(admin)).toEqual([]);
  });

  it.each([
    ['by the submission of an application', lockUser],
    ['by a change of the account', lockAccount],
    ['to schedule the deletion of the account', lockOwnAccount],
  ])('appears although the database row of an admin is locked %s', async (_case, lock) => {
    await app.deps.db.transaction().execute(async (trx) => {
      await lock(trx, admin.userId);
      await createApplicant(app);
    });
    expect(await shownTo(admin)).toEqual([one]);
  });

  it('disappears for an admin who loses the role', async () => {
    const leaving = await app.createUser({ role: 'admin' });
    await createApplicant(app);
    expect(await shownTo(leaving)).toEqual([one]);
    const confirmed = { ...admin, confirmedAt: app.deps.now().toISOString() };
    await app.caller(confirmed).admin.users.setRole({ id: leaving.userId, role: 'user', reason: 'Left' });
    expect(await shownTo(leaving)).toEqual([]);
    expect(await shownTo(colleague)).toEqual([one]);
  });

  it('returns when a decision is undone', async () => {
    const { id } = await createApplicant(app);
    const { events } = await decide(id, 'approved');
    await app.caller(admin).admin.kyc.undoDecision({ id, eventId: events.at(-1)?.id ?? '' });
    expect(await shownTo(admin)).toEqual([{ ...one, isRead: true }]);
    expect(await shownTo(colleague)).toEqual([one]);
  });

  it('disappears when the applicant is asked for documents, and returns when the applicant has sent them', async () => {
    const { id, user } = await createApplicant(app);
    await decide(id, 'requires_review', { requestedItems: ['back_side'] });
    expect(await shownTo(colleague)).toEqual([]);
    const caller = app.caller(user);
    await caller.kyc.answerRequest({
      ...applicantForm,
      id,
      documentNumber1: '',
      documentNumber2: '',
      documentImageUrl2: await app.uploadDocument(caller),
    });
    expect(await shownTo(admin)).toEqual([one]);
  });

  it('returns when the applicant appeals a rejection', async () => {
    const { id, user } = await createApplicant(app);
    await decide(id, 'rejected', { canResubmit: false });
    expect(await shownTo(admin)).toEqual([]);
    await app.caller(user).kyc.appeal({ id, message: 'The photo was sharp.' });
    expect(await shownTo(admin)).toEqual([one]);
  });

  it('does not count the application of an account that is about to be deleted, until the deletion is canceled and the applicant has sent the erased documents again', async () => {
    const { user } = await createApplicant(app);
    const change = { id: user.userId, reason: 'Asked by telephone' };
    await app.caller(admin).admin.users.delete(change);
    expect(await shownTo(colleague)).toEqual([]);
    await app.caller(admin).admin.users.withdrawDeletion(change);
    expect(await shownTo(colleague)).toEqual([]);
    await submitForm(app, user);
    expect(await shownTo(colleague)).toEqual([one]);
  });
});

it('the notification about waiting applications is emailed only to admins who turned this email on, and again only after they have read the notification or it has disappeared', async () => {
  const sent = async (user: TestUser) => (await emailsTo(app, user, 'admin_application')).length;
  await createApplicant(app);
  await readAll(admin);
  await app.caller(admin).email.setPreference({ kind: 'admin_application', enabled: true });
  await createApplicant(app);
  await createApplicant(app);
  expect([await sent(admin), await sent(colleague)]).toEqual([1, 0]);
  await readAll(admin);
  const { id, user } = await createApplicant(app);
  expect(await sent(admin)).toBe(2);
  await readAll(admin);
  await decide(id, 'rejected', { canResubmit: false });
  await app.caller(user).kyc.appeal({ id, message: 'The photo was sharp.' });
  expect(await sent(admin)).toBe(3);
});
