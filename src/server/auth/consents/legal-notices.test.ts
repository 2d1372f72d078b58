import { beforeAll, expect, it } from 'vitest';
import { legalVersions } from '../../../shared/profile/legal-versions.ts';
import { addDays, localDay } from '../../../shared/time-zone.ts';
import { httpClient, registration } from '../../../testing/http-client.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import { createHandlers } from '../../job-handlers.ts';

const test = setUpTestApp();
let admin: TestUser;
beforeAll(async () => {
  admin = await test.createUser({ role: 'admin', firstName: 'Olive', lastName: 'Hart' });
  const people = Array.from({ length: 230 }, (_, index) => ({
    email: `student-${index}@example.test`,
    password_hash: '$argon2id$no-password',
    first_name: 'Student',
    last_name: String(index),
  }));
  await test.deps.db.insertInto('users').values(people).execute();
});

const today = () => test.deps.now().toISOString().slice(0, 10);
const notice = (change: object = {}) => ({
  document: 'terms' as const,
  summary: 'We may now close accounts that were not used for three years.',
  effectiveOn: today(),
  ...change,
});
const emails = () =>
  test.deps.db.selectFrom('mail_messages').selectAll().where('kind', '=', 'legal_notice').execute();
const noticeJobs = async () => {
  const { rows } = await test.deps.pool.query(
    `select id from pgboss.job where name = 'send-legal-notice' and state = 'created'`,
  );
  return rows.length;
};

it('a legal notice must have a summary, and must take effect between today and a year from now', async () => {
  const send = (change: object) => test.caller(admin).admin.consents.sendNotice(notice(change));
  await expect(send({ summary: ' new ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(send({ effectiveOn: '2020-01-01' })).rejects.toMatchObject({
    message: expect.stringContaining('today or a later day'),
  });
  await expect(send({ effectiveOn: '2099-01-01' })).rejects.toMatchObject({
    cause: { fields: { effectiveOn: 'Choose a day within a year' } },
  });
  expect((await test.caller(admin).admin.consents.notices()).notices).toEqual([]);
});

it.each(['Pacific/Kiritimati', 'Etc/GMT+12'])(
  'a legal notice cannot take effect on a day that has ended in the academy’s time zone, %s',
  async (timeZone) => {
    const { settings } = test.caller(admin).admin;
    await settings.update([{ key: 'timeZone', value: timeZone }]);
    const yesterday = addDays(localDay(test.deps.now(), timeZone), -1);
    await expect(
      test.caller(admin).admin.consents.sendNotice(notice({ effectiveOn: yesterday })),
    ).rejects.toThrow('today or a later day');
    await settings.update([{ key: 'timeZone', value: 'UTC' }]);
  },
);

it('a legal notice is emailed to every user once, in batches, with one audit entry', async () => {
  const { recipients } = await test.caller(admin).admin.consents.notices();
  // The 230 students and the admin.
  expect(recipients).toBe(231);
  // The count of recipients is cached for a minute.
  test.deps.figures.clear();
  const sent = await test.caller(admin).admin.consents.sendNotice(notice());
  const [created] = sent.notices;
  const noticeId = created?.id ?? '';
  expect(created).toMatchObject({ recipients, emailed: 0, createdByName: 'Olive Hart', finishedAt: null });
  await expect(test.caller(admin).admin.consents.sendNotice(notice())).rejects.toMatchObject({
    code: 'CONFLICT',
  });

  // Users who register later accept the new text at registration.
  test.clock.advance(60_000);
  await test.createUser({ email: 'later@example.test' });
  await test.deps.db
    .updateTable('users')
    .set({ created_at: test.deps.now() })
    .where('email', '=', 'later@example.test')
    .execute();
  const run = createHandlers(test.deps)['send-legal-notice'];
  const progress: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    await run({ noticeId });
    progress.push((await emails()).length);
  }
  expect(progress).toEqual([200, 231]);
  expect(await noticeJobs()).toBe(2);
  // Running the job again does nothing.
  await Promise.all([run({ noticeId }), run({ noticeId })]);

  const all = await emails();
  expect(new Set(all.map(({ to_address }) => to_address)).size).toBe(231);
  expect(all.map(({ to_address }) => to_address)).not.toContain('later@example.test');
  expect(all[0]).toMatchObject({
    subject: 'A change to our Terms of Service',
    body_text: expect.stringContaining('not used for three years'),
  });
  expect(all[0]?.body_text).toContain('http://localhost:3000/terms-of-service');
  const after = await test.caller(admin).admin.consents.notices();
  expect(after.notices[0]).toMatchObject({ emailed: 231, finishedAt: expect.any(String) });
  const audit = await test.deps.db
    .selectFrom('audit_log')
    .select(['actor_id', 'subject_id', 'details'])
    .where('action', '=', 'legal_notice.sent')
    .execute();
  expect(audit).toEqual([
    {
      actor_id: admin.userId,
      subject_id: noticeId,
      details: { type: 'terms', from: notice().effectiveOn, users: 231 },
    },
  ]);
});

it('a repeated request creates no second legal notice, whether or not the emails of the first one were sent already', async () => {
  const id = '33333333-3333-4333-8333-333333333333';
  const { consents } = test.caller(admin).admin;
  const send = () => consents.sendNotice(notice({ id, summary: 'We moved to another company address.' }));
  await send();
  const run = createHandlers(test.deps)['send-legal-notice'];
  const alreadySent = { message: expect.stringContaining('This notice was sent already') };
  await expect(send()).rejects.toMatchObject(alreadySent);
  for (let round = 0; round < 2; round += 1) await run({ noticeId: id });
  await expect(send()).rejects.toMatchObject(alreadySent);
  const { notices } = await consents.notices();
  expect(notices[0]).toMatchObject({ id, finishedAt: expect.any(String) });
  expect(notices.filter(({ summary }) => summary.startsWith('We moved'))).toHaveLength(1);
});

it('users who accepted an earlier version of a legal text are asked to accept the new one, and their acceptance is recorded once', async () => {
  const client = httpClient(test.app);
  const { id } = (await client.request('POST', '/api/register', registration())).json();
  const person = { userId: id, role: 'user' as const };
  const pending = () => test.caller(person).consents.pending();
  expect(await pending()).toEqual([]);
  // Accounts created without the registration form are not asked.
  expect(await test.caller(admin).consents.pending()).toEqual([]);

  await test.deps.db
    .updateTable('consents')
    .set({ version: '2025-01-01' })
    .where('user_id', '=', id)
    .where('kind', '=', 'terms')
    .execute();
  const terms = { text: 'terms' as const, version: legalVersions.terms };
  expect(await pending()).toEqual([terms]);
  const accept = (version: string = terms.version) =>
    test.caller(person).consents.accept({ texts: [{ ...terms, version }] });
  await expect(accept('2025-06-01')).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await pending()).toEqual([terms]);
  await Promise.all([accept(), accept()]);
  expect(await pending()).toEqual([]);
  const log = await test.deps.db
    .selectFrom('consents')
    .select(['kind', 'version', 'statement', 'ip'])
    .where('user_id', '=', id)
    .where('statement', 'like', 'I accept%')
    .execute();
  expect(log).toEqual([
    {
      kind: 'terms',
      version: legalVersions.terms,
      statement: 'I accept the changed Terms of Service.',
      ip: '127.0.0.1',
    },
  ]);
});
