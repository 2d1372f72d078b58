import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { localDayText } from '../../../shared/day-text.ts';
import { dayMs } from '../../../shared/durations.ts';
import { httpClient, signIn } from '../../../testing/http-client.ts';
import { auditEntries, changeUser, emailsTo } from '../../../testing/rows.ts';
import { everyRow, filesWith, rowsWith } from '../../../testing/search-everything.ts';
import { setUpTestApp, type TestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';
import {
  answer,
  answeredQuestion,
  answeredStudent,
  askedQuestion,
  createCoach,
  thought,
  verifiedStudent,
} from '../../coaching/testing/asked-questions.ts';
import { sendQueuedEmail, sweepAccountDeletedEmails } from '../../messages/email/email.operations.ts';
import { EmailRejected } from '../../platform/smtp.ts';
import { storedKeys } from '../../uploads/testing/sent-uploads.ts';
import { finishDeletions } from './account-deletion.operations.ts';
import { buildExport, sweepExports } from './data-export.operations.ts';
import { registeredTables } from './personal-data-register.ts';
import { createFullPerson, secrets } from './testing/full-person.ts';

const app = setUpTestApp();

const createPerson = (options: Parameters<TestApp['createUser']>[0] = {}) =>
  app.createUser({ password: testPassword, ...options });

async function exportOf(user: TestUser): Promise<string> {
  const { id } = await app.caller(user).privacy.requestExport({ password: testPassword });
  await buildExport(app.deps, id);
  return id;
}

const storedFiles = () => storedKeys(app.deps.storage);

describe('data export and account deletion', () => {
  it('an export contains all data that the register of personal data includes, and a deletion leaves only what the register retains', async () => {
    const user = await createFullPerson(app);
    const id = await exportOf(user);
    const latest = await app.caller(user).privacy.latestExport();
    expect(latest).toMatchObject({ id, status: 'ready' });
    const client = await signIn(app.app, user);
    const response = await client.request('GET', `/api/privacy/exports/${id}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.zip"$/),
    });
    const files = unzipSync(response.rawPayload);
    const data = JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array()));
    for (const [table, { exported }] of registeredTables) {
      if ('excludedBecause' in exported) {
        expect(data, table).not.toHaveProperty(table);
        continue;
      }
      expect(data[table].length, table).toBeGreaterThan(0);
      expect(Object.keys(data[table][0]).toSorted(), table).toEqual(exported.toSorted());
    }
    expect(data.kyc_applications[0].document_number1).toBe(secrets.documentNumber);
    expect(data.contact_messages.map((row: { message: string }) => row.message)).toEqual([
      'I wrote this logged in',
    ]);
    const decision = {
      action: 'kyc.rejected',
      subject_type: 'kyc_application',
      subject_id: expect.any(String),
    };
    expect(data.audit_log_by_others).toContainEqual({ ...decision, at: expect.any(String) });
    const page = strFromU8(files['index.html'] ?? new Uint8Array());
    for (const word of [secrets.email, secrets.lastName, secrets.address]) expect(page).toContain(word);
    for (const place of ['at 751 s', 'Coaching plan 3, page 2'])
      expect(strFromU8(files['notes.txt'] ?? new Uint8Array())).toContain(`${place}\n\n${secrets.note}`);
    expect(strFromU8(files['receipts.txt'] ?? new Uint8Array())).toContain(
      '5.00 USD  Gold membership  (paid, receipt ',
    );
    const documents = Object.entries(files).filter(([name]) => name.startsWith('documents/'));
    expect(documents).toHaveLength(2);
    for (const [name, bytes] of documents) {
      expect(name).toMatch(/\.jpg$/);
      expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    }
    const text = JSON.stringify(data) + page;
    for (const secret of ['$argon2', 'token_hash', 'password_hash']) expect(text).not.toContain(secret);

    // Continue with the deletion of the same user.
    const pictures = (
      await app.deps.db
        .selectFrom('uploads')
        .select(['storage_key as key', 'image_hash as hash'])
        .where('user_id', '=', user.userId)
        .where('purpose', '=', 'kyc')
        .execute()
    ).map(({ key, hash }) => ({ key: key.slice(key.indexOf('/') + 1), hash }));
    expect(pictures).toHaveLength(2);
    expect(
      (
        await filesWith(
          app.deps.config.dataDir,
          pictures.map(({ key }) => key),
        )
      ).length,
    ).toBe(2);
    expect(
      (
        await rowsWith(
          app.deps.db,
          pictures.map(({ hash }) => hash ?? 'no hash'),
        )
      ).length,
    ).toBe(2);
    await app.caller(user).privacy.requestDeletion({ password: testPassword, confirmation: 'DELETE' });
    const rows = await everyRow(app.deps.db);
    expect(rows.some(({ text: row }) => row.includes(secrets.lastName))).toBe(true);
    app.clock.advance(15 * dayMs);
    expect(await finishDeletions(app.deps)).toBe(1);
    app.clock.advance(-15 * dayMs);

    // Until the email about the completed deletion is sent, its row contains the user's email address.
    const accountDeletedEmails = await app.deps.db
      .selectFrom('mail_messages')
      .selectAll()
      .where('kind', '=', 'deletion_done')
      .execute();
    expect(accountDeletedEmails).toMatchObject([
      { user_id: null, to_address: secrets.email, status: 'queued' },
    ]);
    const sent: string[] = [];
    const send = async ({ to }: { to: string }) => void sent.push(to);
    await sendQueuedEmail(app.deps, send, accountDeletedEmails[0]?.id ?? '');
    expect(sent).toEqual([secrets.email]);

    expect((await everyRow(app.deps.db)).length).toBeGreaterThan(20);
    // Search for single words too, because a search index stores words and a name may occur in part.
    const words = [...Object.values(secrets), 'Isolde', 'Quillfeather', 'Marzipan', 'XYZZY', '192.0.2.7'];
    expect(await rowsWith(app.deps.db, words)).toEqual([]);
    expect(await filesWith(app.deps.config.dataDir, [...words, ...pictures.map(({ key }) => key)])).toEqual(
      [],
    );
    expect(
      await rowsWith(
        app.deps.db,
        pictures.map(({ hash }) => hash ?? 'no hash'),
      ),
    ).toEqual([]);
    for (const [table, { onDeletion, owner }] of registeredTables) {
      // A table with `through` has no column with the user's id: its rows belong to rows of another table.
      if (owner.through) continue;
      const left = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(table)} where ${sql.ref(owner.column)} = ${user.userId}`.execute(
        app.deps.db,
      );
      const stays = onDeletion.rows === 'retained' && !onDeletion.cleared.includes(owner.column);
      expect(Number(left.rows[0]?.count) > 0, table).toBe(stays);
    }
    expect(await storedFiles()).toEqual([]);
    expect(await finishDeletions(app.deps)).toBe(0);
    const tombstones = await app.deps.db
      .selectFrom('kyc_tombstones')
      .selectAll()
      .where('user_id', '=', user.userId)
      .execute();
    expect(tombstones).toEqual([
      {
        application_id: data.kyc_applications[0].id,
        user_id: user.userId,
        status: 'rejected',
        reason_code: 'glare',
        submitted_at: data.kyc_applications[0].created_at,
        reviewed_at: data.kyc_applications[0].reviewed_at,
        reviewed_by: expect.any(String),
        superseded_at: null,
        documents_erased_at: expect.any(String),
        buried_at: expect.any(String),
      },
    ]);
  });

  it('the email about a completed deletion is erased even if it cannot be sent', async () => {
    const queueAccountDeletedEmail = async () => {
      const user = await createPerson();
      await app.caller(user).privacy.requestDeletion({ password: testPassword, confirmation: 'DELETE' });
      app.clock.advance(15 * dayMs);
      await finishDeletions(app.deps);
      app.clock.advance(-15 * dayMs);
      const row = await app.deps.db
        .selectFrom('mail_messages')
        .select('id')
        .where('to_address', '=', user.email)
        .executeTakeFirstOrThrow();
      return row.id;
    };
    const deletionEmails = () =>
      app.deps.db.selectFrom('mail_messages').select('id').where('kind', '=', 'deletion_done').execute();
    const rejected = await queueAccountDeletedEmail();
    await sendQueuedEmail(app.deps, () => Promise.reject(new EmailRejected('550')), rejected);
    expect(await deletionEmails()).toEqual([]);
    // An unsent email is erased after a week.
    await queueAccountDeletedEmail();
    await sweepAccountDeletedEmails(app.deps);
    expect(await deletionEmails()).toHaveLength(1);
    app.clock.advance(8 * dayMs);
    await sweepAccountDeletedEmails(app.deps);
    app.clock.advance(-8 * dayMs);
    expect(await deletionEmails()).toEqual([]);
  });

  it('an export is available to its owner only', async () => {
    const [owner, other] = [await createPerson(), await createPerson({ role: 'admin' })];
    const id = await exportOf(owner);
    const path = `/api/privacy/exports/${id}`;
    expect((await httpClient(app.app).request('GET', path)).statusCode).toBe(401);
    expect((await (await signIn(app.app, other)).request('GET', path)).statusCode).toBe(404);
    const client = await signIn(app.app, owner);
    expect((await client.request('GET', '/api/privacy/exports/nonsense')).statusCode).toBe(404);
    expect((await client.request('GET', path)).statusCode).toBe(200);
    expect(await auditEntries(app, { subject_id: id })).toMatchObject([
      { actor_id: owner.userId, action: 'data_export.requested' },
      { actor_id: owner.userId, action: 'data_export.downloaded' },
    ]);
    expect(await app.caller(other).privacy.latestExport()).toBeNull();
  });

  it('an export lists what admins did with the account, but neither names the admins nor lists their actions on other accounts', async () => {
    const [user, other] = [await createPerson(), await createPerson()];
    const admin = await createPerson({ role: 'admin' });
    for (const { userId: id } of [user, other])
      await app.caller(admin).admin.users.addNote({ id, text: 'Called us' });
    await app.caller(admin).admin.users.addTag({ ids: [other.userId], tag: 'Regular' });
    const id = await exportOf(user);
    const response = await (await signIn(app.app, user)).request('GET', `/api/privacy/exports/${id}`);
    const text = strFromU8(unzipSync(response.rawPayload)['data.json'] ?? new Uint8Array());
    expect(JSON.parse(text).audit_log_by_others).toEqual([
      { at: expect.any(String), action: 'user.note_added', subject_type: 'user', subject_id: user.userId },
    ]);
    expect(text).not.toContain(admin.userId);
  });

  it('a coach’s export contains what the coach wrote, and nothing that students wrote', async () => {
    const admin = await createPerson({ role: 'admin' });
    const [coach, otherCoach] = [await createCoach(app, admin), await createCoach(app, admin, 'Jonas Reed')];
    const student = await verifiedStudent(app);
    await answeredQuestion(app, student, coach);
    await answeredStudent(app, otherCoach);
    const homework = { studentId: student.userId, text: 'Count the bluffs first.' };
    await app.caller(coach).coaching.setHomework({ id: randomUUID(), ...homework });
    const returned = await askedQuestion(app, await verifiedStudent(app));
    await app.caller(coach).questions.claim({ id: returned });
    await app.caller(coach).questions.return({ id: returned, reason: 'unclear', text: 'Which bet?' });
    const id = await exportOf(coach);
    const response = await (await signIn(app.app, coach)).request('GET', `/api/privacy/exports/${id}`);
    const text = strFromU8(unzipSync(response.rawPayload)['data.json'] ?? new Uint8Array());
    const data = JSON.parse(text);
    expect(data.coach_answers_written).toMatchObject([{ reason: answer.reason, options: answer.options }]);
    expect(data.homework_written).toMatchObject([{ text: homework.text }]);
    const asReturned = { return_reason: 'unclear', return_text: 'Which bet?' };
    expect(data.questions_written).toContainEqual(expect.objectContaining(asReturned));
    expect(text).not.toContain(thought);
    expect(text).not.toContain(student.userId);
  });

  it('an admin’s export does not name the people who wrote to the academy', async () => {
    const admin = await createPerson({ role: 'admin' });
    const message = {
      name: 'Ottoline Brandywine',
      email: 'ottoline@example.test',
      topic: 'general',
    } as const;
    await app.caller(null).contact.send({ ...message, message: 'May I pay by invoice?', website: '' });
    expect(await emailsTo(app, admin, 'contact_message')).toMatchObject([
      { subject: expect.stringContaining('Ottoline') },
    ]);
    const id = await exportOf(admin);
    const response = await (await signIn(app.app, admin)).request('GET', `/api/privacy/exports/${id}`);
    const text = strFromU8(unzipSync(response.rawPayload)['data.json'] ?? new Uint8Array());
    expect(JSON.parse(text).mail_messages).toEqual([]);
    expect(text).not.toMatch(/ottoline/i);
  });

  it('downloading an export requires recent authentication', async () => {
    const owner = await createPerson();
    const id = await exportOf(owner);
    const client = await signIn(app.app, owner);
    // Authentication is recent for 15 minutes.
    app.clock.advance(16 * 60_000);
    const stale = await client.request('GET', `/api/privacy/exports/${id}`);
    expect(stale.statusCode, stale.body.slice(0, 100)).toBe(403);
    expect(stale.json().code).toBe('step_up_required');
    // For another user's export, the response is 404, even if the authentication is not recent.
    const otherUser = await signIn(app.app, await createPerson());
    app.clock.advance(16 * 60_000);
    expect((await otherUser.request('GET', `/api/privacy/exports/${id}`)).statusCode).toBe(404);
    await client.request('POST', '/trpc/security.confirmIdentity', { password: testPassword });
    expect((await client.request('GET', `/api/privacy/exports/${id}`)).statusCode).toBe(200);
    app.clock.advance(-32 * 60_000);
  });

  it('if the second factor is on, the password alone does not suffice for export and deletion', async () => {
    const owner = await createPerson();
    await changeUser(app, owner, { two_factor_enabled_at: app.deps.now() });
    const stale = app.caller({ ...owner, confirmedAt: new Date(0).toISOString() }).privacy;
    const stepUpRequired = { cause: { code: 'step_up_required' } };
    await expect(stale.requestExport({ password: testPassword })).rejects.toMatchObject(stepUpRequired);
    await expect(
      stale.requestDeletion({ password: testPassword, confirmation: 'DELETE' }),
    ).rejects.toMatchObject(stepUpRequired);
    await expect(app.caller(owner).privacy.requestExport({ password: testPassword })).resolves.toBeDefined();
  });

  it('requesting an export requires the password, and succeeds once a day, even with concurrent requests', async () => {
    const user = await createPerson();
    const caller = app.caller(user);
    await expect(caller.privacy.requestExport({ password: 'wrong' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => caller.privacy.requestExport({ password: testPassword })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const rows = await app.deps.db
      .selectFrom('data_exports')
      .select('id')
      .where('user_id', '=', user.userId)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('the user receives an email about a finished export, which expires after a week and leaves no file', async () => {
    const user = await createPerson();
    const id = await exportOf(user);
    const emails = await emailsTo(app, user, 'data_export_ready');
    expect(emails).toHaveLength(1);
    expect(emails[0]?.body_text).toContain('http://localhost:3000/profile');
    expect(await storedFiles()).toContain(`documents/exports/${id}`);
    app.clock.advance(6 * dayMs);
    await sweepExports(app.deps);
    expect(await storedFiles()).toContain(`documents/exports/${id}`);
    app.clock.advance(1 * dayMs);
    const expired = await (await signIn(app.app, user)).request('GET', `/api/privacy/exports/${id}`);
    expect(expired.statusCode).toBe(410);
    await sweepExports(app.deps);
    expect(await storedFiles()).not.toContain(`documents/exports/${id}`);
    expect(await app.caller(user).privacy.latestExport()).toMatchObject({ status: 'expired' });
    app.clock.advance(-7 * dayMs);
  });

  // At any time, the UTC day differs from the day in one of these time zones.
  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'the email about a finished export states the day on which the export expires in the user’s time zone, %s',
    async (timeZone) => {
      const user = await createPerson();
      await app.caller(user).goals.setTimeZone({ timeZone });
      const id = await exportOf(user);
      const { expires_at: expiresAt } = await app.deps.db
        .selectFrom('data_exports')
        .select('expires_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const [email] = await emailsTo(app, user, 'data_export_ready');
      expect(email?.body_text).toContain(`Available until: ${localDayText(expiresAt ?? '', timeZone)}`);
    },
  );

  it('an export is limited to 100,000 rows, and says which data is incomplete', async () => {
    const user = await createPerson();
    await sql`insert into analytics_events (event_name, user_id, properties, occurred_at)
      select 'search_made', ${user.userId}, '{"count":0}', now() from generate_series(1, 100_050)`.execute(
      app.deps.db,
    );
    const id = await exportOf(user);
    const response = await (await signIn(app.app, user)).request('GET', `/api/privacy/exports/${id}`);
    const files = unzipSync(response.rawPayload);
    const data = JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array()));
    const counts = Object.values(data).map((rows) => (Array.isArray(rows) ? rows.length : 0));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(100_000);
    expect(data.users).toHaveLength(1);
    const page = strFromU8(files['index.html'] ?? new Uint8Array());
    expect(page).toMatch(/only \d+ entries, because the copy would become too large/);
  });

  it('a failed export is reported, and another can be requested immediately', async () => {
    const user = await createPerson();
    const caller = app.caller(user);
    const { id } = await caller.privacy.requestExport({ password: testPassword });
    const broken = { ...app.deps.storage, write: () => Promise.reject(new Error('disk full')) };
    await buildExport({ ...app.deps, storage: broken }, id);
    expect(await caller.privacy.latestExport()).toMatchObject({ id, status: 'failed' });
    const again = await caller.privacy.requestExport({ password: testPassword });
    expect(again.id).not.toBe(id);
  });
});
