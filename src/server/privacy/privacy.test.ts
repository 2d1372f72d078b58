import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayText } from '../../shared/day-text.ts';
import { type HttpClient, httpClient } from '../../testing/http-client.ts';
import { everyRow, filesWith, rowsWith } from '../../testing/search-everything.ts';
import {
  createTestApp,
  documentImage,
  type TestApp,
  type TestUser,
  testPassword,
} from '../../testing/test-app.ts';
import { sendQueuedMail, sweepFarewells } from '../mail/mail.operations.ts';
import { MailRefused } from '../mail/smtp.ts';
import { createTestProduct } from '../payments/testing/purchases.ts';
import { finishDeletions } from './account-deletion.operations.ts';
import { buildExport, sweepExports } from './data-export.operations.ts';
import { registeredTables } from './personal-data-register.ts';

const day = 24 * 60 * 60 * 1000;
/** Words that stand nowhere but in the data of one person. */
const secrets = {
  email: 'Quillfeather@example.test',
  firstName: 'Isolde',
  lastName: 'Quillfeather',
  documentNumber: 'QF-7788-XYZZY',
  address: '9 Marzipan Wharf',
  phoneNumber: '+31 20 555 87 65',
  note: 'my secret leak is the turn',
} as const;

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function signIn(user: TestUser): Promise<HttpClient> {
  const client = httpClient(app.app);
  await client.request('POST', '/api/login', { email: user.email, password: testPassword });
  return client;
}

const createPerson = (options: Parameters<TestApp['createUser']>[0] = {}) =>
  app.createUser({ password: testPassword, ...options });

async function exportOf(user: TestUser): Promise<string> {
  const { id } = await app.caller(user).privacy.requestExport({ password: testPassword });
  await buildExport(app.deps, id);
  return id;
}

/** Somebody with a row in every table of the register. */
/** One announcement stands at a time: each person's has days of its own. */
let fullPersons = 0;

async function createFullPerson(): Promise<TestUser> {
  const { email, firstName, lastName } = secrets;
  const user = await createPerson({ email, firstName, lastName });
  const { db } = app.deps;
  const owner = { user_id: user.userId };
  const { phoneNumber, address, documentNumber } = secrets;
  await db
    .updateTable('users')
    .set({ phone_number: phoneNumber, address, date_of_birth: '1990-01-31', city: 'Delft' })
    .where('id', '=', user.userId)
    .execute();
  const caller = app.caller(user);
  await caller.kyc.submitApplication({
    firstName,
    lastName,
    dateOfBirth: '1990-01-31',
    phoneNumber,
    address,
    city: 'Delft',
    state: 'ZH',
    country: 'Netherlands',
    postalCode: '2611',
    documentType1: 'passport',
    documentType2: 'passport',
    documentNumber1: documentNumber,
    documentNumber2: documentNumber,
    documentImageUrl1: await app.uploadDocument(caller, await documentImage()),
    documentImageUrl2: await app.uploadDocument(caller, await documentImage()),
  });
  await signIn(user);
  await db
    .insertInto('two_factor_secrets')
    .values({ ...owner, sealed: 'never confirmed' })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({ ...owner, code_hash: 'of a code' })
    .execute();
  await db
    .insertInto('sign_in_challenges')
    .values({ ...owner, token_hash: 'of a token', expires_at: new Date() })
    .execute();
  await caller.security.requestEmailVerification();
  const admin = { ...(await app.createUser({ role: 'admin' })), role: 'admin' as const };
  const [application] = await caller.kyc.myApplications();
  await app.caller(admin).admin.setApplicationStatus({
    id: application?.id ?? '',
    status: 'rejected',
    reasonCode: 'glare',
    adminNotes: `Dear ${firstName} ${lastName}, please try again.`,
  });
  await app
    .caller(admin)
    .adminUsers.addNote({ id: user.userId, text: `${firstName} ${lastName} asked for help` });
  const product = await createTestProduct(app, admin, { type: 'session', productNumber: 77 });
  await db
    .insertInto('purchases')
    .values({
      ...owner,
      product_id: product.id,
      product_type: 'session',
      product_name: 'River Bluffs',
      amount_cents: 1999,
      status: 'completed',
      purchased_at: new Date(),
      payment_intent_id: 'pi_kept',
    })
    .execute();
  await db
    .insertInto('subscriptions')
    .values({ ...owner, id: 'sub_kept', plan: 'gold', status: 'canceled', price_cents: 500 })
    .execute();
  const payment = await db
    .insertInto('billing_payments')
    .values({
      ...owner,
      amount_cents: 500,
      status: 'paid',
      description: 'Gold plan',
      receipt_url: `https://pay.example/receipts/${email}`,
      paid_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('billing_refunds')
    .values({ payment_id: payment.id, amount_cents: 100, status: 'succeeded' })
    .execute();
  await db
    .insertInto('billing_disputes')
    .values({
      id: 'dp_kept',
      payment_id: payment.id,
      status: 'won',
      standing: 'settled',
      reason: 'fraudulent',
      amount_cents: 400,
      created_at: new Date(),
    })
    .execute();
  await db
    .insertInto('refund_requests')
    .values({ ...owner, payment_id: payment.id, reason: secrets.note })
    .execute();
  await db
    .insertInto('subscription_checkouts')
    .values({
      ...owner,
      plan: 'gold',
      price_cents: 500,
      stripe_price_id: 'price_kept',
      customer_id: 'cus_kept',
      status: 'completed',
    })
    .execute();
  await db
    .insertInto('plan_grants')
    .values({ ...owner, plan: 'gold', reason: 'gift' })
    .execute();
  await db
    .insertInto('user_progress')
    .values({ ...owner, session_id: product.id, status: 'completed', notes: secrets.note })
    .execute();
  await db
    .insertInto('daily_goals')
    .values({ ...owner, date: '2026-11-20', notes: secrets.note })
    .execute();
  await db
    .insertInto('session_notes')
    .values({ ...owner, session_id: product.id, at_seconds: 751, text: secrets.note })
    .execute();
  await db
    .insertInto('reading_positions')
    .values({ ...owner, product_id: product.id, page: 3, page_count: 12 })
    .execute();
  await db
    .insertInto('file_accesses')
    .values({
      ...owner,
      kind: 'session_video',
      product_id: product.id,
      title: product.title,
      content_type: 'video/mp4',
      ip_prefix: '192.0.2.0/24',
    })
    .execute();
  await db
    .insertInto('bookmarks')
    .values({ ...owner, product_id: product.id, page: 3 })
    .execute();
  await db
    .insertInto('stamped_files')
    .values({
      ...owner,
      upload_id: (await db.selectFrom('uploads').select('id').limit(1).executeTakeFirstOrThrow()).id,
      mark: 'a'.repeat(64),
      size_bytes: 1_234,
    })
    .execute();
  await db
    .insertInto('notifications')
    .values({ ...owner, kind: 'announcement', title: firstName, path: '/coaching', dedupe_key: 'test' })
    .execute();
  await db
    .insertInto('analytics_events')
    .values({ ...owner, event_name: 'opened', properties: JSON.stringify({ who: email }) })
    .execute();
  await db
    .insertInto('consents')
    .values({ ...owner, kind: 'terms', version: '2026-11-21', statement: 'agreed', ip: '192.0.2.7' })
    .execute();
  await db
    .insertInto('mail_preferences')
    .values({ ...owner, kind: 'kyc_received', enabled: true })
    .execute();
  const message = { name: firstName, topic: 'general', website: '' } as const;
  await caller.contact.send({ ...message, email, message: 'I wrote this signed in' });
  await app
    .caller(null)
    .contact.send({ ...message, email: email.toUpperCase(), message: 'I wrote this signed out' });
  const carried = await db
    .selectFrom('mail_messages')
    .select('user_id')
    .where('body_text', 'ilike', `%${email}%`)
    .where('kind', '=', 'contact_message')
    .execute();
  expect(carried.length).toBeGreaterThanOrEqual(2);
  await db
    .insertInto('account_deletions')
    .values({
      ...owner,
      due_at: new Date(Date.now() + day),
      undo_token_hash: 'an earlier one',
      undone_at: new Date(),
    })
    .execute();
  await db
    .insertInto('settings')
    .values({ key: 'test', value: '1', updated_by: user.userId })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ updated_by: user.userId }))
    .execute();
  await db
    .insertInto('owner_confirmations')
    .values({ point: 'planPrices', confirmed_by: user.userId, confirmed_at: new Date() })
    .onConflict((conflict) => conflict.column('point').doUpdateSet({ confirmed_by: user.userId }))
    .execute();
  await db
    .insertInto('account_views')
    .values({
      ...owner,
      admin_id: admin.userId,
      reason: secrets.note,
      started_at: new Date(),
      ends_at: new Date(Date.now() + day),
    })
    .execute();
  fullPersons += 1;
  const startsAt = Date.now() + fullPersons * 2 * day;
  await db
    .insertInto('announcements')
    .values({
      message: 'We are back',
      tone: 'info',
      audience: 'everyone',
      starts_at: new Date(startsAt),
      ends_at: new Date(startsAt + day),
      created_by: user.userId,
    })
    .execute();
  const upload = await db
    .insertInto('uploads')
    .values({
      purpose: 'product',
      user_id: admin.userId,
      storage_key: `products/of-the-academy-${fullPersons}`,
      max_bytes: 1,
      put_expires_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('product_file_versions')
    .values({ product_id: product.id, upload_id: upload.id, number: 1, added_by: user.userId })
    .execute();
  return user;
}

async function storedFiles(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of app.deps.storage.list('')) keys.push(key);
  return keys;
}

describe('Download My Data (D-61)', () => {
  it('holds every registered table, a page to read, notes, receipts and the own documents', async () => {
    const user = await createFullPerson();
    const id = await exportOf(user);
    const latest = await app.caller(user).privacy.latestExport();
    expect(latest).toMatchObject({ id, status: 'ready' });
    const client = await signIn(user);
    const answer = await client.request('GET', `/api/privacy/exports/${id}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.zip"$/),
    });
    const files = unzipSync(answer.rawPayload);
    const data = JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array()));
    for (const [table, { exported }] of registeredTables) {
      if ('notBecause' in exported) {
        expect(data, table).not.toHaveProperty(table);
        continue;
      }
      expect(data[table].length, table).toBeGreaterThan(0);
      expect(Object.keys(data[table][0]).toSorted(), table).toEqual(exported.toSorted());
    }
    expect(data.kyc_applications[0].document_number1).toBe(secrets.documentNumber);
    expect(data.contact_messages.map((row: { message: string }) => row.message)).toEqual([
      'I wrote this signed in',
    ]);
    const page = strFromU8(files['index.html'] ?? new Uint8Array());
    for (const word of [secrets.email, secrets.lastName, secrets.address]) expect(page).toContain(word);
    expect(strFromU8(files['notes.txt'] ?? new Uint8Array())).toContain(secrets.note);
    expect(strFromU8(files['receipts.txt'] ?? new Uint8Array())).toContain('19.99 USD  River Bluffs');
    const documents = Object.entries(files).filter(([name]) => name.startsWith('documents/'));
    expect(documents).toHaveLength(2);
    for (const [name, bytes] of documents) {
      expect(name).toMatch(/\.jpg$/);
      expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    }
    const text = JSON.stringify(data) + page;
    for (const secret of ['$argon2', 'token_hash', 'password_hash']) expect(text).not.toContain(secret);

    // The same person goes on to the test of the deletion.
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
    const left = await everyRow(app.deps.db);
    expect(left.some(({ text: row }) => row.includes(secrets.lastName))).toBe(true);
    app.clock.advance(15 * day);
    expect(await finishDeletions(app.deps)).toBe(1);
    app.clock.advance(-15 * day);

    // The farewell is the last thing that knows the address, until it has left.
    const farewells = await app.deps.db
      .selectFrom('mail_messages')
      .selectAll()
      .where('kind', '=', 'deletion_done')
      .execute();
    expect(farewells).toMatchObject([{ user_id: null, to_address: secrets.email, status: 'queued' }]);
    const sent: string[] = [];
    const send = async ({ to }: { to: string }) => void sent.push(to);
    await sendQueuedMail(app.deps, send, farewells[0]?.id ?? '');
    expect(sent).toEqual([secrets.email]);

    expect((await everyRow(app.deps.db)).length).toBeGreaterThan(20);
    // Single words as well: a search index keeps them apart, and a name may stand without its other half.
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
      if (owner.through) continue;
      const kept = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(table)} where ${sql.ref(owner.column)} = ${user.userId}`.execute(
        app.deps.db,
      );
      const stays = onDeletion.rows === 'kept' && !onDeletion.cleared.includes(owner.column);
      expect(Number(kept.rows[0]?.count) > 0, table).toBe(stays);
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
  }, 60_000);

  it('a farewell that cannot be sent is forgotten as well', async () => {
    const queueFarewell = async () => {
      const user = await createPerson();
      await app.caller(user).privacy.requestDeletion({ password: testPassword, confirmation: 'DELETE' });
      app.clock.advance(15 * day);
      await finishDeletions(app.deps);
      app.clock.advance(-15 * day);
      const row = await app.deps.db
        .selectFrom('mail_messages')
        .select('id')
        .where('to_address', '=', user.email)
        .executeTakeFirstOrThrow();
      return row.id;
    };
    const left = () =>
      app.deps.db.selectFrom('mail_messages').select('id').where('kind', '=', 'deletion_done').execute();
    const refused = await queueFarewell();
    await sendQueuedMail(app.deps, () => Promise.reject(new MailRefused('550')), refused);
    expect(await left()).toEqual([]);
    await queueFarewell();
    await sweepFarewells(app.deps);
    expect(await left()).toHaveLength(1);
    app.clock.advance(8 * day);
    await sweepFarewells(app.deps);
    app.clock.advance(-8 * day);
    expect(await left()).toEqual([]);
  });

  it('is for its owner alone', async () => {
    const [owner, other] = [await createPerson(), await createPerson({ role: 'admin' })];
    const id = await exportOf(owner);
    const path = `/api/privacy/exports/${id}`;
    expect((await httpClient(app.app).request('GET', path)).statusCode).toBe(401);
    expect((await (await signIn(other)).request('GET', path)).statusCode).toBe(404);
    const client = await signIn(owner);
    expect((await client.request('GET', '/api/privacy/exports/nonsense')).statusCode).toBe(404);
    expect((await client.request('GET', path)).statusCode).toBe(200);
    const audit = await app.deps.db
      .selectFrom('audit_log')
      .select(['actor_id', 'action'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute();
    expect(audit).toEqual([
      { actor_id: owner.userId, action: 'data_export.requested' },
      { actor_id: owner.userId, action: 'data_export.downloaded' },
    ]);
    expect(await app.caller(other).privacy.latestExport()).toBeNull();
  });

  it('asks for the password, and comes once a day however often it is asked for at once', async () => {
    const user = await createPerson();
    const caller = app.caller(user);
    await expect(caller.privacy.requestExport({ password: 'wrong' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => caller.privacy.requestExport({ password: testPassword })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const rows = await app.deps.db
      .selectFrom('data_exports')
      .select('id')
      .where('user_id', '=', user.userId)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('mails where to find it, expires after a week, and leaves no file', async () => {
    const user = await createPerson();
    const id = await exportOf(user);
    const mail = await app.deps.db
      .selectFrom('mail_messages')
      .selectAll()
      .where('user_id', '=', user.userId)
      .where('kind', '=', 'data_export_ready')
      .execute();
    expect(mail).toHaveLength(1);
    expect(mail[0]?.body_text).toContain('http://localhost:3000/profile');
    expect(await storedFiles()).toContain(`documents/exports/${id}`);
    app.clock.advance(6 * day);
    await sweepExports(app.deps);
    expect(await storedFiles()).toContain(`documents/exports/${id}`);
    app.clock.advance(1 * day);
    const gone = await (await signIn(user)).request('GET', `/api/privacy/exports/${id}`);
    expect(gone.statusCode).toBe(410);
    await sweepExports(app.deps);
    expect(await storedFiles()).not.toContain(`documents/exports/${id}`);
    expect(await app.caller(user).privacy.latestExport()).toMatchObject({ status: 'expired' });
    app.clock.advance(-7 * day);
  });

  it('that fails is said to have failed, and may be asked for again at once', async () => {
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

describe('Delete Account (D-62)', () => {
  const erase = (user: TestUser) =>
    app.caller(user).privacy.requestDeletion({ password: testPassword, confirmation: 'DELETE' });

  async function undoTokenOf(user: TestUser): Promise<string> {
    const mail = await app.deps.db
      .selectFrom('mail_messages')
      .select('body_text')
      .where('user_id', '=', user.userId)
      .where('kind', '=', 'deletion_requested')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    return /undo-deletion\?token=([\w-]{43})/.exec(mail.body_text)?.[1] ?? '';
  }

  it('needs the password and the word', async () => {
    const caller = app.caller(await createPerson());
    await expect(
      caller.privacy.requestDeletion({ password: 'wrong', confirmation: 'DELETE' }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const client = await signIn(await createPerson());
    const answer = await client.request('POST', '/trpc/privacy.requestDeletion', {
      password: testPassword,
      confirmation: 'delete',
    });
    expect(answer.statusCode).toBe(400);
    expect((await client.request('GET', '/api/user')).statusCode).toBe(200);
  });

  it('signs out everywhere, erases the pictures at once, and refuses the next sign-in with the day', async () => {
    const user = await createPerson();
    const caller = app.caller(user);
    const before = (await storedFiles()).length;
    await app.uploadDocument(caller);
    expect(await storedFiles()).toHaveLength(before + 1);
    const [phone, laptop] = [await signIn(user), await signIn(user)];
    const { dueAt } = await erase(user);
    expect(Date.parse(dueAt) - app.deps.now().getTime()).toBeGreaterThan(14 * day - 60_000);
    for (const client of [phone, laptop]) {
      expect((await client.request('GET', '/api/user')).statusCode).toBe(401);
    }
    expect(await storedFiles()).toHaveLength(before);
    const login = await httpClient(app.app).request('POST', '/api/login', {
      email: user.email,
      password: testPassword,
    });
    expect(login.statusCode).toBe(403);
    expect(login.json().message).toContain(`This account will be deleted on ${dayText(dueAt)}`);
    const wrong = await httpClient(app.app).request('POST', '/api/login', {
      email: user.email,
      password: 'not the password',
    });
    expect(wrong.statusCode).toBe(401);
  });

  it('is undone by the link of the mail, once, of twenty at once', async () => {
    const user = await createPerson();
    await erase(user);
    const token = await undoTokenOf(user);
    const visitor = app.caller(null);
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => visitor.privacy.undoDeletion({ token })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await (await signIn(user)).request('GET', '/api/user')).statusCode).toBe(200);
    app.clock.advance(15 * day);
    await finishDeletions(app.deps);
    app.clock.advance(-15 * day);
    expect((await (await signIn(user)).request('GET', '/api/user')).json()).toMatchObject({
      email: user.email,
    });
    await erase(user);
    await expect(visitor.privacy.undoDeletion({ token })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('cannot be undone after its day, and the link dies with the account', async () => {
    const user = await createPerson();
    await erase(user);
    const token = await undoTokenOf(user);
    app.clock.advance(14 * day + 1_000);
    await expect(app.caller(null).privacy.undoDeletion({ token })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await finishDeletions(app.deps);
    app.clock.advance(-14 * day - 1_000);
    const again = await createPerson({ email: user.email });
    expect(again.userId).not.toBe(user.userId);
    expect((await (await signIn(again)).request('GET', '/api/user')).statusCode).toBe(200);
  });

  it('is refused to the last admin, also when all admins leave at once', async () => {
    await app.deps.db.updateTable('users').set({ role: 'user' }).where('role', '=', 'admin').execute();
    const admins = await Promise.all(Array.from({ length: 4 }, () => createPerson({ role: 'admin' })));
    const answers = await Promise.allSettled(admins.map(erase));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const refused = answers.find((answer) => answer.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'CONFLICT' });
  });

  it('starts once, of twenty at once', async () => {
    const user = await createPerson();
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => erase(user)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const rows = await app.deps.db
      .selectFrom('account_deletions')
      .select('id')
      .where('user_id', '=', user.userId)
      .execute();
    expect(rows).toHaveLength(1);
  });
});
