import { promises as fs } from 'node:fs';
import path from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { httpClient, registration } from '../../testing/http-client.ts';
import { documentImage, setUpTestApp, testPassword } from '../../testing/test-app.ts';
import { createHandlers } from '../job-handlers.ts';
import {
  createAdmin,
  createTestProduct,
  eventAbout,
  openSession,
  sign,
} from '../payments/testing/purchases.ts';
import { logOptions, withoutSecrets } from '../platform/logging.ts';

const test = setUpTestApp({
  stripe: 'sandbox',
  env: { SMTP_URL: 'smtp://mail-account:mail-password-marker@127.0.0.1:9' },
});
/** All responses, to compare their request ids with the error lines of the log. */
const responses: LightMyRequestResponse[] = [];

/** User data that must not appear in a log. */
const marks = {
  email: 'marker.person@marker-mail.example',
  password: 'marker-password-one',
  newPassword: 'marker-password-two',
  documentNumber: 'MARKERDOC77',
  dateOfBirth: '1987-06-05',
  phoneNumber: '+1 555 010 7711',
  address: '77 Marker Lane',
  city: 'Markerville',
  lastName: 'Markerson',
};

function client() {
  const inner = httpClient(test.app);
  return {
    ...inner,
    async request(...sent: Parameters<typeof inner.request>) {
      const response = await inner.request(...sent);
      responses.push(response);
      return response;
    },
  };
}

const secretsSeen: string[] = [];
const remember = (...values: (string | undefined)[]) => {
  for (const value of values) if (value !== undefined && value.length > 5) secretsSeen.push(value);
};

function expectNoMarks(): void {
  const log = test.logs.join('');
  const found = [...Object.values(marks), ...secretsSeen, 'mail-password-marker', 'MARKER'].filter((mark) =>
    log.includes(mark),
  );
  expect(found).toEqual([]);
  // The log contains nothing else that looks like a secret or an email address.
  expect(log).not.toMatch(
    /whsec_|sk_(test|live)_|argon2id|X-Amz-|[?&]sig=|t=\d+,v1=|otpauth:|cs_test_|"cookie"/,
  );
  expect(log).not.toMatch(/[\w.+-]+@[\w-]+\.[a-z]{2,}/);
}

describe('the log', () => {
  it('contains no user data after a typical journey: register, review, pay, reset, second factor, exports', async () => {
    const visitor = client();
    const sides: string[] = [];
    for (let side = 0; side < 2; side += 1) {
      const grant = (await visitor.request('POST', '/api/objects/upload')).json();
      remember(new URL(grant.uploadURL).search);
      await test.put(grant.uploadURL, await documentImage(), { 'content-type': 'image/jpeg' });
      // Sends the file again to the same URL, and to a URL with an invalid signature.
      await test.put(grant.uploadURL, await documentImage(), { 'content-type': 'image/jpeg' });
      await test.put(`${grant.uploadURL}x`, await documentImage(), { 'content-type': 'image/jpeg' });
      const secured = await visitor.request('PUT', '/api/kyc/document', {
        documentImageUrl: grant.uploadURL,
      });
      sides.push(secured.json().objectPath);
    }
    const form = registration({ ...marks, documentImageUrl1: sides[0], documentImageUrl2: sides[1] });
    const registered = await visitor.request('POST', '/api/register', form);
    expect(registered.statusCode, registered.body).toBe(201);
    const { id } = registered.json();
    remember(visitor.cookie());
    // Sends the same registration again, a registration with invalid fields, and a wrong password.
    await client().request('POST', '/api/register', form);
    await client().request('POST', '/api/register', {
      ...form,
      email: `${marks.email}.`,
      dateOfBirth: 'MARKER',
    });
    await client().request('POST', '/api/login', { email: marks.email, password: 'MARKER wrong password' });

    const admin = client();
    const adminUser = await test.createUser({ role: 'admin', password: testPassword });
    await admin.request('POST', '/api/login', { email: adminUser.email, password: testPassword });
    const [application] = (await admin.request('GET', `/api/admin/kyc/applications?userId=${id}`)).json();
    await admin.request('GET', application.documentImageUrl1);
    await admin.request('PUT', `/api/admin/kyc/applications/${application.id}/status`, {
      status: 'rejected',
      adminNotes: 'MARKER note',
    });
    await admin.request('GET', `/api/admin/user/${id}`);
    await admin.request('GET', `/api/admin/export-users-csv?search=${encodeURIComponent(marks.email)}`);
    await admin.request('GET', '/api/admin/export-users');

    // A purchase, and its webhook with a valid and an invalid signature.
    const seller = await createAdmin(test);
    const product = await createTestProduct(test, seller);
    const buyer = await test.createUser({ password: testPassword });
    const sessionId = await openSession(test, buyer, product);
    remember(sessionId);
    await test.sandbox.pay(sessionId);
    const payload = JSON.stringify(eventAbout('checkout.session.completed', sessionId));
    for (const signature of [sign(test, payload), 't=1,v1=MARKER']) {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      responses.push(await test.app.inject({ method: 'POST', url: '/api/stripe/webhook', headers, payload }));
    }

    // A password reset with the link in the email.
    await visitor.request('POST', '/trpc/security.requestPasswordReset', { email: marks.email });
    const emails = await test.deps.db.selectFrom('mail_messages').select(['id', 'body_text']).execute();
    const tokens = emails.flatMap(({ body_text }) => [...body_text.matchAll(/(?:token=|#)([\w-]{20,})/g)]);
    expect(tokens.length).toBeGreaterThan(0);
    remember(...tokens.map((match) => match[1]));
    for (const token of new Set(tokens.map((match) => match[1]))) {
      await visitor.request('POST', '/trpc/security.resetPassword', {
        token,
        newPassword: marks.newPassword,
      });
    }

    // A second factor, with a valid and an invalid code.
    const person = client();
    expect(
      (await person.request('POST', '/api/login', { email: marks.email, password: marks.newPassword }))
        .statusCode,
    ).toBe(200);
    const setUp = await person.request('POST', '/trpc/security.startTwoFactor', {
      password: marks.newPassword,
    });
    const { key } = setUp.json().result.data;
    remember(key, key.replaceAll(' ', ''));
    const code = new TOTP({ secret: key.replaceAll(' ', '') }).generate({
      timestamp: test.deps.now().getTime(),
    });
    await person.request('POST', '/trpc/security.confirmTwoFactor', { code: '000000' });
    const confirmed = await person.request('POST', '/trpc/security.confirmTwoFactor', { code });
    remember(...confirmed.json().result.data.recoveryCodes, person.cookie());
    await person.request('GET', `/trpc/auth.nothing?input=${encodeURIComponent('{"MARKER":1}')}`);
    await person.request('GET', `/no/such/place/${encodeURIComponent(marks.email)}?token=MARKER`);
    await person.request('POST', '/trpc/contact.send', {
      name: 'MARKER',
      email: marks.email,
      message: 'MARKER',
    });

    expect(test.logs.length).toBeGreaterThan(30);
    expect(responses.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
    expectNoMarks();
    // The user is logged by id, and the route by its pattern.
    const lines = test.logs.map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({ route: '/api/admin/user/:id', status: 200, userId: adminUser.userId }),
    );
  });

  it('logs exactly one error line for each 5xx, with the request id of the response, whichever dependency failed', async () => {
    const admin = await createAdmin(test);
    const product = await createTestProduct(test, admin, { productNumber: 7 });
    const user = await test.createUser({ password: testPassword, lastName: marks.lastName });
    const person = client();
    await person.request('POST', '/api/login', { email: user.email, password: testPassword });
    const from = responses.length;

    // Stripe fails, with a message that contains an email address, a key and a link.
    const { sessions } = test.deps.stripe.checkout;
    const create = sessions.create;
    sessions.create = () =>
      Promise.reject(
        new Stripe.errors.StripeAPIError({
          type: 'api_error',
          message: `The person ${marks.email} has the key sk_live_MARKER, see https://stripe.example/x?id=MARKER`,
          headers: { authorization: 'MARKER' },
        }),
      );
    const order = { productType: 'pdf', productId: String(product.id), amount: product.price };
    await person.request('POST', '/api/create-purchase-session', order);
    await person.request('POST', '/trpc/payments.createPurchaseSession', order);
    sessions.create = create;

    // The database fails, with an error whose details contain the row.
    await sql`create function fail_with_row() returns trigger language plpgsql as $$ begin
      raise exception 'no room' using detail = 'MARKER row ' || new.last_name, hint = 'MARKER'; end $$`.execute(
      test.deps.db,
    );
    await sql`create trigger fail_with_row before update on users for each row execute function fail_with_row()`.execute(
      test.deps.db,
    );
    const names = { firstName: 'Ada', lastName: 'MARKER' };
    await person.request('PUT', `/api/user/${user.userId}`, names);
    await person.request('POST', '/trpc/profile.updateNames', { id: user.userId, ...names });
    await sql`drop trigger fail_with_row on users`.execute(test.deps.db);

    // The file store fails, because a file replaces its folder.
    const objects = path.join(test.deps.config.dataDir, 'objects');
    const grant = (await person.request('POST', '/api/objects/upload')).json();
    await fs.rename(objects, `${objects}-away`);
    await fs.writeFile(objects, 'not a folder');
    const { pathname, search } = new URL(grant.uploadURL);
    responses.push(
      await test.app.inject({
        method: 'PUT',
        url: pathname + search,
        headers: { 'content-type': 'image/jpeg' },
        payload: await documentImage(),
      }),
    );
    await person.request('PUT', '/api/kyc/document', { documentImageUrl: grant.uploadURL });
    responses.push(await test.app.inject('/readyz'));
    await fs.rm(objects);
    await fs.rename(`${objects}-away`, objects);

    // The check of passwords fails, with an error of our own code.
    const { matches } = test.deps.passwords;
    test.deps.passwords.matches = () => Promise.reject(new Error('Bearer MARKER'));
    await client().request('POST', '/api/login', { email: user.email, password: marks.password });
    await client().request('POST', '/trpc/auth.login', { email: user.email, password: marks.password });
    test.deps.passwords.matches = matches;

    // The processing of a webhook fails.
    const retrieve = sessions.retrieve;
    sessions.retrieve = () => Promise.reject(new Error(`cannot read for ${marks.email}`));
    const payload = JSON.stringify(eventAbout('checkout.session.completed', `cs_test_${'a'.repeat(30)}`));
    const headers = { 'content-type': 'application/json', 'stripe-signature': sign(test, payload) };
    responses.push(await test.app.inject({ method: 'POST', url: '/api/stripe/webhook', headers, payload }));
    sessions.retrieve = retrieve;

    const failed = responses.slice(from).filter(({ statusCode }) => statusCode >= 500);
    expect(failed.length).toBeGreaterThanOrEqual(9);
    const lines = test.logs.map((line) => JSON.parse(line));
    for (const response of failed) {
      const id = response.headers['x-request-id'];
      const ofRequest = lines.filter(({ reqId, level }) => reqId === id && level >= 50);
      expect(
        ofRequest.map(({ msg }) => msg),
        `${response.statusCode} ${response.body}`,
      ).toHaveLength(1);
    }
    expectNoMarks();
  });

  it('does not name the recipients of emails that could not be sent', async () => {
    const { id } = await test.deps.db
      .selectFrom('mail_messages')
      .select('id')
      .where('status', '=', 'queued')
      .limit(1)
      .executeTakeFirstOrThrow();
    const handlers = createHandlers(test.deps);
    await expect(handlers['send-mail']({ mailId: id })).rejects.toThrow();
    await test.deps.jobs.work(handlers);
    const findLine = () => test.logs.find((line) => line.includes('an attempt to send an email failed'));
    await expect.poll(findLine).toBeDefined();
    expect(JSON.parse(findLine() ?? '')).toMatchObject({
      error: 'Error',
      originalCode: 'ECONNREFUSED',
    });
    expectNoMarks();
  });
});

describe('log lines of a login', () => {
  const forged = '{"level":50,"event":"forged","msg":"all is well"}';

  it.each([
    ['an email address', { email: `a@b.example\r\n${forged}`, password: 'long enough' }, {}],
    [
      'an email address with a quoted local part',
      { email: `"x\n${forged}"@b.example`, password: 'long enough' },
      {},
    ],
    [
      'a user agent',
      { email: 'nobody@b.example', password: 'long enough' },
      { 'user-agent': `x\r\n${forged}` },
    ],
    [
      'a request id',
      { email: 'nobody@b.example', password: 'long enough' },
      { 'x-request-id': `x\n${forged}` },
    ],
    [
      'a forwarded IP address',
      { email: 'nobody@b.example', password: 'long enough' },
      { 'x-forwarded-for': forged },
    ],
  ])('a log line forged in %s is not logged as a line of its own', async (_what, payload, headers) => {
    test.logs.length = 0;
    const response = await test.app.inject({ method: 'POST', url: '/api/login', payload, headers });
    expect([400, 401]).toContain(response.statusCode);
    const lines = test.logs.flatMap((text) => text.split('\n')).filter((line) => line !== '');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(JSON.parse(line).event, line).not.toBe('forged');
  });
});

describe('redacting errors', () => {
  it.each([
    ['postgres://user:secret@db:5432/x is away', 'postgres://[redacted]@db:5432/x is away'],
    [
      'GET https://s3.example/a/b?X-Amz-Signature=secret failed',
      'GET https://s3.example/a/b?[redacted] failed',
    ],
    ['/uploads/quarantine/1?sig=secret&exp=1 failed', '/uploads/quarantine/1?[redacted] failed'],
    ['key sk_live_secret and whsec_secret', 'key [redacted] and [redacted]'],
    ['550 <ada.b+c@mail.example>: no', '550 <[email]>: no'],
    ['Authorization: Bearer secret.token', 'Authorization: Bearer [redacted]'],
  ])('“%s” is logged as “%s”', (text, redacted) => {
    expect(withoutSecrets(text)).toBe(redacted);
  });

  it('keeps the type, message, code and cause of an error, but not its details and parameters', () => {
    const error = Object.assign(
      new Error('outer', { cause: Object.assign(new Error('inner'), { code: '57P01' }) }),
      {
        code: '23505',
        detail: 'Key (email)=(secret)',
        parameters: ['secret'],
        where: 'secret',
        raw: { secret: 'secret' },
      },
    );
    const logged = JSON.stringify(logOptions.serializers.err(error));
    expect(logged).not.toContain('secret');
    expect(JSON.parse(logged)).toMatchObject({
      type: 'Error',
      message: 'outer',
      code: '23505',
      cause: { message: 'inner', code: '57P01' },
    });
  });

  it('keeps the message and code of an error that the job queue has copied into a plain object', () => {
    const error = Object.assign(new Error('connect ECONNREFUSED postgres://user:secret@db'), {
      code: 'ECONNREFUSED',
    });
    const copy = { ...error, message: error.message, stack: error.stack, queue: 'send-mail', data: 'secret' };
    const logged = logOptions.serializers.err(copy);
    expect(JSON.stringify(logged)).not.toContain('secret');
    expect(logged).toMatchObject({
      code: 'ECONNREFUSED',
      queue: 'send-mail',
      message: expect.stringContaining('connect ECONNREFUSED'),
    });
  });

  it('redacts long texts quickly, without catastrophic backtracking', () => {
    const startedAt = performance.now();
    for (const text of [
      'a'.repeat(1_000_000),
      'a@'.repeat(500_000),
      'a?'.repeat(500_000),
      `${'a.'.repeat(500_000)}@`,
    ]) {
      withoutSecrets(text);
    }
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
