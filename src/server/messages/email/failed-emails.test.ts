import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditEntries, emailsTo } from '../../../testing/rows.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';
import { countUnsentEmails } from '../../admin/system/system.queries.ts';
import { createHandlers } from '../../job-handlers.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { findWorkFacts } from '../../platform/metrics/metrics.queries.ts';
import { EmailRejected, type OutgoingEmail } from '../../platform/smtp.ts';
import { queueEmail, sendQueuedEmail } from './email.operations.ts';
import { withoutSecretLinks } from './secrets.ts';

const app = setUpTestApp();
let admin: TestUser;
let student: TestUser;
const received: OutgoingEmail[] = [];

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin' });
  student = await app.createUser({ password: testPassword });
});

const accept = async (mail: OutgoingEmail) => void received.push(mail);
const reject = () => Promise.reject(new EmailRejected('550 no such mailbox'));
const rowOf = (id: string) =>
  app.deps.db.selectFrom('mail_messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function newestEmail(kind: string): Promise<string> {
  return (await emailsTo(app, student, kind)).at(-1)?.id ?? '';
}

async function queueReceipt(key: string): Promise<string> {
  await inTransaction(app.deps.db, (trx) =>
    queueEmail(app.deps, trx, {
      kind: 'receipt',
      userId: student.userId,
      to: student.email,
      subject: 'Your receipt',
      text: 'Thank you.',
      dedupeKey: key,
    }),
  );
  return newestEmail('receipt');
}

describe('secrets in emails', () => {
  const requests = {
    verify_email: () => app.caller(student).security.requestEmailVerification(),
    password_reset: () => app.caller(null).security.requestPasswordReset({ email: student.email }),
    deletion_requested: () =>
      app.caller(student).privacy.requestDeletion({ password: testPassword, confirmation: 'DELETE' }),
  };
  const token = /[\w-]{43}/;

  test.each(['verify_email', 'password_reset', 'deletion_requested'] as const)(
    '%s: the link is sent, then removed from the outbox',
    async (kind) => {
      await requests[kind]();
      const id = await newestEmail(kind);
      await sendQueuedEmail(app.deps, accept, id);
      const sent = received.at(-1);
      const secret = token.exec(sent?.text ?? '')?.[0] ?? '';
      expect(secret).toHaveLength(43);
      expect(sent?.html).toContain(secret);
      const row = await rowOf(id);
      expect(row.status).toBe('sent');
      expect(JSON.stringify(row)).not.toContain(secret);
      expect(row.body_text).toContain('?token=removed');
      expect(row.body_html).toContain('?token=removed');
    },
  );

  test('secrets remain in an email that will be retried, and are removed when the email is rejected for good', async () => {
    // An account can request only one such email a minute.
    student = await app.createUser({ password: testPassword });
    await requests.verify_email();
    const id = await newestEmail('verify_email');
    await expect(sendQueuedEmail(app.deps, () => Promise.reject(new Error('451 later')), id)).rejects.toThrow(
      '451',
    );
    expect((await rowOf(id)).body_text).toMatch(/token=[\w-]{43}/);
    await sendQueuedEmail(app.deps, reject, id);
    expect(await rowOf(id)).toMatchObject({ status: 'failed', attempts: 2 });
    expect((await rowOf(id)).body_text).not.toMatch(token);
  });

  test('unsubscribe links of optional emails remain', () => {
    const text = 'https://a.example/api/mail/unsubscribe?token=kyc_received.1.abc';
    expect(withoutSecretLinks({ text, html: null })).toEqual({ text, html: null });
  });
});

const sweepWith = (smtpUrl: string | undefined) => {
  const { config } = app.deps;
  return createHandlers({ ...app.deps, config: { ...config, mail: { ...config.mail, smtpUrl } } })[
    'fail-abandoned-emails'
  ]();
};

const listFailed = async () => (await app.caller(admin).admin.email.listFailed({})).items;

describe('failed emails', () => {
  test('failed emails are listed without their content, and twenty concurrent retries queue an email only once', async () => {
    const id = await queueReceipt('failed:1');
    await sendQueuedEmail(app.deps, reject, id);
    const listed = (await listFailed()).find((mail) => mail.id === id);
    expect(listed).toEqual({
      id,
      kind: 'receipt',
      to: student.email,
      subject: 'Your receipt',
      attempts: 1,
      lastError: '550 no such mailbox',
      createdAt: expect.any(String),
      retryable: true,
    });
    const clicks = await Promise.allSettled(
      Array.from({ length: 20 }, () => app.caller(admin).admin.email.retry({ id })),
    );
    expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ status: 'queued', attempts: 0 });
    await sendQueuedEmail(app.deps, accept, id);
    expect(await rowOf(id)).toMatchObject({ status: 'sent', last_error: null });
    expect((await listFailed()).map((mail) => mail.id)).not.toContain(id);
    expect(await auditEntries(app, { subject_id: id })).toEqual([
      expect.objectContaining({
        actor_id: admin.userId,
        action: 'mail.retried',
        details: { kind: 'receipt' },
      }),
    ]);
  });

  test('the list, the dashboard, the system page and the metrics leave out a dismissed email until it fails again', async () => {
    const id = await queueReceipt('dismissed:1');
    const { admin: calls } = app.caller(admin);
    const counts = async () => ({
      waiting: (await calls.dashboard.waiting()).failedEmails.count,
      unsent: (await countUnsentEmails(app.deps.db, app.deps.now())).failed,
      metric: Number((await findWorkFacts(app.deps.db)).emailsFailed),
      listed: (await listFailed()).filter((mail) => mail.id === id).length,
    });
    await expect(calls.email.dismiss({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
    const before = await counts();
    await sendQueuedEmail(app.deps, reject, id);
    const failed = await counts();
    expect(failed).toEqual({
      waiting: before.waiting + 1,
      unsent: before.unsent + 1,
      metric: before.metric + 1,
      listed: 1,
    });
    const clicks = await Promise.allSettled(Array.from({ length: 20 }, () => calls.email.dismiss({ id })));
    expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await counts()).toEqual(before);

    await calls.email.retry({ id });
    await sendQueuedEmail(app.deps, reject, id);
    expect(await counts()).toEqual(failed);
    await calls.email.dismiss({ id });
  });

  test('an email whose last attempt was interrupted is marked as failed, unless it will be tried again', async () => {
    const id = await queueReceipt('abandoned:1');
    const setJob = (state: string) =>
      sql`update pgboss.job set state = ${state} where name = 'send-mail' and data ->> 'mailId' = ${id}`.execute(
        app.deps.db,
      );
    const sweep = createHandlers(app.deps)['fail-abandoned-emails'];
    for (const state of ['created', 'retry', 'active', 'completed']) {
      await setJob(state);
      await sweep();
      expect(await rowOf(id)).toMatchObject({ status: 'queued', attempts: 0 });
    }
    await expect(
      sendQueuedEmail(app.deps, () => Promise.reject(new Error('451 later')), id),
    ).rejects.toThrow();
    await setJob('failed');
    await sweep();
    await sweep();
    const failure = 'An attempt was interrupted, so the email may have been sent. Before: 451 later';
    expect(await rowOf(id)).toMatchObject({ status: 'failed', attempts: 2, last_error: failure });

    // After the retry, the email has a new job in addition to the job that failed.
    await app.caller(admin).admin.email.retry({ id });
    await sweep();
    expect(await rowOf(id)).toMatchObject({ status: 'queued' });
    await sendQueuedEmail(app.deps, accept, id);
  });

  test('an email queued without an email server is not sent when a server is connected later: it waits for an admin', async () => {
    const id = await queueReceipt('stored:1');
    const other = await queueReceipt('stored:2');
    await sendQueuedEmail(app.deps, undefined, id);
    await sql`update pgboss.job set state = 'completed' where name = 'send-mail' and data ->> 'mailId' = ${id}`.execute(
      app.deps.db,
    );
    await sweepWith(undefined);
    expect(await rowOf(id)).toMatchObject({ status: 'queued', last_error: null });
    await sweepWith('smtp://localhost');
    const stored = 'It was written while no email server was connected';
    expect((await listFailed()).find((mail) => mail.id === id)).toMatchObject({
      attempts: 0,
      lastError: stored,
      retryable: true,
    });
    // An email whose job has not run yet stays queued.
    expect(await rowOf(other)).toMatchObject({ status: 'queued' });
    await app.caller(admin).admin.email.retry({ id });
    await sweepWith('smtp://localhost');
    expect(await rowOf(id)).toMatchObject({ status: 'queued' });
    await sendQueuedEmail(app.deps, accept, id);
    expect(await rowOf(id)).toMatchObject({ status: 'sent' });
  });

  test('the second page of failed emails continues after the last email of the first page', async () => {
    await app.deps.db
      .insertInto('mail_messages')
      .values(
        Array.from({ length: 30 }, (_, n) => ({
          dedupe_key: `page:${n}`,
          kind: 'receipt',
          to_address: student.email,
          subject: 'Your receipt',
          body_text: 'Hello',
          status: 'failed' as const,
          // Some emails have the same time, so that the id determines their order.
          created_at: new Date(Date.UTC(2026, 0, 1 + Math.trunc(n / 4))),
        })),
      )
      .execute();
    const { listFailed: list } = app.caller(admin).admin.email;
    const first = await list({});
    expect(first.items).toHaveLength(25);
    const second = await list({ cursor: first.nextCursor ?? '' });
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    const { rows } = await sql<{ id: string }>`
      select id from mail_messages where status = 'failed' and dismissed_at is null`.execute(app.deps.db);
    expect(second.nextCursor).toBeNull();
    expect(new Set(ids)).toEqual(new Set(rows.map(({ id }) => id)));
    expect(ids).toHaveLength(rows.length);
    await expect(list({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('a failed email cannot be retried if its link was removed', async () => {
    const withoutLink = (await listFailed()).find(({ kind }) => kind === 'verify_email');
    expect(withoutLink?.retryable).toBe(false);
    await expect(app.caller(admin).admin.email.retry({ id: withoutLink?.id ?? '' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  test('a failed email is not queued again if its recipient has switched off emails of its kind in the meantime', async () => {
    const kind = 'kyc_received';
    await inTransaction(app.deps.db, (trx) =>
      queueEmail(app.deps, trx, {
        kind,
        userId: student.userId,
        to: student.email,
        subject: 'We received your documents',
        text: 'Thank you.',
        dedupeKey: 'switched-off:1',
      }),
    );
    const id = await newestEmail(kind);
    await sendQueuedEmail(app.deps, reject, id);
    await app.caller(student).email.setPreference({ kind, enabled: false });
    await expect(app.caller(admin).admin.email.retry({ id })).rejects.toThrow('no longer gets');
    expect(await rowOf(id)).toMatchObject({ status: 'failed' });
  });

  test('only failed emails can be queued again', async () => {
    const id = await queueReceipt('failed:2');
    await expect(app.caller(admin).admin.email.retry({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(
      app.caller(admin).admin.email.retry({ id: '00000000-0000-4000-8000-000000000000' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('concurrent calls queue each sendable failed email exactly once, with one audit entry for it', async () => {
    const { email } = app.caller(admin).admin;
    const { counts } = await email.listFailed({});
    const seen = { failedUntil: counts.failedUntil ?? '' };
    expect(counts).toMatchObject({ all: counts.retryable + 1, oldestAt: '2026-01-01T00:00:00.000Z' });
    // One of these emails cannot be sent: in an earlier test, its recipient switched off emails of its kind.
    const sendable = counts.retryable - 1;
    expect(sendable).toBeGreaterThan(25);
    const audited = async (action: 'mail.retried' | 'mail.dismissed') =>
      (await auditEntries(app, { action })).length;
    const before = await audited('mail.retried');
    const results = await Promise.all(Array.from({ length: 5 }, () => email.retryAll(seen)));
    expect(results.reduce((sum, { count }) => sum + count, 0)).toBe(sendable);
    expect(await audited('mail.retried')).toBe(before + sendable);
    const { rows } = await sql<{ jobs: number }>`select count(*)::int as jobs from pgboss.job
      join mail_messages on data ->> 'mailId' = mail_messages.id::text
      where name = 'send-mail' and dedupe_key like 'page:%'`.execute(app.deps.db);
    expect(rows).toEqual([{ jobs: 30 }]);
    expect((await email.listFailed({})).counts).toMatchObject({ all: 2, retryable: 1 });

    const dismissed = await audited('mail.dismissed');
    expect(await email.dismissAll(seen)).toEqual({ count: 2 });
    expect(await email.dismissAll(seen)).toEqual({ count: 0 });
    expect(await audited('mail.dismissed')).toBe(dismissed + 2);
    expect((await email.listFailed({})).counts).toEqual({
      all: 0,
      retryable: 0,
      oldestAt: null,
      failedUntil: null,
    });
  });
});
