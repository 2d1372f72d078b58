import { afterAll, beforeAll, expect, it } from 'vitest';
import { legalVersions } from '../../../shared/profile/legal-versions.ts';
import { legalOriginals } from '../../../shared/site-texts/legal-texts.ts';
import { httpClient, registration } from '../../../testing/http-client.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

let test: TestApp;
let admin: TestUser;
beforeAll(async () => {
  test = await createTestApp();
  test.clock.set(new Date('2026-12-01T10:00:00Z'));
  admin = await test.createUser({ role: 'admin' });
  admin = { ...admin, confirmedAt: test.deps.now().toISOString() };
});
afterAll(() => test.close());

const firstText = '## One\n\nThe terms of {academy}.';
const secondText = '## One\n\nThe new terms of {academy}.';
const publish = (body: string, version: string, needsAcceptance: boolean, actor: TestUser = admin) =>
  test.caller(actor).admin.legalTexts.publish({ document: 'terms', body, version, needsAcceptance });
const current = () => test.caller(null).settings.legalText({ document: 'terms' });

async function register(email: string): Promise<TestUser> {
  const answer = await httpClient(test.app).request('POST', '/api/register', { ...registration(), email });
  expect(answer.statusCode, answer.body).toBe(201);
  return { userId: answer.json<{ id: string }>().id, role: 'user', email };
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

it('each published version stays with its date, and what each user agreed to can be read', async () => {
  expect(await current()).toEqual({
    document: 'terms',
    version: legalVersions.terms,
    body: legalOriginals.terms,
    hasEarlier: false,
  });
  const early = await register('early@example.test');

  // A small change: nobody is asked again.
  const first = await publish(firstText, legalVersions.terms, false);
  expect(first).toMatchObject({ version: '2026-12-01.0002', body: firstText, hasEarlier: true });
  expect(await current()).toEqual(first);
  expect(await pending(early)).toEqual([]);
  test.clock.advance(1_000);
  const between = await register('between@example.test');

  // A change that matters: everyone is asked, but those who have accepted this version.
  test.clock.advance(1_000);
  const second = await publish(secondText, first.version, true);
  test.clock.advance(1_000);
  const late = await register('late@example.test');
  expect(await pending(late)).toEqual([]);
  const asked = { text: 'terms' as const, version: second.version };
  expect(await pending(early)).toEqual([asked]);
  expect(await pending(between)).toEqual([asked]);
  await expect(
    test.caller(early).consents.accept({ texts: [{ text: 'terms', version: first.version }] }),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
  test.clock.advance(1_000);
  await test.caller(early).consents.accept({ texts: [asked] });
  expect(await pending(early)).toEqual([]);

  const versions = await test.caller(null).settings.legalVersions({ document: 'terms' });
  expect(versions.map(({ version }) => version)).toEqual([
    second.version,
    first.version,
    legalVersions.terms,
  ]);
  const bodyOf = new Map(versions.map(({ version, body }) => [version, body]));
  const texts = async (user: TestUser) => (await acceptedBy(user)).map((version) => bodyOf.get(version));
  expect(await texts(early)).toEqual([legalOriginals.terms, secondText]);
  expect(await texts(between)).toEqual([firstText]);
  expect(await texts(late)).toEqual([secondText]);

  // The original again is a version, too.
  const third = await publish(legalOriginals.terms, second.version, false);
  expect(third).toMatchObject({ body: legalOriginals.terms, hasEarlier: true });
  const audit = await test.deps.db
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('action', '=', 'legal_text.published')
    .orderBy('id')
    .execute();
  expect(audit).toEqual([
    { actor_id: admin.userId, details: { version: first.version, needsAcceptance: false } },
    { actor_id: admin.userId, details: { version: second.version, needsAcceptance: true } },
    { actor_id: admin.userId, details: { version: third.version, needsAcceptance: false } },
  ]);
});

it('publishing needs a fresh proof of identity, a valid text, and the version that was read', async () => {
  const { version } = await current();
  const stale = { ...admin, confirmedAt: '2020-01-01T00:00:00Z' };
  await expect(publish(firstText, version, false, stale)).rejects.toMatchObject({
    cause: { code: 'step_up_required' },
  });
  await expect(publish('No heading for {academy}', version, false)).rejects.toMatchObject({
    cause: { fields: { body: expect.stringContaining('Begin with') } },
  });
  await expect(publish(legalOriginals.terms, version, false)).rejects.toMatchObject({
    cause: { fields: { body: 'This is the text that counts already' } },
  });
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, (_, index) => publish(`${firstText} ${index}`, version, false)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const rejected = results.filter((result) => result.status === 'rejected');
  expect(rejected.map(({ reason }) => reason.cause?.code)).toEqual(Array(4).fill('conflict'));
});
