import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpClient, httpClient, signedIn } from '../testing/http-client.ts';
import { createTestApp, type TestApp, testPassword } from '../testing/test-app.ts';
import { cloneDatabase } from '../testing/test-db.ts';
import { returnLateQuestions } from './coaching/late-questions.operations.ts';
import { askedQuestion, createCoach, verifiedStudent } from './coaching/testing/asked-questions.ts';
import { createHandlers } from './job-handlers.ts';
import { queueEmail } from './messages/email/email.operations.ts';
import { notify } from './messages/notifications/notifications.operations.ts';
import { inTransaction } from './platform/db/database.ts';

/** Two servers of one academy. `platform/db/content-version.test.ts` tests how changes of cached content reach both. */
let here: TestApp;
let there: TestApp;

beforeAll(async () => {
  const shared = await cloneDatabase();
  const options = {
    rateLimitFactor: 1,
    env: { SESSION_SECRET: 'session '.repeat(5), ENCRYPTION_KEY: 'encryption '.repeat(4) },
  };
  here = await createTestApp({ ...options, database: shared });
  there = await createTestApp({ ...options, database: { ...shared, drop: async () => undefined } });
});
afterAll(async () => {
  await there.close();
  await here.close();
});

/** The same browser on the other server. */
function onOtherServer(client: HttpClient): Pick<HttpClient, 'request'> {
  const cookie = client.cookie() ?? '';
  return { request: (method, url, body) => httpClient(there.app).request(method, url, body, { cookie }) };
}

describe('two servers on one database', () => {
  it('return the credit of a late question only once, even in twenty concurrent jobs', async () => {
    const admin = await here.createUser({ role: 'admin' });
    await createCoach(here, admin);
    const student = await verifiedStudent(here);
    await askedQuestion(here, student);
    // After the 72 hours within which an answer is promised.
    const later = (app: TestApp) => ({ ...app.deps, now: () => new Date(Date.now() + 100 * 3_600_000) });
    await Promise.all(
      Array.from({ length: 20 }, (_, turn) => returnLateQuestions(later(turn % 2 === 0 ? here : there))),
    );
    const { db } = here.deps;
    const credits = await db
      .selectFrom('question_credits')
      .selectAll()
      .where('source', '=', 'returned')
      .execute();
    expect(credits).toHaveLength(1);
    const apologies = await db
      .selectFrom('mail_messages')
      .select('id')
      .where('kind', '=', 'question_late')
      .execute();
    expect(apologies).toHaveLength(1);
  });

  it('share sessions: a logout on one server ends the session on both', async () => {
    const { client } = await signedIn(here);
    const other = onOtherServer(client);
    expect((await other.request('GET', '/api/user')).statusCode).toBe(200);
    await client.request('POST', '/api/logout');
    expect((await other.request('GET', '/api/user')).statusCode).toBe(401);
  });

  it('count wrong passwords together, even concurrent ones', async () => {
    const user = await here.createUser({ password: testPassword });
    const attempts = Array.from({ length: 20 }, (_, turn) =>
      httpClient(turn % 2 === 0 ? here.app : there.app).request('POST', '/api/login', {
        email: user.email,
        password: 'not the password',
      }),
    );
    const statuses = (await Promise.all(attempts)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  it('accept a second-factor code once, even in concurrent requests', async () => {
    const { user, client } = await signedIn(here);
    const started = await client.request('POST', '/trpc/security.startTwoFactor', { password: testPassword });
    const totp = new TOTP({ secret: started.json().result.data.key.replaceAll(' ', '') });
    // In the middle of a time step, so that no step ends during the test.
    const now = new Date(Math.ceil(Date.now() / 30_000) * 30_000 + 10_000);
    for (const app of [here, there]) app.clock.set(now);
    const code = totp.generate({ timestamp: now.getTime() });
    const confirmed = await client.request('POST', '/trpc/security.confirmTwoFactor', { code });
    expect(confirmed.statusCode, confirmed.body).toBe(200);

    // The code that confirmed the setup cannot be used again.
    const next = totp.generate({ timestamp: now.getTime() + 30_000 });
    const browsers = await Promise.all(
      [here, there, here, there].map(async ({ app }) => {
        const browser = httpClient(app);
        const credentials = { email: user.email, password: testPassword };
        // The password is right, but the second factor is missing.
        expect((await browser.request('POST', '/api/login', credentials)).statusCode).toBe(401);
        return browser;
      }),
    );
    const responses = await Promise.all(
      browsers.map((browser) => browser.request('POST', '/trpc/auth.completeLogin', { code: next })),
    );
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401, 401, 401]);
  });

  it('complete a login that began on the other server', async () => {
    const { user, client } = await signedIn(here);
    const started = await client.request('POST', '/trpc/security.startTwoFactor', { password: testPassword });
    const totp = new TOTP({ secret: started.json().result.data.key.replaceAll(' ', '') });
    const now = here.deps.now().getTime();
    await client.request('POST', '/trpc/security.confirmTwoFactor', {
      code: totp.generate({ timestamp: now }),
    });
    const browser = httpClient(here.app);
    await browser.request('POST', '/api/login', { email: user.email, password: testPassword });
    const response = await onOtherServer(browser).request('POST', '/trpc/auth.completeLogin', {
      code: totp.generate({ timestamp: now + 30_000 }),
    });
    expect(response.statusCode, response.body).toBe(200);
  });

  it('create the same notification once, and mark it as read on both', async () => {
    const { user, client } = await signedIn(here);
    const notification = {
      userId: user.userId,
      kind: 'announcement' as const,
      title: 'Office hours',
      dedupeKey: 'announcement:several-servers',
      appearsAt: here.deps.now(),
    };
    await Promise.all(
      [here, there, here, there].map(({ deps }) =>
        inTransaction(deps.db, (trx) => notify(trx, notification)),
      ),
    );
    const unread = async (of: Pick<HttpClient, 'request'>) =>
      (await of.request('GET', '/trpc/notifications.unreadCount')).json().result.data.unread;
    const other = onOtherServer(client);
    expect([await unread(client), await unread(other)]).toEqual([1, 1]);
    await other.request('POST', '/trpc/notifications.markRead', {});
    expect(await unread(client)).toBe(0);
  });

  it('share one queue, and send each email once', async () => {
    const processed: { by: string; mailId: string }[] = [];
    // Waits until both servers process an email; a fast server could otherwise empty the queue alone.
    const busy = new Set<string>();
    const bothBusy = Promise.withResolvers<void>();
    for (const [by, { deps }] of Object.entries({ here, there })) {
      await deps.jobs.work({
        ...createHandlers(deps),
        'send-mail': async ({ mailId }) => {
          busy.add(by);
          if (busy.size === 2) bothBusy.resolve();
          await bothBusy.promise;
          processed.push({ by, mailId });
        },
      });
    }
    const count = 60;
    await inTransaction(here.deps.db, async (trx) => {
      for (let number = 0; number < count; number += 1) {
        await queueEmail(here.deps, trx, {
          kind: 'several_servers',
          userId: null,
          to: 'somebody@example.test',
          subject: 'One of many',
          text: 'Hello',
          dedupeKey: `several-servers:${number}`,
        });
      }
    });
    const rows = await here.deps.db
      .selectFrom('mail_messages')
      .select('id')
      .where('kind', '=', 'several_servers')
      .execute();
    expect(rows).toHaveLength(count);
    const mine = () => processed.filter(({ mailId }) => rows.some(({ id }) => id === mailId));
    await expect.poll(() => mine().length).toBe(count);
    expect(new Set(mine().map(({ mailId }) => mailId)).size).toBe(count);
    expect(busy).toEqual(new Set(['here', 'there']));
  });
});
