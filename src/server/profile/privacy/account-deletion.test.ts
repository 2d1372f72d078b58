import { describe, expect, it } from 'vitest';
import { localDayText } from '../../../shared/day-text.ts';
import { dayMs } from '../../../shared/durations.ts';
import { httpClient, signIn } from '../../../testing/http-client.ts';
import { waitForLockWaiters } from '../../../testing/lock-waiters.ts';
import { changeUser, emailsTo } from '../../../testing/rows.ts';
import { setUpTestApp, type TestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';
import { zoneOnAnotherDay } from '../../../testing/zone-on-another-day.ts';
import type { AdminActor } from '../../actor.ts';
import { createHandlers } from '../../job-handlers.ts';
import { applicantForm, submitForm } from '../../kyc/testing/applicants.ts';
import { queueEmail } from '../../messages/email/email.operations.ts';
import { listBrokenInvariants } from '../../payments/ledger/invariants.operations.ts';
import { createTestProduct } from '../../payments/testing/purchases.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { storedKeys } from '../../uploads/testing/sent-uploads.ts';
import { finishDeletions } from './account-deletion.operations.ts';
import { buildExport } from './data-export.operations.ts';

const app = setUpTestApp();

const createPerson = (options: Parameters<TestApp['createUser']>[0] = {}) =>
  app.createUser({ password: testPassword, ...options });

const storedFiles = () => storedKeys(app.deps.storage);

describe('account deletion', () => {
  const requestDeletion = (user: TestUser) =>
    app.caller(user).privacy.requestDeletion({ password: testPassword, confirmation: 'DELETE' });

  async function emailTo(user: TestUser): Promise<string> {
    return (await emailsTo(app, user, 'deletion_requested')).at(-1)?.body_text ?? '';
  }

  const undoTokenOf = async (user: TestUser) =>
    /undo-deletion\?token=([\w-]{43})/.exec(await emailTo(user))?.[1] ?? '';

  it('deletion requires the password and the confirmation word', async () => {
    const caller = app.caller(await createPerson());
    await expect(
      caller.privacy.requestDeletion({ password: 'wrong', confirmation: 'DELETE' }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const client = await signIn(app.app, await createPerson());
    const response = await client.request('POST', '/trpc/privacy.requestDeletion', {
      password: testPassword,
      confirmation: 'delete',
    });
    expect(response.statusCode).toBe(400);
    expect((await client.request('GET', '/api/user')).statusCode).toBe(200);
  });

  it('a request for deletion ends all sessions of the user, erases the documents immediately, and rejects the next login', async () => {
    const user = await createPerson();
    const caller = app.caller(user);
    const before = (await storedFiles()).length;
    await app.uploadDocument(caller);
    expect(await storedFiles()).toHaveLength(before + 1);
    const [phone, laptop] = [await signIn(app.app, user), await signIn(app.app, user)];
    const { dueAt } = await requestDeletion(user);
    expect(Date.parse(dueAt) - app.deps.now().getTime()).toBeGreaterThan(14 * dayMs - 60_000);
    for (const client of [phone, laptop]) {
      expect((await client.request('GET', '/api/user')).statusCode).toBe(401);
    }
    expect(await storedFiles()).toHaveLength(before);
    const login = await httpClient(app.app).request('POST', '/api/login', {
      email: user.email,
      password: testPassword,
    });
    expect(login.statusCode).toBe(403);
    expect(login.json().message).toContain('This account will be deleted on');
    const wrong = await httpClient(app.app).request('POST', '/api/login', {
      email: user.email,
      password: 'not the password',
    });
    expect(wrong.statusCode).toBe(401);
  });

  it('the email, and the error at login, state the day of the deletion in the user’s time zone', async () => {
    const user = await createPerson();
    const timeZone = zoneOnAnotherDay(app.deps.now());
    await app.caller(user).goals.setTimeZone({ timeZone });
    const { dueAt } = await requestDeletion(user);
    const day = localDayText(dueAt, timeZone);
    expect(await emailTo(user)).toContain(`Deleted for good on: ${day}`);
    const login = await httpClient(app.app).request('POST', '/api/login', {
      email: user.email,
      password: testPassword,
    });
    expect(login.json().message).toContain(`This account will be deleted on ${day}.`);
  });

  it('a request for deletion removes only files of its user; jobs remove the files of other users’ erased uploads and expired exports', async () => {
    const [user, other] = [await createPerson(), await createPerson()];
    const { id: exportId } = await app.caller(other).privacy.requestExport({ password: testPassword });
    await buildExport(app.deps, exportId);
    await app.uploadDocument(app.caller(other));
    await app.uploadDocument(app.caller(user));
    const { db } = app.deps;
    await db.updateTable('uploads').set({ status: 'erased' }).where('user_id', '=', other.userId).execute();
    await db.updateTable('data_exports').set({ status: 'expired' }).where('id', '=', exportId).execute();
    const keysOf = ({ userId }: TestUser) =>
      db.selectFrom('uploads').select('storage_key as key').where('user_id', '=', userId).execute();
    const [{ key: otherKey = '' } = {}] = await keysOf(other);
    const [{ key: ownKey = '' } = {}] = await keysOf(user);
    await requestDeletion(user);
    const pending = [otherKey, `documents/exports/${exportId}`];
    const files = await storedFiles();
    expect(files).toEqual(expect.arrayContaining(pending));
    expect(files).not.toContain(ownKey);
    const jobs = createHandlers(app.deps);
    await jobs['sweep-uploads']();
    await jobs['sweep-exports']();
    expect((await storedFiles()).filter((key) => pending.includes(key))).toEqual([]);
  });

  it('a request for deletion immediately erases the user’s data exports, finished or not, because they contain copies of the documents', async () => {
    const exportOf = (user: TestUser) => app.caller(user).privacy.requestExport({ password: testPassword });
    const [user, other] = [await createPerson(), await createPerson()];
    const { id } = await exportOf(user);
    await buildExport(app.deps, id);
    const { id: otherId } = await exportOf(other);
    await buildExport(app.deps, otherId);
    await requestDeletion(user);
    const files = await storedFiles();
    expect(files.filter((key) => key.includes(id))).toEqual([]);
    expect(files.filter((key) => key.includes(otherId))).toHaveLength(1);
    await app.caller(null).privacy.undoDeletion({ token: await undoTokenOf(user) });
    expect(await app.caller(user).privacy.latestExport()).toMatchObject({ status: 'expired' });
    const download = await (await signIn(app.app, user)).request('GET', `/api/privacy/exports/${id}`);
    expect(download.statusCode).toBe(410);

    const unfinished = await createPerson();
    const { id: unfinishedId } = await exportOf(unfinished);
    await requestDeletion(unfinished);
    await buildExport(app.deps, unfinishedId);
    expect((await storedFiles()).filter((key) => key.includes(unfinishedId))).toEqual([]);
  });

  it('an export that is being written when deletion is requested leaves no file', async () => {
    const user = await createPerson();
    const { id } = await app.caller(user).privacy.requestExport({ password: testPassword });
    const { storage } = app.deps;
    const slow = Object.create(storage, {
      write: {
        value: async (...file: Parameters<typeof storage.write>) => {
          await requestDeletion(user);
          return storage.write(...file);
        },
      },
    });
    await buildExport({ ...app.deps, storage: slow }, id);
    expect((await storedFiles()).filter((key) => key.includes(id))).toEqual([]);
  });

  it('two concurrent runs of the job that builds an export leave the finished file in place', async () => {
    const user = await createPerson();
    const { id } = await app.caller(user).privacy.requestExport({ password: testPassword });
    await Promise.all([buildExport(app.deps, id), buildExport(app.deps, id)]);
    expect((await storedFiles()).filter((key) => key.includes(id))).toHaveLength(1);
  });

  it('an export cannot be requested while deletion is being requested', async () => {
    const user = await createPerson();
    const { rejected } = await app.deps.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('users')
        .set({ deletion_due_at: app.deps.now() })
        .where('id', '=', user.userId)
        .execute();
      const requested = app.caller(user).privacy.requestExport({ password: testPassword });
      const failed = expect(requested).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
      await waitForLockWaiters(trx);
      return { rejected: failed };
    });
    await rejected;
  });

  it('the link in the email cancels the deletion only once, even in twenty concurrent requests', async () => {
    const user = await createPerson();
    await requestDeletion(user);
    const token = await undoTokenOf(user);
    const visitor = app.caller(null);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => visitor.privacy.undoDeletion({ token })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await (await signIn(app.app, user)).request('GET', '/api/user')).statusCode).toBe(200);
    app.clock.advance(15 * dayMs);
    await finishDeletions(app.deps);
    app.clock.advance(-15 * dayMs);
    expect((await (await signIn(app.app, user)).request('GET', '/api/user')).json()).toMatchObject({
      email: user.email,
    });
    await requestDeletion(user);
    await expect(visitor.privacy.undoDeletion({ token })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('if the documents of an open application were erased, canceling the deletion asks the applicant for both sides again, not the admins for a decision', async () => {
    const admin = app.caller(await createPerson({ role: 'admin' })).admin.kyc;
    const [pending, asked, rejected, appealed] = [
      await createPerson(),
      await createPerson(),
      await createPerson(),
      await createPerson(),
    ];
    await submitForm(app, pending);
    const { id } = await submitForm(app, asked);
    await admin.setStatus({ id, status: 'requires_review', requestedItems: ['explanation'] });
    await admin.setStatus({ id: (await submitForm(app, rejected)).id, status: 'rejected' });
    const { id: finalId } = await submitForm(app, appealed);
    await admin.setStatus({ id: finalId, status: 'rejected', canResubmit: false });
    await app.caller(appealed).kyc.appeal({ id: finalId, message: 'Please look at it again.' });
    const undone = async (user: TestUser) => {
      await requestDeletion(user);
      await app.caller(null).privacy.undoDeletion({ token: await undoTokenOf(user) });
      const [application] = await app.caller(user).kyc.myApplications();
      return application;
    };
    const sides = ['front_side', 'back_side'];
    expect(await undone(pending)).toMatchObject({ status: 'requires_review', requestedItems: sides });
    expect(await undone(asked)).toMatchObject({ requestedItems: ['explanation', ...sides] });
    expect(await undone(rejected)).toMatchObject({ status: 'rejected', requestedItems: [] });
    expect(await undone(appealed)).toMatchObject({ status: 'requires_review', requestedItems: [] });

    expect((await admin.queue({ status: 'open' })).items.map((item) => item.id)).toEqual([finalId]);
    const caller = app.caller(pending);
    const request = await caller.kyc.openRequest();
    expect(request).toMatchObject({ frontStays: false, backStays: false, numbersStay: false });
    await caller.kyc.answerRequest({
      ...applicantForm,
      id: request?.id ?? '',
      documentNumber1: 'AGAIN-1',
      documentNumber2: 'AGAIN-2',
      documentImageUrl1: await app.uploadDocument(caller),
      documentImageUrl2: await app.uploadDocument(caller),
    });
    expect((await admin.queue({ status: 'open' })).items).toContainEqual(
      expect.objectContaining({ userId: pending.userId, documentsErasedAt: null }),
    );
  });

  it('after a deletion, a granted product is still recorded as a grant, and contact messages from the account’s email address remain if the address was not verified', async () => {
    const admin = await createPerson({ role: 'admin' });
    const user = await createPerson();
    await changeUser(app, user, { email_verified_at: null });
    const product = await createTestProduct(app, admin as AdminActor);
    await app
      .caller(admin)
      .admin.users.grantProduct({ id: user.userId, productId: product.id, reason: 'Won it' });
    await app.caller(null).contact.send({
      name: 'Somebody',
      email: user.email,
      topic: 'general',
      message: 'Written without an account',
      website: '',
    });
    await requestDeletion(user);
    app.clock.advance(14 * dayMs + 1_000);
    await finishDeletions(app.deps);
    app.clock.advance(-14 * dayMs - 1_000);
    // A completed purchase without a payment would be listed, unless it is recorded as a grant.
    expect(await listBrokenInvariants(app.deps)).toEqual([]);
    const left = await app.deps.db
      .selectFrom('contact_messages')
      .select('message')
      .where('email', '=', user.email)
      .execute();
    expect(left).toEqual([{ message: 'Written without an account' }]);
  });

  it('admins are no longer asked to answer a message that was erased with the account', async () => {
    const admin = app.caller(await createPerson({ role: 'admin' }));
    const user = await createPerson();
    const message = { name: 'Dana', topic: 'privacy', website: '', email: user.email } as const;
    await app.caller(user).contact.send({ ...message, message: 'What do you know about me?' });
    const requests = async () =>
      (await admin.notifications.list()).items.filter(({ kind }) => kind === 'admin_message');
    expect(await requests()).toHaveLength(1);
    await requestDeletion(user);
    app.clock.advance(14 * dayMs + 1_000);
    await finishDeletions(app.deps);
    expect(await requests()).toEqual([]);
    app.clock.advance(-14 * dayMs - 1_000);
  });

  it('deletion cannot be canceled after it is due or after the account is deleted', async () => {
    const user = await createPerson();
    await requestDeletion(user);
    const token = await undoTokenOf(user);
    app.clock.advance(14 * dayMs + 1_000);
    await expect(app.caller(null).privacy.undoDeletion({ token })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await finishDeletions(app.deps);
    app.clock.advance(-14 * dayMs - 1_000);
    await expect(app.caller(null).privacy.undoDeletion({ token })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const again = await createPerson({ email: user.email });
    expect(again.userId).not.toBe(user.userId);
    expect((await (await signIn(app.app, again)).request('GET', '/api/user')).statusCode).toBe(200);
  });

  it('deletion is rejected for the last admin, even if all admins request it at the same time', async () => {
    await app.deps.db.updateTable('users').set({ role: 'user' }).where('role', '=', 'admin').execute();
    const admins = await Promise.all(Array.from({ length: 4 }, () => createPerson({ role: 'admin' })));
    const results = await Promise.allSettled(admins.map(requestDeletion));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const rejected = results.find(({ status }) => status === 'rejected');
    expect(rejected).toMatchObject({ reason: { code: 'CONFLICT' } });
  });

  it('deletion starts once, even in twenty concurrent requests', async () => {
    const user = await createPerson();
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => requestDeletion(user)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const rows = await app.deps.db
      .selectFrom('account_deletions')
      .select('id')
      .where('user_id', '=', user.userId)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('an email that is queued while the account is being erased is not stored', async () => {
    const user = await createPerson();
    const email = {
      kind: 'legal_notice',
      userId: user.userId,
      to: user.email,
      subject: 'A change',
      text: 'It changes.',
      dedupeKey: `during-erasure:${user.userId}`,
    };
    const stored = () =>
      app.deps.db.selectFrom('mail_messages').select('id').where('to_address', '=', user.email).execute();
    const queue = () => inTransaction(app.deps.db, (trx) => queueEmail(app.deps, trx, email));
    const erasure = await app.deps.pool.connect();
    await erasure.query('begin');
    await erasure.query('select id from users where id = $1 for update', [user.userId]);
    await erasure.query('delete from mail_messages where user_id = $1', [user.userId]);
    await erasure.query(
      `update users set email = 'deleted-' || id || '@deleted.invalid', deleted_at = now() where id = $1`,
      [user.userId],
    );
    const queued = queue();
    await waitForLockWaiters(app.deps.db);
    await erasure.query('commit');
    erasure.release();
    await queued;
    expect(await stored()).toEqual([]);
  });

  it('in the waiting period, a new password neither logs in nor cancels the deletion', async () => {
    const user = await createPerson();
    const { dueAt } = await requestDeletion(user);
    await app.caller(null).security.requestPasswordReset({ email: user.email });
    const [email] = await emailsTo(app, user, 'password_reset');
    const token = /token=([\w-]{43})/.exec(email?.body_text ?? '')?.[1] ?? '';
    const newPassword = 'another horse battery';
    await app.caller(null).security.resetPassword({ token, newPassword });
    const logIn = () =>
      httpClient(app.app).request('POST', '/api/login', { email: user.email, password: newPassword });
    const rejected = await logIn();
    expect(rejected.statusCode).toBe(403);
    expect(rejected.json().message).toContain(`This account will be deleted on ${localDayText(dueAt, null)}`);
    // After the deletion is canceled, the new password works.
    await app.caller(null).privacy.undoDeletion({ token: await undoTokenOf(user) });
    expect((await logIn()).statusCode).toBe(200);
  });
});
