import { beforeAll, expect, it } from 'vitest';
import { legalVersions } from '../../../shared/profile/legal-versions.ts';
import { legalOriginals } from '../../../shared/site-texts/legal-texts.ts';
import { httpClient, registration } from '../../../testing/http-client.ts';
import { auditEntries } from '../../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';

const test = setUpTestApp();
let admin: TestUser;
beforeAll(async () => {
  test.clock.set(new Date('2026-12-01T10:00:00Z'));
  admin = await test.createUser({ role: 'admin' });
  admin = { ...admin, confirmedAt: test.deps.now().toISOString() };
});

const firstText = '## One\n\nThe terms of {academy}.';
const secondText = '## One\n\nThe new terms of {academy}.';
const publish = (body: string, version: string, needsAcceptance: boolean) =>
  test.caller(admin).admin.legalTexts.publish({ document: 'terms', body, version, needsAcceptance });
const freshAdmin = () => ({ ...admin, confirmedAt: test.deps.now().toISOString() });
const current = () => test.caller(null).settings.legalText({ document: 'terms' });

async function register(email: string): Promise<TestUser> {
  const response = await httpClient(test.app).request('POST', '/api/register', { ...registration(), email });
  expect(response.statusCode, response.body).toBe(201);
  return { userId: response.json<{ id: string }>().id, role: 'user', email };
}
const pending = (user: TestUser) => test.caller(user).consents.pending();
const acceptedBy = async (user: TestUser) => {
  const rows = await test.deps.db
    .selectFrom('consents')
    .select('version')
    .where('user_id', '=', user.userId)
    .where('kind', '=', 'terms')
    .orderBy('given_at')
    .execute();
  return rows.map(({ version }) => version);
};

it('each published version is kept with its date, so that users can read what they agreed to', async () => {
  expect(await current()).toEqual({
    document: 'terms',
    version: legalVersions.terms,
    body: legalOriginals.terms,
    // The durations that the text's placeholders stand for, such as {sessionDays}.
    session: test.deps.config.session,
    hasEarlier: false,
    next: null,
  });
  const firstUser = await register('early@example.test');

  // A small change: no user is asked again. A version is named by its first day and its number, here 2.
  const first = await publish(firstText, legalVersions.terms, false);
  expect(first).toMatchObject({ version: '2026-12-01.0002', body: firstText, hasEarlier: true });
  expect(await current()).toEqual(first);
  expect(await pending(firstUser)).toEqual([]);
  test.clock.advance(1_000);
  const secondUser = await register('between@example.test');

  // A change that requires acceptance: users are asked again, except those who have accepted this version.
  test.clock.advance(1_000);
  const second = await publish(secondText, first.version, true);
  test.clock.advance(1_000);
  const lastUser = await register('late@example.test');
  expect(await pending(lastUser)).toEqual([]);
  const toAccept = { text: 'terms' as const, version: second.version };
  expect(await pending(firstUser)).toEqual([toAccept]);
  expect(await pending(secondUser)).toEqual([toAccept]);
  await expect(
    test.caller(firstUser).consents.accept({ texts: [{ text: 'terms', version: first.version }] }),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
  test.clock.advance(1_000);
  await test.caller(firstUser).consents.accept({ texts: [toAccept] });
  expect(await pending(firstUser)).toEqual([]);

  const versions = await test.caller(null).settings.legalVersions({ document: 'terms' });
  expect(versions.map(({ version }) => version)).toEqual([
    second.version,
    first.version,
    legalVersions.terms,
  ]);
  const bodyOf = new Map(versions.map(({ version, body }) => [version, body]));
  const texts = async (user: TestUser) => (await acceptedBy(user)).map((version) => bodyOf.get(version));
  expect(await texts(firstUser)).toEqual([legalOriginals.terms, secondText]);
  expect(await texts(secondUser)).toEqual([firstText]);
  expect(await texts(lastUser)).toEqual([secondText]);

  // Publishing the original again also creates a version.
  const third = await publish(legalOriginals.terms, second.version, false);
  expect(third).toMatchObject({ body: legalOriginals.terms, hasEarlier: true });
  const audit = await auditEntries(test, { action: 'legal_text.published' });
  expect(audit.map(({ actor_id, details }) => ({ actor_id, details }))).toEqual([
    { actor_id: admin.userId, details: { version: first.version, needsAcceptance: false } },
    { actor_id: admin.userId, details: { version: second.version, needsAcceptance: true } },
    { actor_id: admin.userId, details: { version: third.version, needsAcceptance: false } },
  ]);
});

it('publishing requires a valid text and the name of the newest version', async () => {
  const { version } = await current();
  await expect(publish('No heading for {academy}', version, false)).rejects.toMatchObject({
    cause: { fields: { body: expect.stringContaining('Begin with') } },
  });
  await expect(publish(legalOriginals.terms, version, false)).rejects.toMatchObject({
    cause: { fields: { body: 'This text is already in effect' } },
  });
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, (_, index) => publish(`${firstText} ${index}`, version, false)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const rejected = results.filter((result) => result.status === 'rejected');
  expect(rejected.map(({ reason }) => reason.cause?.code)).toEqual(Array(4).fill('conflict'));
});

it('a version takes effect at midnight in the academy’s time zone, and is announced until then', async () => {
  await test.caller(admin).admin.settings.update([{ key: 'timeZone', value: 'Pacific/Auckland' }]);
  const privacy = () => test.caller(null).settings.legalText({ document: 'privacy' });
  const plan = (input: { body: string; version: string; validOn?: string; needsAcceptance?: boolean }) =>
    test.caller(freshAdmin()).admin.legalTexts.publish({
      document: 'privacy',
      needsAcceptance: false,
      ...input,
    });
  const pendingOf = async (user: TestUser) => (await pending(user)).filter(({ text }) => text === 'privacy');
  const acceptedPrivacy = async (user: TestUser) => {
    const rows = await test.deps.db
      .selectFrom('consents')
      .select('version')
      .where('user_id', '=', user.userId)
      .where('kind', '=', 'privacy')
      .execute();
    return rows.map(({ version }) => version);
  };
  const firstUser = await register('planned-early@example.test');
  const { version: original, body: originalBody } = await privacy();

  // It is 23:30 on 1 December in UTC, and 12:30 on 2 December in Auckland.
  test.clock.set(new Date('2026-12-01T23:30:00Z'));
  for (const validOn of ['2026-12-01', '2026-12-02']) {
    await expect(plan({ body: firstText, version: original, validOn })).rejects.toMatchObject({
      cause: { fields: { validOn: 'Choose a day after today, 2 Dec 2026, or leave it empty' } },
    });
  }
  const planned = await plan({
    body: firstText,
    version: original,
    validOn: '2026-12-10',
    needsAcceptance: true,
  });
  const next = { version: '2026-12-10.0002', validOn: '2026-12-10', body: firstText, needsAcceptance: true };
  expect(planned).toEqual({
    document: 'privacy',
    version: original,
    body: originalBody,
    session: test.deps.config.session,
    hasEarlier: false,
    next,
  });

  // Until the last moment, the previous version is in effect, and new users accept that one.
  test.clock.set(new Date('2026-12-09T10:59:59.999Z'));
  expect(await privacy()).toEqual(planned);
  expect(await pendingOf(firstUser)).toEqual([]);
  const secondUser = await register('planned-between@example.test');
  expect(await acceptedPrivacy(secondUser)).toEqual([original]);
  await expect(
    test.caller(firstUser).consents.accept({ texts: [{ text: 'privacy', version: next.version }] }),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await test.caller(null).settings.legalVersions({ document: 'privacy' })).toHaveLength(1);

  test.clock.set(new Date('2026-12-09T11:00:00Z'));
  expect(await privacy()).toMatchObject({
    version: next.version,
    body: firstText,
    hasEarlier: true,
    next: null,
  });
  const toAccept = { text: 'privacy' as const, version: next.version };
  expect(await pendingOf(firstUser)).toEqual([toAccept]);
  expect(await pendingOf(secondUser)).toEqual([toAccept]);
  const lastUser = await register('planned-late@example.test');
  expect(await acceptedPrivacy(lastUser)).toEqual([next.version]);
  await test.caller(firstUser).consents.accept({ texts: [toAccept] });
  expect(await pendingOf(firstUser)).toEqual([]);
  const versions = await test.caller(null).settings.legalVersions({ document: 'privacy' });
  expect(versions.map(({ version, publishedAt }) => [version, publishedAt])).toEqual([
    [next.version, '2026-12-09T11:00:00.000Z'],
    [original, `${original}T00:00:00.000Z`],
  ]);
});

it('a new version replaces a planned one, which then never takes effect', async () => {
  const read = () => test.caller(null).settings.legalText({ document: 'privacy' });
  const plan = (body: string, version: string, validOn?: string) =>
    test.caller(freshAdmin()).admin.legalTexts.publish({
      document: 'privacy',
      needsAcceptance: true,
      body,
      version,
      validOn,
    });
  const user = await register('replaced@example.test');
  const before = await read();
  const planned = await plan(`${secondText} Planned.`, before.version, '2026-12-20');
  const plannedVersion = planned.next?.version ?? '';
  // An admin who has not read the planned version gets a conflict.
  await expect(plan('## One\n\n{academy} stale.', before.version)).rejects.toMatchObject({
    cause: { code: 'conflict' },
  });
  const postponed = await plan(`${secondText} Planned.`, plannedVersion, '2026-12-24');
  expect(postponed.next).toMatchObject({ version: '2026-12-24.0004', validOn: '2026-12-24' });
  test.clock.set(new Date('2026-12-22T12:00:00Z'));
  expect(await read()).toMatchObject({ version: before.version, body: before.body });

  // Publishing the text in effect withdraws the planned one, and asks nobody to accept it again.
  const withdrawn = await plan(before.body, '2026-12-24.0004');
  expect(withdrawn).toMatchObject({ body: before.body, next: null });
  test.clock.set(new Date('2026-12-30T12:00:00Z'));
  expect(await read()).toEqual(withdrawn);
  const versions = await test.caller(null).settings.legalVersions({ document: 'privacy' });
  expect(versions.map(({ version }) => version)).not.toContain(plannedVersion);
  expect((await pending(user)).filter(({ text }) => text === 'privacy')).toEqual([]);
});
