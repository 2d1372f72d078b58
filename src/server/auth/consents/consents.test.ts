import { expect, test } from 'vitest';
import { legalVersions } from '../../../shared/profile/legal-versions.ts';
import { httpClient, registration } from '../../../testing/http-client.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';

const app = setUpTestApp();

const consents = () => app.deps.db.selectFrom('consents').selectAll().orderBy('kind').execute();

test('registration records the consent to both legal texts, with version, wording, time and IP address', async () => {
  const now = new Date('2026-11-21T10:00:00Z');
  app.clock.set(now);
  const client = httpClient(app.app);
  const input = registration();
  const response = await client.request('POST', '/api/register', input);
  expect(response.statusCode, response.body).toBe(201);
  const common = {
    user_id: response.json().id,
    statement: 'By creating an account you accept the Terms of Service and the Privacy Policy.',
    ip: '127.0.0.1',
  };
  const written = await consents();
  expect(written).toMatchObject([
    { ...common, kind: 'privacy', version: legalVersions.privacy },
    { ...common, kind: 'terms', version: legalVersions.terms },
  ]);
  expect(written.map((row) => Date.parse(row.given_at))).toEqual([now.getTime(), now.getTime()]);

  const again = await client.request('POST', '/api/register', input);
  expect(again.statusCode).toBe(409);
  expect(await consents()).toHaveLength(2);
});

test('a user who accepted an earlier version of a built-in text is asked to accept the current version', async () => {
  const user = await app.createUser();
  const { consents: ownConsents } = app.caller(user);
  const consent = { user_id: user.userId, statement: 'I accept.', given_at: app.deps.now(), ip: null };
  await app.deps.db
    .insertInto('consents')
    .values([
      { ...consent, kind: 'terms', version: legalVersions.terms },
      { ...consent, kind: 'privacy', version: '2026-11-01' },
    ])
    .execute();
  expect(await ownConsents.pending()).toEqual([{ text: 'privacy', version: legalVersions.privacy }]);
});

test('a registration is rejected if a legal text has changed since the form was opened, until the form shows the new version', async () => {
  const texts = await app.caller(null).consents.inEffect();
  expect(texts).toEqual([
    { text: 'terms', version: legalVersions.terms },
    { text: 'privacy', version: legalVersions.privacy },
  ]);
  const confirmedAt = app.deps.now().toISOString();
  const admin = { ...(await app.createUser({ role: 'admin' })), confirmedAt };
  await app.caller(admin).admin.legalTexts.publish({
    document: 'terms',
    body: '## One\n\nThe new terms of {academy}.',
    version: legalVersions.terms,
    needsAcceptance: false,
  });
  const client = httpClient(app.app);
  const input = registration();
  const before = await consents();
  const rejected = await client.request('POST', '/api/register', { ...input, texts });
  const message =
    'The Terms of Service changed in the meantime. Read the new version, then create your account.';
  expect(rejected.statusCode).toBe(409);
  expect(rejected.json()).toMatchObject({ code: 'conflict', message, fields: { texts: message } });
  expect(await consents()).toEqual(before);

  const shown = await app.caller(null).consents.inEffect();
  const accepted = await client.request('POST', '/api/register', { ...input, texts: shown });
  expect(accepted.statusCode, accepted.body).toBe(201);
  const rows = (await consents()).filter(({ user_id: userId }) => userId === accepted.json().id);
  expect(rows.map(({ kind: text, version }) => ({ text, version }))).toEqual(shown.toReversed());
});
