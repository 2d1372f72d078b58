import { beforeAll, describe, expect, it } from 'vitest';
import { type HttpClient, signIn } from '../../testing/http-client.ts';
import { waitForLockWaiters } from '../../testing/lock-waiters.ts';
import { auditEntries, changeUser, emailsTo, insertPurchase } from '../../testing/rows.ts';
import { setUpTestApp, type TestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { createTestProduct } from '../payments/testing/purchases.ts';

const app = setUpTestApp();
let admin: TestUser;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin', password: testPassword });
});

const userStatus = async (client: HttpClient) => (await client.request('GET', '/api/user')).statusCode;
const reason = 'Agreed by phone';

async function roleOf(user: TestUser): Promise<string | undefined> {
  const row = await app.deps.db
    .selectFrom('users')
    .select('role')
    .where('id', '=', user.userId)
    .executeTakeFirst();
  return row?.role;
}

const audited = (subjectId: string, action: string) => auditEntries(app, { subject_id: subjectId, action });

describe('changing a role', () => {
  it('grants or revokes admin rights, and ends all of the user’s sessions', async () => {
    const user = await app.createUser({ password: testPassword });
    const before = await signIn(app.app, user);
    await app.caller(admin).admin.users.setRole({ id: user.userId, role: 'admin', reason });
    expect(await userStatus(before)).toBe(401);
    const asAdmin = await signIn(app.app, user);
    expect((await asAdmin.request('GET', '/trpc/admin.users.list?input={}')).statusCode).toBe(200);
    await app.caller(admin).admin.users.setRole({ id: user.userId, role: 'user', reason });
    expect((await asAdmin.request('GET', '/trpc/admin.users.list?input={}')).statusCode).toBe(401);
    const exAdmin = await signIn(app.app, user);
    expect((await exAdmin.request('GET', '/trpc/admin.users.list?input={}')).statusCode).toBe(403);
    expect((await exAdmin.request('GET', '/api/admin/export-users-csv')).statusCode).toBe(403);
    expect((await audited(user.userId, 'user.role_changed')).map((entry) => entry.details)).toEqual([
      { before: 'user', after: 'admin' },
      { before: 'admin', after: 'user' },
    ]);
  });

  it('is rejected without a reason, and for accounts that cannot log in', async () => {
    const user = await app.createUser();
    const change = { id: user.userId, role: 'admin' as const, reason };
    await expect(app.caller(admin).admin.users.setRole({ ...change, reason: ' ' })).rejects.toThrow();
    await app.caller(admin).admin.users.suspend({ id: user.userId, reason });
    await expect(app.caller(admin).admin.users.setRole(change)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await roleOf(user)).toBe('user');
  });

  it('admins cannot change their own account, even if its id is in capital letters', async () => {
    const own = await app.createUser({ role: 'admin' });
    const { users } = app.caller(own).admin;
    const change = { id: own.userId.toUpperCase(), reason };
    for (const request of [
      () => users.setRole({ ...change, role: 'user' }),
      () => users.suspend(change),
      () => users.delete(change),
      () => users.resetTwoFactor({ id: change.id }),
    ]) {
      await expect(request()).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringMatching(/your own|Your own/),
      });
    }
    expect(await roleOf(own)).toBe('admin');
    await changeUser(app, own, { role: 'user' });
  });

  it('one admin remains when two admins demote each other in twenty concurrent requests', async () => {
    const other = await app.createUser({ role: 'admin' });
    await Promise.allSettled(
      Array.from({ length: 10 }, () => [
        app.caller(admin).admin.users.setRole({ id: other.userId, role: 'user', reason }),
        app.caller(other).admin.users.setRole({ id: admin.userId, role: 'user', reason }),
      ]).flat(),
    );
    expect([await roleOf(admin), await roleOf(other)].toSorted()).toEqual(['admin', 'user']);
    await changeUser(app, admin, { role: 'admin' });
    await changeUser(app, other, { role: 'user' });
  });

  it('one admin remains when an admin suspends another admin, who demotes the first one at the same time', async () => {
    const other = await app.createUser({ role: 'admin' });
    await Promise.allSettled(
      Array.from({ length: 10 }, () => [
        app.caller(admin).admin.users.suspend({ id: other.userId, reason }),
        app.caller(other).admin.users.setRole({ id: admin.userId, role: 'user', reason }),
      ]).flat(),
    );
    const active = await app.deps.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('suspended_at', 'is', null)
      .execute();
    expect(active).toHaveLength(1);
    await changeUser(app, admin, { role: 'admin', suspended_at: null });
    await changeUser(app, other, { role: 'user' });
  });

  it('the change of a role locks the account and the admins in the order of their ids, so that two changes cannot deadlock', async () => {
    const { db } = app.deps;
    const people = [await app.createUser({ role: 'admin' }), await app.createUser({ role: 'admin' })];
    const [first, second] = people.map(({ userId }) => userId).toSorted();
    await db
      .updateTable('users')
      .set({ role: 'user' })
      .where('id', '=', first ?? '')
      .execute();
    const { promoted, unlocked } = await db.transaction().execute(async (trx) => {
      const lock = (id = '') =>
        trx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().skipLocked().execute();
      await lock(first);
      const caller = people.find(({ userId }) => userId === second);
      const pending = app
        .caller(caller ?? null)
        .admin.users.setRole({ id: first ?? '', role: 'admin', reason });
      await waitForLockWaiters(db);
      return { promoted: Promise.allSettled([pending]), unlocked: await lock(second) };
    });
    expect(unlocked).toEqual([{ id: second }]);
    expect(await promoted).toMatchObject([{ status: 'fulfilled' }]);
  });
});

describe('suspension', () => {
  it('a suspension ends all sessions and blocks login until it is lifted', async () => {
    const user = await app.createUser({ password: testPassword });
    const client = await signIn(app.app, user);
    const caller = app.caller(admin);
    await caller.admin.users.suspend({ id: user.userId, reason });
    expect(await userStatus(client)).toBe(401);
    const rejected = await client.request('POST', '/api/login', {
      email: user.email,
      password: testPassword,
    });
    expect(rejected.statusCode).toBe(401);
    expect((await caller.admin.users.get({ id: user.userId })).account).toMatchObject({
      accountState: 'suspended',
      sessions: 0,
    });
    await caller.admin.users.unsuspend({ id: user.userId, reason });
    await signIn(app.app, user);
    // Reasons are stored as notes, because notes can be erased with the account, and the audit log cannot.
    expect((await caller.admin.users.get({ id: user.userId })).notes.map(({ text }) => text)).toEqual([
      `Suspension ended: ${reason}`,
      `Suspended: ${reason}`,
    ]);
    expect(JSON.stringify(await audited(user.userId, 'user.suspended'))).not.toContain(reason);
    expect(await audited(user.userId, 'user.suspended')).toHaveLength(1);
    expect(await audited(user.userId, 'user.unsuspended')).toHaveLength(1);
  });

  it('of twenty concurrent suspensions of a user, one succeeds, and only its reason is stored', async () => {
    const { userId: id } = await app.createUser();
    const { users } = app.caller(admin).admin;
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, turn) => users.suspend({ id, reason: `Reason ${turn}` })),
    );
    const succeeded = results.findIndex(({ status }) => status === 'fulfilled');
    for (const [turn, result] of results.entries()) {
      expect(result).toMatchObject(turn === succeeded ? {} : { reason: { code: 'CONFLICT' } });
    }
    const { notes } = await users.get({ id });
    expect(notes.map(({ text }) => text)).toEqual([`Suspended: Reason ${succeeded}`]);
    expect(await audited(id, 'user.suspended')).toHaveLength(1);
  });

  it('a change that another admin has already made is rejected, so that the second admin’s reason is not lost silently', async () => {
    const { userId: id } = await app.createUser();
    const { users } = app.caller(admin).admin;
    const rejected = (message: string) => ({ code: 'CONFLICT', message });
    await expect(users.unsuspend({ id, reason })).rejects.toMatchObject(
      rejected('This account is not suspended. See the notes for the reason.'),
    );
    await users.suspend({ id, reason });
    await expect(users.suspend({ id, reason })).rejects.toMatchObject(
      rejected('This account is suspended already. See the notes for the reason.'),
    );
    await users.unsuspend({ id, reason });
    await users.setRole({ id, role: 'admin', reason });
    await expect(users.setRole({ id, role: 'admin', reason })).rejects.toMatchObject(
      rejected('This user is an admin already. See the notes for the reason.'),
    );
    await users.setRole({ id, role: 'user', reason });
    await expect(users.setRole({ id, role: 'user', reason })).rejects.toMatchObject(
      rejected('This user is not an admin. See the notes for the reason.'),
    );
    expect((await users.get({ id })).notes).toHaveLength(4);
  });

  it('an admin can resend the verification email at most once a minute and not to a verified address, and cannot reset a second factor that is off', async () => {
    const user = await app.createUser({ password: testPassword });
    const caller = app.caller(admin);
    await caller.admin.users.resendVerification({ id: user.userId });
    await expect(caller.admin.users.resendVerification({ id: user.userId })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    expect(await audited(user.userId, 'user.verification_resent')).toHaveLength(1);
    expect(await emailsTo(app, user, 'verify_email')).toHaveLength(1);
    await changeUser(app, user, { email_verified_at: new Date() });
    await expect(caller.admin.users.resendVerification({ id: user.userId })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(caller.admin.users.resetTwoFactor({ id: user.userId })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });
});

describe('the user page', () => {
  it('shows the account and its notes', async () => {
    const user = await app.createUser({ password: testPassword });
    await signIn(app.app, user);
    const caller = app.caller(admin);
    const notes = await caller.admin.users.addNote({ id: user.userId, text: '  Called back <b>  ' });
    expect(notes).toMatchObject([{ text: 'Called back <b>', authorName: 'Dana Whitfield' }]);
    const page = await caller.admin.users.get({ id: user.userId });
    expect(page.account).toMatchObject({
      email: user.email,
      sessions: 1,
      accountState: 'active',
      role: 'user',
    });
    expect(page.account.lastSeenAt).not.toBeNull();
    expect(page.notes).toEqual(notes);
    expect(JSON.stringify(page)).not.toMatch(/argon2|password_?hash/i);
    expect(await caller.admin.users.removeNote({ noteId: notes[0]?.id ?? '' })).toEqual([]);
    await expect(caller.admin.users.removeNote({ noteId: notes[0]?.id ?? '' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const details = (await audited(user.userId, 'user.note_added'))[0]?.details;
    expect(JSON.stringify(details)).not.toContain('Called back');
    const unknownId = '00000000-0000-4000-8000-000000000000';
    await expect(caller.admin.users.get({ id: unknownId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('a note that is sent 20 times concurrently with the same id is added once', async () => {
    const { userId: id } = await app.createUser();
    const { addNote, get } = app.caller(admin).admin.users;
    const note = { id, noteId: crypto.randomUUID(), text: 'Called back' };
    await Promise.all(Array.from({ length: 20 }, () => addNote(note)));
    expect((await get({ id })).notes).toMatchObject([{ text: 'Called back' }]);
    expect(await audited(id, 'user.note_added')).toHaveLength(1);
  });

  it('rejects a note that has the id of an existing note, but is about another user or has another text', async () => {
    const { userId: id } = await app.createUser();
    const { userId: otherId } = await app.createUser();
    const { addNote, get } = app.caller(admin).admin.users;
    const note = { id, noteId: crypto.randomUUID(), text: 'Called back' };
    await addNote(note);
    for (const other of [
      { ...note, id: otherId },
      { ...note, text: 'Wrote' },
    ])
      await expect(addNote(other)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await get({ id: otherId })).notes).toEqual([]);
    expect((await get({ id })).notes).toMatchObject([{ text: 'Called back' }]);
  });

  type Calls = ReturnType<TestApp['caller']>['admin'];
  it.each<[what: string, add: (calls: Calls, id: string) => Promise<unknown>, result: unknown]>([
    [
      'note',
      (calls, id) => calls.users.addNote({ id, text: 'Called back' }),
      expect.objectContaining({ code: 'NOT_FOUND' }),
    ],
    ['tag', (calls, id) => calls.users.addTag({ ids: [id], tag: 'Cohort 3' }), { done: 0 }],
  ])('adds no %s to an account that is erased at the same time', async (_what, add, result) => {
    const { db } = app.deps;
    const user = await app.createUser();
    const started = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', user.userId).forUpdate().execute();
      const added = add(app.caller(admin).admin, user.userId);
      await waitForLockWaiters(db);
      await trx
        .updateTable('users')
        .set({ deleted_at: app.deps.now() })
        .where('id', '=', user.userId)
        .execute();
      return { added: added.catch((error: unknown) => error) };
    });
    expect(await started.added).toEqual(result);
  });
});

describe('granted products', () => {
  it('a product is granted once, opens like a purchased one, and can be revoked and granted again', async () => {
    const user = await app.createUser();
    const caller = app.caller(admin);
    const product = await createTestProduct(
      app,
      { ...admin, role: 'admin' },
      { type: 'session', productNumber: 9 },
    );
    const access = async () =>
      (await app.caller(user).learning.getSession({ id: String(product.id) })).access;
    expect(await access()).not.toBe('open');
    const listed = await caller.admin.users.grantableProducts({ id: user.userId });
    expect(listed.map(({ id }) => id)).toContain(product.id);
    const grant = { id: user.userId, productId: product.id, reason };
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => caller.admin.users.grantProduct(grant)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await access()).toBe('open');
    expect(
      (await caller.admin.users.grantableProducts({ id: user.userId })).map(({ id }) => id),
    ).not.toContain(product.id);
    const purchases = async () => (await caller.admin.payments.search({ userId: user.userId })).items;
    const [purchase] = await purchases();
    expect(purchase).toMatchObject({ isGrant: true, grossCents: 0, status: 'completed', accessEnded: false });
    const revoke = { purchaseId: purchase?.id ?? '', reason };
    await Promise.all(Array.from({ length: 20 }, () => caller.admin.users.revokeProduct(revoke)));
    await expect(
      caller.admin.users.revokeProduct({ ...revoke, reason: 'Another reason' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await access()).not.toBe('open');
    expect(await audited(user.userId, 'product.granted')).toHaveLength(1);
    expect((await audited(user.userId, 'product.revoked')).map(({ details }) => details)).toMatchObject([
      { before: 'given', after: 'taken back' },
    ]);
    // The user's payments contain both grants.
    await caller.admin.users.grantProduct(grant);
    expect(await access()).toBe('open');
    expect(await purchases()).toHaveLength(2);
  });

  it('an admin cannot grant a product, a membership or questions to an account that is scheduled for deletion', async () => {
    const user = await app.createUser();
    const { admin: asAdmin } = app.caller(admin);
    const product = await createTestProduct(app, { ...admin, role: 'admin' });
    await asAdmin.users.delete({ id: user.userId, reason });
    const { userId } = user;
    const gifts = [
      asAdmin.users.grantProduct({ id: userId, productId: product.id, reason }),
      asAdmin.subscriptions.grantPlan({ userId, plan: 'gold', reason }),
      asAdmin.coaching.grantQuestions({
        userId,
        count: 1,
        validDays: null,
        reason,
        requestId: crypto.randomUUID(),
      }),
    ];
    for (const gift of await Promise.allSettled(gifts)) {
      expect(gift).toMatchObject({
        status: 'rejected',
        reason: { code: 'CONFLICT', message: expect.stringContaining('scheduled for deletion') },
      });
    }
  });

  it('a paid purchase cannot be revoked, only refunded', async () => {
    const user = await app.createUser();
    const id = await insertPurchase(app, user);
    await expect(
      app.caller(admin).admin.users.revokeProduct({ purchaseId: id, reason }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
