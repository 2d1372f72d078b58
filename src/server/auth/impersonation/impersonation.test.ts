import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { impersonationMinutes } from '../../../shared/admin/impersonation.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { type HttpClient, signIn } from '../../../testing/http-client.ts';
import { waitForLockWaiters } from '../../../testing/lock-waiters.ts';
import { auditEntries } from '../../../testing/rows.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';
import { restCalls } from '../../http/rest/rest.ts';
import { readOnly } from '../../platform/db/read-only.ts';
import { appRouter } from '../../router.ts';

const kindOf = (name: string): string =>
  Reflect.get(Reflect.get(appRouter._def.procedures, name), '_def').type;
const procedures = Object.keys(appRouter._def.procedures);
const mutations = procedures.filter((name) => kindOf(name) === 'mutation');
const queries = procedures.filter((name) => kindOf(name) === 'query');

/** The only queries that an impersonation allows; all others fail with `read_only_view`. */
const allowedQueries = [
  'settings.texts',
  'settings.logos',
  'settings.legalText',
  'settings.legalVersions',
  'announcements.current',
  'auth.currentUser',
  'coaching.homework',
  'daily.archive',
  'daily.get',
  'drills.practice',
  'auth.me',
  'goals.day',
  'goals.list',
  'goals.studyDays',
  'goals.results',
  'hands.list',
  'hands.countMatches',
  'hands.quota',
  'hands.labels',
  'hands.academy',
  'goals.today',
  'leaks.map',
  'leaks.next',
  'learning.allNotes',
  'learning.continueReading',
  'learning.continueWhere',
  'learning.getSession',
  'learning.listNotes',
  'learning.listPlans',
  'learning.listSessions',
  'learning.notesFile',
  'learning.openReading',
  'learning.progress',
  'learning.search',
  'notifications.list',
  'notifications.unreadCount',
  'questions.newAnswers',
  'settings.public',
  'shop.getProduct',
  'shop.listLibrary',
  'shop.listProducts',
  'shop.cheapest',
  'shop.programSearches',
];

const test = setUpTestApp();
let admin: TestUser;
let adminClient: HttpClient;
let student: TestUser;

const call = (client: HttpClient, name: string, input: unknown = {}) =>
  kindOf(name) === 'query'
    ? client.request('GET', `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`)
    : client.request('POST', `/trpc/${name}`, input);
const codeOf = (response: { json(): { error?: { data: { code: string } } } }) =>
  response.json().error?.data.code;
const currentUser = async (client: HttpClient) => (await call(client, 'auth.me')).json().result.data;
const start = (client: HttpClient, id: string) =>
  call(client, 'admin.impersonation.start', { id, reason: 'They cannot see their session' });

beforeAll(async () => {
  admin = await test.createUser({ role: 'admin', password: testPassword, firstName: 'Olive' });
});
beforeEach(async () => {
  adminClient = await signIn(test.app, admin);
  student = await test.createUser({ password: testPassword, firstName: 'Dana' });
});

/** The contents of all tables except sessions and rate limits. */
async function everything(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('rate_limits', 'lasting_rate_limits', 'sessions')
    order by 1`.execute(test.deps.db);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(to_jsonb(t)::text, ',' order by to_jsonb(t)::text) as text from ${sql.table(name)} t`.execute(
      test.deps.db,
    );
    texts.push(`${name}: ${rows[0]?.text ?? ''}`);
  }
  return texts.join('\n');
}

describe('starting an impersonation', () => {
  it('an impersonation by an admin with recent authentication appears in the audit log and in the student’s profile', async () => {
    expect((await start(adminClient, student.userId)).statusCode).toBe(200);
    expect(await currentUser(adminClient)).toMatchObject({
      id: student.userId,
      role: 'user',
      firstName: 'Dana',
    });
    const { userId } = (await call(adminClient, 'impersonation.stop')).json().result.data;
    expect(userId).toBe(student.userId);
    expect(await currentUser(adminClient)).toMatchObject({ id: admin.userId, role: 'admin' });

    const entries = await auditEntries(test, { subject_id: student.userId });
    expect(entries).toMatchObject([
      { actor_id: admin.userId, action: 'user.viewed_as' },
      { actor_id: admin.userId, action: 'user.view_ended' },
    ]);
    // The reason that the admin entered can be erased with the account; an entry of the audit log cannot.
    expect(JSON.stringify(entries)).not.toContain('cannot see');
    const [own] = await test.caller(student).impersonation.mine();
    expect(own).toMatchObject({ startedAt: expect.any(String), endedAt: expect.any(String) });
    expect(JSON.stringify(own)).not.toContain('cannot see');
    const history = await test.caller(admin).admin.users.history({ id: student.userId });
    expect(history.items.find(({ action }) => action === 'user.viewed_as')).toMatchObject({
      byName: 'Olive Whitfield',
      note: 'They cannot see their session',
    });
  });

  it('an impersonation needs a reason', async () => {
    const response = await call(adminClient, 'admin.impersonation.start', {
      id: student.userId,
      reason: '  ',
    });
    expect(response.statusCode).toBe(400);
  });

  it('neither admins nor users who cannot log in can be impersonated', async () => {
    const colleague = await test.createUser({ role: 'admin' });
    expect((await start(adminClient, colleague.userId)).statusCode).toBe(409);
    expect((await start(adminClient, admin.userId)).statusCode).toBe(409);
    await test.caller(admin).admin.users.suspend({ id: student.userId, reason: 'abuse' });
    expect((await start(adminClient, student.userId)).statusCode).toBe(409);
    expect((await start(adminClient, '00000000-0000-4000-8000-000000000000')).statusCode).toBe(404);
  });
});

describe('during an impersonation', () => {
  it('each query in `allowedQueries` exists', () => {
    expect(mutations.length).toBeGreaterThan(60);
    expect(allowedQueries.filter((name) => !queries.includes(name))).toEqual([]);
  });

  it('each mutation except stop and logout is rejected and changes nothing', async () => {
    await start(adminClient, student.userId);
    const before = await everything();
    for (const name of mutations) {
      if (name === 'impersonation.stop' || name === 'auth.logout') continue;
      expect(codeOf(await call(adminClient, name)), name).toBe('read_only_view');
    }
    expect(await everything()).toBe(before);
  });

  it('queries that are not in `allowedQueries` are rejected, and those in it write nothing', async () => {
    const session = await test.deps.db
      .insertInto('products')
      .values({ type: 'session', product_number: 1, title: 'Rivers', price_cents: 0, is_free: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    await start(adminClient, student.userId);
    const before = await everything();
    const inputs: Record<string, unknown> = {
      'learning.getSession': { id: String(session.id) },
      'learning.listNotes': { kind: 'session', id: session.id },
      'learning.openReading': { kind: 'product', id: session.id },
      'learning.search': { q: 'river' },
      'goals.day': { date: '2026-11-20' },
      'goals.list': {},
      'shop.getProduct': { id: String(session.id) },
      'announcements.current': { signedIn: true },
      'settings.legalText': { document: 'terms' },
      'settings.legalVersions': { document: 'terms' },
      'hands.list': {},
    };
    for (const name of queries) {
      const response = await call(adminClient, name, inputs[name]);
      if (allowedQueries.includes(name))
        expect([200, 404], `${name}: ${response.body}`).toContain(response.statusCode);
      else expect(codeOf(response), name).toBe('read_only_view');
    }
    expect(await everything()).toBe(before);
  });

  it('a REST call other than logout is rejected if its procedure is not in `allowedQueries`', async () => {
    await start(adminClient, student.userId);
    for (const row of restCalls) {
      const url = row.path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000');
      if (row.procedure === 'auth.logout') continue;
      const response = await adminClient.request(row.method, url, row.method === 'GET' ? undefined : {});
      if (allowedQueries.includes(row.procedure)) expect(response.statusCode, url).not.toBe(403);
      else expect(response.json(), url).toMatchObject({ code: 'read_only_view' });
    }
  });

  it.each([
    '/objects/00000000-0000-4000-8000-000000000000',
    '/api/privacy/exports/00000000-0000-4000-8000-000000000000',
    '/api/admin/export-users',
    '/api/admin/export-users-csv',
    '/api/admin/export-purchases-csv',
    '/api/admin/export-payments-csv',
    '/api/admin/export-user-list-csv',
    '/api/admin/export-audit-csv',
  ])('GET %s returns 403 and writes nothing', async (path) => {
    await start(adminClient, student.userId);
    const before = await everything();
    const response = await adminClient.request('GET', path);
    expect(response.statusCode).toBe(403);
    expect(await everything()).toBe(before);
  });

  it('an impersonation expires, and ends when the student becomes an admin or the admin is suspended', async () => {
    await start(adminClient, student.userId);
    test.clock.advance((impersonationMinutes - 1) * minuteMs);
    expect(await currentUser(adminClient)).toMatchObject({
      id: student.userId,
      viewingUntil: expect.any(String),
    });
    // The remaining seconds are not rounded up, because a request after the end runs as the admin.
    const before = test.deps.now().getTime();
    const { viewingSecondsLeft, viewingUntil } = await currentUser(adminClient);
    expect(viewingSecondsLeft * 1_000).toBeLessThanOrEqual(Date.parse(viewingUntil) - before);
    test.clock.advance(minuteMs);
    expect((await currentUser(adminClient)).id).toBe(admin.userId);
    test.clock.advance(-impersonationMinutes * minuteMs);

    await start(adminClient, student.userId);
    const colleague = await test.createUser({ role: 'admin' });
    await test.caller(colleague).admin.users.setRole({ id: student.userId, role: 'admin', reason: 'hired' });
    expect((await currentUser(adminClient)).id).toBe(admin.userId);

    const other = await test.createUser();
    await start(adminClient, other.userId);
    await test.caller(colleague).admin.users.suspend({ id: admin.userId, reason: 'left' });
    expect(await currentUser(adminClient)).toBeNull();
    await test.caller(colleague).admin.users.unsuspend({ id: admin.userId, reason: 'back' });
  });

  it('an impersonation stays read-only if another admin suspends or deletes the student meanwhile', async () => {
    const colleague = test.caller(await test.createUser({ role: 'admin' })).admin.users;
    for (const close of [colleague.suspend, colleague.delete]) {
      const { userId } = await test.createUser();
      await start(adminClient, userId);
      await close({ id: userId, reason: 'abuse' });
      expect(await currentUser(adminClient)).toMatchObject({ id: userId, viewingUntil: expect.any(String) });
      const renaming = await call(adminClient, 'profile.updateNames', { firstName: 'Sam', lastName: 'O' });
      expect(renaming.statusCode).toBe(403);
      expect((await call(adminClient, 'impersonation.stop')).statusCode).toBe(200);
      expect((await currentUser(adminClient)).id).toBe(admin.userId);
    }
  });

  it('an expired impersonation keeps its end time when the admin starts another impersonation', async () => {
    await start(adminClient, student.userId);
    test.clock.advance(2 * impersonationMinutes * minuteMs);
    await call(adminClient, 'security.confirmIdentity', { password: testPassword });
    expect((await start(adminClient, student.userId)).statusCode).toBe(200);
    const own = await test.caller(student).impersonation.mine();
    test.clock.advance(-2 * impersonationMinutes * minuteMs);
    expect(own).toHaveLength(2);
    for (const { startedAt, endedAt } of own) {
      expect(Date.parse(endedAt) - Date.parse(startedAt)).toBe(impersonationMinutes * minuteMs);
    }
  });

  it('an impersonation applies only to the login session that started it; twenty concurrent requests start only one and end it once', async () => {
    const elsewhere = await signIn(test.app, admin);
    const responses = await Promise.all(Array.from({ length: 20 }, () => start(adminClient, student.userId)));
    expect(responses.map(({ statusCode }) => statusCode)).toContain(200);
    expect((await currentUser(elsewhere)).id).toBe(admin.userId);
    const open = await test.deps.db
      .selectFrom('account_views')
      .select('id')
      .where('user_id', '=', student.userId)
      .where('ended_at', 'is', null)
      .execute();
    expect(open).toHaveLength(1);
    await Promise.all(Array.from({ length: 20 }, () => call(adminClient, 'impersonation.stop')));
    const ended = await auditEntries(test, { subject_id: student.userId, action: 'user.view_ended' });
    expect(ended).toHaveLength(1);
  });

  it('starting an impersonation waits for a concurrent change of the admin’s sessions without a deadlock', async () => {
    const { db } = test.deps;
    // The lock order of a password change: first the account, then its sessions.
    const started = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', admin.userId).forUpdate().execute();
      const response = start(adminClient, student.userId);
      await waitForLockWaiters(db);
      await trx
        .updateTable('sessions')
        .set({ user_id: admin.userId })
        .where('user_id', '=', admin.userId)
        .execute();
      return { response };
    });
    expect((await started.response).statusCode).toBe(200);
  });

  it('logging out ends the admin’s session and the impersonation, and the audit log records the end of the impersonation', async () => {
    await start(adminClient, student.userId);
    test.clock.advance(minuteMs);
    expect((await call(adminClient, 'auth.logout')).statusCode).toBe(200);
    test.clock.advance(-minuteMs);
    expect(await currentUser(adminClient)).toBeNull();
    const [own] = await test.caller(student).impersonation.mine();
    const lasted = Date.parse(own?.endedAt ?? '') - Date.parse(own?.startedAt ?? '');
    expect(Math.round(lasted / minuteMs)).toBe(1);
    const ended = await auditEntries(test, { subject_id: student.userId, action: 'user.view_ended' });
    expect(ended).toMatchObject([{ actor_id: admin.userId }]);
  });
});

describe('readOnly', () => {
  it('a read-only database handle rejects each form of write and allows reads', async () => {
    const db = readOnly(test.deps.db);
    expect(readOnly(test.deps.db)).toBe(db);
    const { user_id } = { user_id: student.userId };
    const attempts = [
      () => db.updateTable('users').set({ city: 'x' }).where('id', '=', user_id).execute(),
      () => db.deleteFrom('users').where('id', '=', user_id).execute(),
      () =>
        db.insertInto('mail_preferences').values({ user_id, kind: 'kyc_received', enabled: true }).execute(),
      () => sql`update users set city = 'x' where id = ${user_id}`.execute(db),
      () => sql`update users person set city = 'x' where id = ${user_id}`.execute(db),
      () => sql`update ${sql.table('users')} set city = 'x' where id = ${user_id}`.execute(db),
      () =>
        db
          .with('gone', (trx) => trx.deleteFrom('users').where('id', '=', user_id).returning('id'))
          .selectFrom('gone')
          .selectAll()
          .execute(),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'read_only_view' });
    expect(await db.selectFrom('users').select('city').where('id', '=', user_id).execute()).toEqual([
      { city: null },
    ]);
    await sql`select from users where id = ${user_id} for no key update`.execute(db);
  });
});
