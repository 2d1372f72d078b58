import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { httpClient } from '../../testing/http-client.ts';
import { waitForLockWaiters } from '../../testing/lock-waiters.ts';
import { auditEntries } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { sendQueuedEmail } from '../messages/email/email.operations.ts';
import { EmailRejected, type SendEmail } from '../platform/smtp.ts';
import { finishDeletions } from '../profile/privacy/account-deletion.operations.ts';

const app = setUpTestApp();
let admin: TestUser;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin', password: testPassword });
});

const reason = 'Asked for by phone';
const users = () => app.caller(admin).admin.users;

async function signIn({ email }: { email: string }) {
  const client = httpClient(app.app);
  const { statusCode } = await client.request('POST', '/api/login', { email, password: testPassword });
  return { client, statusCode };
}

async function edited(user: TestUser, changes: { firstName?: string; email?: string }) {
  const { account } = await users().get({ id: user.userId });
  const { firstName, lastName, email, updatedAt } = account;
  return { id: user.userId, firstName, lastName, email, updatedAt, reason, ...changes };
}

async function emailsTo(address: string) {
  return app.deps.db
    .selectFrom('mail_messages')
    .select(['kind', 'body_text'])
    .where('to_address', '=', address)
    .orderBy('created_at')
    .execute();
}

const audited = ({ userId }: TestUser) =>
  auditEntries(app, { about_user_id: userId, actor_id: admin.userId });

describe('editing an account', () => {
  it('replaces the email address: earlier links become invalid, sessions end, both addresses get an email, and login requires the new address', async () => {
    const user = await app.createUser({ password: testPassword });
    const { client } = await signIn(user);
    await app.caller(user).security.requestEmailVerification();
    const [, oldToken = ''] =
      /verify-email\?token=([\w-]{43})/.exec((await emailsTo(user.email)).at(-1)?.body_text ?? '') ?? [];
    const email = `new-${user.email}`;

    await users().edit(await edited(user, { email }));

    expect((await client.request('GET', '/api/user')).statusCode).toBe(401);
    await expect(app.caller(null).security.verifyEmail({ token: oldToken })).rejects.toMatchObject({
      cause: expect.objectContaining({ code: 'gone' }),
    });
    const toOld = (await emailsTo(user.email)).at(-1);
    expect(toOld?.kind).toBe('email_replaced');
    expect(toOld?.body_text).not.toContain(email);
    expect((await emailsTo(email)).map(({ kind }) => kind)).toEqual(['new_sign_in', 'verify_email']);
    expect((await signIn(user)).statusCode).toBe(401);
    expect((await signIn({ email })).statusCode).toBe(200);
    const page = await users().get({ id: user.userId });
    expect(page.account).toMatchObject({ email, emailVerified: false });
    expect(page.notes.map(({ text }) => text)).toEqual([
      `Email changed from ${user.email} to ${email}: ${reason}`,
    ]);
    expect(await audited(user)).toEqual([
      expect.objectContaining({ action: 'user.email_changed', details: {} }),
    ]);
  });

  it('sends no password link to the old address if the student requests the link while the address changes', async () => {
    const user = await app.createUser();
    const changing = await app.deps.pool.connect();
    try {
      await changing.query('begin');
      await changing.query('update users set email = $2 where id = $1', [user.userId, `new-${user.email}`]);
      await changing.query('delete from account_tokens where user_id = $1', [user.userId]);
      // The request reads the old address before the change commits.
      const request = app.caller(null).security.requestPasswordReset({ email: user.email });
      await waitForLockWaiters(app.deps.db);
      await changing.query('commit');
      await request;
    } finally {
      changing.release();
    }
    expect(await emailsTo(user.email)).toEqual([]);
  });

  it('redirects emails that were not sent to the new address, so that a failed one can be sent again, but leaves out links that no longer work', async () => {
    const user = await app.createUser();
    await app.caller(user).security.requestEmailVerification();
    await users().emailNotice({
      ids: [user.userId],
      noticeId: randomUUID(),
      subject: 'The studio is closed',
      text: 'Until Monday.',
    });
    const sendNotice = async (send: SendEmail) => {
      const { id } = await app.deps.db
        .selectFrom('mail_messages')
        .select('id')
        .where('user_id', '=', user.userId)
        .where('kind', '=', 'notice')
        .executeTakeFirstOrThrow();
      await sendQueuedEmail(app.deps, send, id);
      return id;
    };
    const id = await sendNotice(() => Promise.reject(new EmailRejected('550 no such mailbox')));
    const email = `right-${user.email}`;

    await users().edit(await edited(user, { email }));

    const received: string[] = [];
    await app.caller(admin).admin.email.retry({ id });
    await sendNotice(async ({ to }) => void received.push(to));
    expect(received).toEqual([email]);
    expect((await emailsTo(user.email)).map(({ kind }) => kind)).toEqual(['verify_email', 'email_replaced']);
  });

  it('redirects replies to the messages that the student sent while logged in, queued or not, unless they ask for replies elsewhere', async () => {
    const user = await app.createUser();
    const message = { name: 'Dana', topic: 'technical', message: 'I get no emails.', website: '' } as const;
    const { contact } = app.caller(admin).admin;
    const replyToAll = async () => {
      for (const { id } of (await contact.list({ filter: 'open' })).items) {
        const { version } = await contact.thread({ id });
        await contact.reply({ id, version, body: 'Now you should.', close: true });
      }
    };
    const typed = user.email.toUpperCase();
    await app.caller(user).contact.send({ ...message, email: typed });
    await replyToAll();
    for (const from of [typed, 'work@example.test']) {
      await app.caller(user).contact.send({ ...message, email: from });
    }
    const email = `right-${user.email}`;

    await users().edit(await edited(user, { email }));

    await replyToAll();
    const replies = await app.deps.db
      .selectFrom('mail_messages')
      .select('to_address')
      .where('user_id', '=', user.userId)
      .where('kind', '=', 'contact_reply')
      .execute();
    expect(replies.map(({ to_address: to }) => to).toSorted()).toEqual([email, email, 'work@example.test']);
  });

  it('adds one note for both changes if the name and the email address change together', async () => {
    const user = await app.createUser();
    const email = `other-${user.email}`;
    await users().edit(await edited(user, { firstName: 'Milla', email }));
    const { notes } = await users().get({ id: user.userId });
    expect(notes.map(({ text }) => text)).toEqual([
      `Name changed. Email changed from ${user.email} to ${email}: ${reason}`,
    ]);
  });

  it('corrects a name without touching sessions or verification', async () => {
    const user = await app.createUser({ password: testPassword });
    const { client } = await signIn(user);
    await users().edit(await edited(user, { firstName: 'Diana' }));
    expect(JSON.parse((await client.request('GET', '/api/user')).body)).toMatchObject({ firstName: 'Diana' });
    expect((await emailsTo(user.email)).map(({ kind }) => kind)).toEqual(['new_sign_in']);
    expect((await audited(user)).map(({ action }) => action)).toEqual(['user.renamed']);
  });

  it('rejects an email address in use, and an edit of an account that another admin has just edited', async () => {
    const [user, other] = [await app.createUser(), await app.createUser()];
    await expect(
      users().edit(await edited(user, { email: other.email.toUpperCase() })),
    ).rejects.toMatchObject({
      cause: expect.objectContaining({
        code: 'invalid_input',
        fields: { email: 'Another account has this email address' },
      }),
    });
    const first = await edited(user, { firstName: 'First' });
    const second = await edited(user, { firstName: 'Second' });
    await users().edit(first);
    await expect(users().edit(second)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await users().get({ id: user.userId })).account.firstName).toBe('First');
  });
});

it('an admin can send a student a password link at most once a minute, and only if the account is not suspended', async () => {
  const user = await app.createUser({ password: testPassword });
  await users().sendResetLink({ id: user.userId });
  const [sent] = await emailsTo(user.email);
  const [, token = ''] = /reset-password\?token=([\w-]{43})/.exec(sent?.body_text ?? '') ?? [];
  await expect(users().sendResetLink({ id: user.userId })).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  });
  await app.caller(null).security.resetPassword({ token, newPassword: 'another horse battery' });
  expect((await signIn(user)).statusCode).toBe(401);
  expect((await audited(user)).map(({ action }) => action)).toEqual(['user.reset_link_sent']);
  await users().suspend({ id: user.userId, reason });
  await expect(users().sendResetLink({ id: user.userId })).rejects.toMatchObject({ code: 'CONFLICT' });
});

describe('deleting an account', () => {
  const account = async ({ userId }: TestUser) => (await users().get({ id: userId })).account;

  it('can be withdrawn by an admin, or by the student with the link in the email', async () => {
    const user = await app.createUser({ password: testPassword });
    const { client } = await signIn(user);
    await users().delete({ id: user.userId, reason });
    expect((await client.request('GET', '/api/user')).statusCode).toBe(401);
    expect((await account(user)).accountState).toBe('leaving');
    await expect(users().delete({ id: user.userId, reason })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(users().edit(await edited(user, { email: 'x@example.test' }))).rejects.toMatchObject({
      cause: expect.objectContaining({ fields: { email: expect.stringContaining('cancel') } }),
    });
    await users().withdrawDeletion({ id: user.userId, reason });
    expect((await signIn(user)).statusCode).toBe(200);
    await expect(users().withdrawDeletion({ id: user.userId, reason })).rejects.toMatchObject({
      code: 'CONFLICT',
    });

    await users().delete({ id: user.userId, reason });
    const email = (await emailsTo(user.email)).at(-1)?.body_text ?? '';
    expect(email).toContain('We are deleting your account');
    const [, token = ''] = /undo-deletion\?token=([\w-]{43})/.exec(email) ?? [];
    await app.caller(null).privacy.undoDeletion({ token });
    expect((await account(user)).accountState).toBe('active');
    expect((await audited(user)).map(({ action }) => action)).toEqual([
      'user.deletion_requested',
      'user.deletion_undone',
      'user.deletion_requested',
    ]);
  });

  it('erases the account after fourteen days', async () => {
    const user = await app.createUser({ password: testPassword });
    const { dueAt } = await users().delete({ id: user.userId, reason });
    expect(Date.parse(dueAt) - app.deps.now().getTime()).toBeCloseTo(14 * 24 * 60 * 60_000, -5);
    app.clock.advance(14 * 24 * 60 * 60_000 + 1000);
    expect(await finishDeletions(app.deps)).toBe(1);
    await expect(users().get({ id: user.userId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('leaves one admin when two admins delete each other concurrently', async () => {
    const [one, other] = [await app.createUser({ role: 'admin' }), await app.createUser({ role: 'admin' })];
    const results = await Promise.allSettled([
      app.caller(one).admin.users.delete({ id: other.userId, reason }),
      app.caller(other).admin.users.delete({ id: one.userId, reason }),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

it('a user’s id may be in capital letters in requests of the user and of an admin', async () => {
  const user = await app.createUser();
  const names = { id: user.userId.toUpperCase(), firstName: 'Refund', lastName: 'Team' };
  const renamed = { ...names, id: user.userId };
  expect(await app.caller(user).profile.updateNames(names)).toMatchObject(renamed);
  expect(await app.caller(admin).profile.updateNames(names)).toMatchObject(renamed);
  const entries = await auditEntries(app, { action: 'user.renamed', about_user_id: user.userId });
  expect(entries).toMatchObject([{ subject_id: user.userId }]);
});

it('a user whose name is already stored, because the response was lost, can save it again', async () => {
  const user = await app.createUser({ firstName: 'Ada', lastName: 'Moss' });
  const { profile } = app.caller(user);
  const change = { id: user.userId, firstName: 'Ada', lastName: 'Lee' };
  const seen = { firstName: 'Ada', lastName: 'Moss' };
  for (const _ of ['lost', 'again']) {
    expect(await profile.updateNames({ ...change, seen })).toMatchObject(change);
  }
  await expect(profile.updateNames({ ...change, lastName: 'Typed', seen })).rejects.toMatchObject({
    cause: { code: 'conflict' },
  });
});

describe('renaming another user', () => {
  it('requires a caller who has authenticated recently and is still an admin', async () => {
    const user = await app.createUser();
    const demoted = await app.createUser({ role: 'admin', password: testPassword });
    const names = { id: user.userId, firstName: 'Refund', lastName: 'Team' };
    const rename = (changes: object) => app.caller({ ...demoted, ...changes }).profile.updateNames(names);
    await expect(rename({ confirmedAt: undefined })).rejects.toMatchObject({
      cause: expect.objectContaining({ code: 'step_up_required' }),
    });
    const other = await app.createUser({ role: 'admin', password: testPassword });
    await app.caller(other).admin.users.setRole({ id: demoted.userId, role: 'user', reason });
    await expect(rename({ role: 'admin' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const { account } = await app.caller(other).admin.users.get({ id: user.userId });
    expect(account.firstName).not.toBe('Refund');
  });
});
