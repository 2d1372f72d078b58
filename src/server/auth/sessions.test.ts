import { beforeAll, describe, expect, it } from 'vitest';
import { dayMs, minuteMs } from '../../shared/durations.ts';
import { waitForLockWaiters } from '../../testing/lock-waiters.ts';
import { changeUser } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { saveSettings } from '../settings/settings.operations.ts';
import { endSession, resumeSession, startSession, sweepSessions } from './sessions.operations.ts';
import { extendSession } from './sessions.queries.ts';

const start = Date.parse('2026-11-21T12:00:00.000Z');
const metadata = { ip: '203.0.113.7', requestId: 'test', userAgent: 'Firefox' };

const app = setUpTestApp();
let settingsAdmin: TestUser & { role: 'admin' };

beforeAll(async () => {
  app.clock.set(new Date(start));
  settingsAdmin = { ...(await app.createUser({ role: 'admin' })), role: 'admin' };
});

const at = (time: number) => app.clock.set(new Date(time));
const begin = (user: TestUser, overrides: { userAgent?: null } = {}) =>
  accountOf(user).then((account) =>
    startSession(app.deps, app.deps.db, account, { ...metadata, ...overrides }, app.deps.now()),
  );
const accountOf = (user: TestUser) =>
  app.deps.db.selectFrom('users').selectAll().where('id', '=', user.userId).executeTakeFirstOrThrow();
const resume = (sid: string) => resumeSession(app.deps, sid);
const rowsOf = (user: TestUser) =>
  app.deps.db.selectFrom('sessions').selectAll().where('user_id', '=', user.userId).execute();
const setUser = (
  user: TestUser,
  changes: Partial<
    Record<
      'suspended_at' | 'deleted_at' | 'deletion_due_at' | 'two_factor_enabled_at' | 'password_refused_at',
      Date | null
    >
  >,
) => changeUser(app, user, changes);

describe('starting a session', () => {
  it('creates a random id, stores only its hash, and records the IP address and the browser of the login', async () => {
    at(start);
    const user = await app.createUser();
    const [first, second] = [await begin(user), await begin(user, { userAgent: null })];
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(second).not.toBe(first);
    const rows = await rowsOf(user);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(first);
    expect(rows.map(({ sess }) => sess)).toEqual([
      { userAgent: 'Firefox', ip: '203.0.113.7' },
      { userAgent: null, ip: '203.0.113.7' },
    ]);
    expect(rows[0]).toMatchObject({
      sid: expect.stringMatching(/^[0-9a-f]{64}$/),
      expire: new Date(start + 14 * dayMs).toISOString(),
      created_at: new Date(start).toISOString(),
    });
  });

  it('truncates the user agent to 300 characters', async () => {
    const user = await app.createUser();
    await startSession(
      app.deps,
      app.deps.db,
      await accountOf(user),
      { ...metadata, userAgent: 'x'.repeat(5_000) },
      new Date(start),
    );
    expect((await rowsOf(user))[0]?.sess).toMatchObject({ userAgent: 'x'.repeat(300) });
  });

  it('updates last_seen_at, but does not wait for a lock if the last update is recent', async () => {
    at(start);
    const { db } = app.deps;
    const user = await app.createUser();
    const seen = async () => {
      const users = db.selectFrom('users').select('last_seen_at').where('id', '=', user.userId);
      return Date.parse(String((await users.executeTakeFirst())?.last_seen_at));
    };
    await begin(user);
    expect(await seen()).toBe(start);
    at(start + 10 * minuteMs);
    const other = await app.deps.pool.connect();
    try {
      await other.query('begin');
      // A concurrent login takes this lock.
      await other.query('select from users where id = $1 for share', [user.userId]);
      await begin(user);
    } finally {
      await other.query('rollback');
      other.release();
    }
    expect(await rowsOf(user)).toHaveLength(2);
    expect(await seen()).toBe(start);
    at(start + 10 * minuteMs + 1);
    await begin(user);
    expect(await seen()).toBe(start + 10 * minuteMs + 1);
  });

  it('starting a session fails if the password or the second factor has changed since it was checked, or the account was suspended or scheduled for deletion', async () => {
    at(start);
    const { db, pool } = app.deps;
    const changes = [
      "password_hash = 'another'",
      "two_factor_enabled_at = '2026-11-21T12:00:00Z'",
      'two_factor_enabled_at = null',
      "suspended_at = '2026-11-21T12:00:00Z'",
      "deletion_due_at = '2026-11-28T12:00:00Z'",
    ];
    for (const change of changes) {
      const user = await app.createUser();
      if (change.endsWith('null')) await setUser(user, { two_factor_enabled_at: new Date(start) });
      const account = await accountOf(user);
      const changing = await pool.connect();
      try {
        await changing.query('begin');
        await changing.query(`update users set ${change} where id = $1`, [user.userId]);
        await changing.query('delete from sessions where user_id = $1', [user.userId]);
        const login = startSession(app.deps, db, account, metadata, app.deps.now()).catch((error) => error);
        // `startSession` waits until the change is committed.
        await waitForLockWaiters(app.deps.db);
        await changing.query('commit');
        expect(await login).toMatchObject({ code: 'invalid_credentials' });
      } finally {
        changing.release();
      }
      expect(await rowsOf(user)).toEqual([]);
    }
  });

  it('a session identifies the user and states when the user last authenticated', async () => {
    at(start);
    const user = await app.createUser();
    const sid = await begin(user);
    expect(await resume(sid)).toEqual({
      userId: user.userId,
      role: 'user',
      sessionId: (await rowsOf(user))[0]?.id,
      confirmedAt: new Date(start).toISOString(),
    });
    await app.deps.db
      .updateTable('sessions')
      .set({ confirmed_at: null })
      .where('user_id', '=', user.userId)
      .execute();
    expect(await resume(sid)).not.toHaveProperty('confirmedAt');
    expect(await resume(`${sid}x`)).toBeNull();
    expect(await resume('')).toBeNull();
  });
});

describe('a session in use', () => {
  it('a session is updated at most every ten minutes, and then expires 14 days after the update', async () => {
    at(start);
    const user = await app.createUser();
    const sid = await begin(user);
    const seen = async () => {
      const [row] = await rowsOf(user);
      return { expire: Date.parse(String(row?.expire)), seen: Date.parse(String(row?.last_seen_at)) };
    };
    at(start + 10 * minuteMs);
    await resume(sid);
    expect(await seen()).toEqual({ expire: start + 14 * dayMs, seen: start });
    at(start + 10 * minuteMs + 1);
    await resume(sid);
    expect(await seen()).toEqual({
      expire: start + 10 * minuteMs + 1 + 14 * dayMs,
      seen: start + 10 * minuteMs + 1,
    });
    const person = await app.deps.db
      .selectFrom('users')
      .select('last_seen_at')
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow();
    expect(Date.parse(String(person.last_seen_at))).toBe(start + 10 * minuteMs + 1);
  });

  it('a session expires exactly 14 days after its last use', async () => {
    at(start);
    const sid = await begin(await app.createUser());
    at(start + 14 * dayMs);
    expect(await resume(sid)).toBeNull();
    at(start + 14 * dayMs - 1);
    expect(await resume(sid)).not.toBeNull();
  });

  it('a session expires after 60 days, regardless of use', async () => {
    at(start);
    const user = await app.createUser();
    const sid = await begin(user);
    for (let passed = 13; passed < 60; passed += 13) {
      at(start + passed * dayMs);
      expect(await resume(sid), `day ${passed}`).not.toBeNull();
    }
    expect((await rowsOf(user))[0]?.expire).toBe(new Date(start + 60 * dayMs).toISOString());
    at(start + 60 * dayMs - 1);
    expect(await resume(sid)).not.toBeNull();
    at(start + 60 * dayMs);
    expect(await resume(sid)).toBeNull();
  });

  it.each(['suspended_at', 'deleted_at', 'deletion_due_at'] as const)(
    'a session is rejected while the account’s %s is set',
    async (column) => {
      at(start);
      const [user, other] = [await app.createUser(), await app.createUser()];
      const [sid, others] = [await begin(user), await begin(other)];
      await setUser(user, { [column]: new Date(start) });
      expect(await Promise.all([resume(sid), resume(others)])).toMatchObject([
        null,
        { userId: other.userId },
      ]);
      await setUser(user, { [column]: null });
      expect(await resume(sid)).toMatchObject({ userId: user.userId });
    },
  );
});

describe('ending a session', () => {
  it('ending a session invalidates only that session', async () => {
    at(start);
    const user = await app.createUser();
    const [here, there] = [await begin(user), await begin(user)];
    await endSession(app.deps, 'not a session');
    expect(await resume(here)).not.toBeNull();
    await Promise.all(Array.from({ length: 20 }, () => endSession(app.deps, here)));
    expect(await resume(here)).toBeNull();
    expect(await resume(there)).not.toBeNull();
  });

  it('extending a session that has just ended does not update last_seen_at', async () => {
    at(start);
    const user = await app.createUser();
    await extendSession(app.deps.db, 'already ended', new Date(start + dayMs), new Date(start + minuteMs));
    const { last_seen_at: seen } = await app.deps.db
      .selectFrom('users')
      .select('last_seen_at')
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow();
    expect(seen).toBeNull();
  });

  it('the job for expired sessions deletes a session when it expires, and not before', async () => {
    at(start);
    const [old, young] = [await app.createUser(), await app.createUser()];
    await begin(old);
    at(start + 1);
    await begin(young);
    at(start + 14 * dayMs - 1);
    await sweepSessions(app.deps);
    expect(await rowsOf(old)).toHaveLength(1);
    at(start + 14 * dayMs);
    expect(await sweepSessions(app.deps)).toBeGreaterThan(0);
    expect(await rowsOf(old)).toEqual([]);
    expect(await rowsOf(young)).toHaveLength(1);
  });
});

describe('the session of an admin', () => {
  const set = (key: 'requireAdminTwoFactor' | 'passwordPolicy', value: string | boolean) =>
    saveSettings(
      app.deps,
      { ...settingsAdmin, confirmedAt: app.deps.now().toISOString() },
      [{ key, value }],
      metadata,
    );

  it('if a second factor is required, an admin without one has no admin rights', async () => {
    at(start);
    const admin = await app.createUser({ role: 'admin' });
    const [sid, student] = [await begin(admin), await begin(await app.createUser())];
    await set('requireAdminTwoFactor', false);
    expect(await resume(sid)).toMatchObject({ role: 'admin' });
    expect(await resume(sid)).not.toHaveProperty('awaitsTwoFactor');
    await set('requireAdminTwoFactor', true);
    try {
      expect(await resume(sid)).toMatchObject({ role: 'user', awaitsTwoFactor: true });
      expect(await resume(student)).not.toHaveProperty('awaitsTwoFactor');
      await setUser(admin, { two_factor_enabled_at: new Date(start) });
      expect(await resume(sid)).toMatchObject({ role: 'admin' });
      expect(await resume(sid)).not.toHaveProperty('awaitsTwoFactor');
    } finally {
      await set('requireAdminTwoFactor', false);
    }
  });

  it('an admin whose password the strict policy rejects has no admin rights', async () => {
    at(start);
    const admin = await app.createUser({ role: 'admin' });
    const sid = await begin(admin);
    await setUser(admin, { password_refused_at: new Date(start) });
    await set('passwordPolicy', 'standard');
    expect(await resume(sid)).toMatchObject({ role: 'admin' });
    await set('passwordPolicy', 'strict');
    try {
      expect(await resume(sid)).toMatchObject({ role: 'user', awaitsPassword: true });
      // A second factor does not make up for the password.
      await setUser(admin, { two_factor_enabled_at: new Date(start) });
      expect(await resume(sid)).toMatchObject({ role: 'user', awaitsPassword: true });
      await set('requireAdminTwoFactor', true);
      expect(await resume(sid)).not.toHaveProperty('awaitsTwoFactor');
      await setUser(admin, { password_refused_at: null });
      expect(await resume(sid)).toMatchObject({ role: 'admin' });
    } finally {
      await set('requireAdminTwoFactor', false);
      await set('passwordPolicy', 'standard');
    }
  });

  describe('during impersonation', () => {
    async function impersonate() {
      at(start);
      const [admin, student] = [await app.createUser({ role: 'admin' }), await app.createUser()];
      const sid = await begin(admin);
      const { id: impersonationId } = await app.deps.db
        .insertInto('account_views')
        .values({
          user_id: student.userId,
          admin_id: admin.userId,
          reason: 'They cannot see it',
          started_at: new Date(start),
          ends_at: new Date(start + 30 * minuteMs),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await app.deps.db
        .updateTable('sessions')
        .set({ viewing_id: impersonationId })
        .where('user_id', '=', admin.userId)
        .execute();
      return { admin, student, sid, impersonationId };
    }
    const own = (admin: TestUser) => ({ userId: admin.userId, role: 'admin' });

    it('the session has the student’s identity, without the admin’s recent authentication', async () => {
      const { admin, student, sid, impersonationId } = await impersonate();
      expect(await resume(sid)).toEqual({
        userId: student.userId,
        role: 'user',
        sessionId: (await rowsOf(admin))[0]?.id,
        impersonation: {
          id: impersonationId,
          adminId: admin.userId,
          endsAt: new Date(start + 30 * minuteMs).toISOString(),
        },
      });
    });

    it('the session returns to the admin when the impersonation expires or is ended', async () => {
      const { admin, sid, impersonationId } = await impersonate();
      at(start + 30 * minuteMs - 1);
      expect(await resume(sid)).toHaveProperty('impersonation');
      at(start + 30 * minuteMs);
      expect(await resume(sid)).toMatchObject(own(admin));
      expect(await resume(sid)).not.toHaveProperty('impersonation');
      at(start);
      await app.deps.db
        .updateTable('account_views')
        .set({ ended_at: new Date(start) })
        .where('id', '=', impersonationId)
        .execute();
      expect(await resume(sid)).toMatchObject(own(admin));
    });

    it('the session returns to the admin when the student is deleted or becomes an admin', async () => {
      const { admin, student, sid } = await impersonate();
      await setUser(student, { deleted_at: new Date(start) });
      expect(await resume(sid)).toMatchObject(own(admin));
      await setUser(student, { deleted_at: null });
      expect(await resume(sid)).toHaveProperty('impersonation');
      await changeUser(app, student, { role: 'admin' });
      expect(await resume(sid)).toMatchObject(own(admin));
    });

    it.each(['suspended_at', 'deletion_due_at'] as const)(
      'the impersonation continues when the student’s %s is set',
      async (column) => {
        const { student, sid } = await impersonate();
        await setUser(student, { [column]: new Date(start) });
        expect(await resume(sid)).toHaveProperty('impersonation');
      },
    );

    it('the impersonation ends when the admin loses admin rights', async () => {
      const { admin, sid } = await impersonate();
      await changeUser(app, admin, { role: 'user' });
      expect(await resume(sid)).toMatchObject({ userId: admin.userId, role: 'user' });
      await changeUser(app, admin, { role: 'admin' });
      await set('requireAdminTwoFactor', true);
      try {
        expect(await resume(sid)).toMatchObject({ userId: admin.userId, awaitsTwoFactor: true });
      } finally {
        await set('requireAdminTwoFactor', false);
      }
    });
  });
});
