import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type FailedUntil,
  failedUntilInput,
  maxEmailsAtOnce,
} from '../../../shared/messages/failed-emails.ts';
import { countStatements } from '../../../testing/count-statements.ts';
import { waitForLockWaiters } from '../../../testing/lock-waiters.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import { EmailRejected } from '../../platform/smtp.ts';
import { failAbandonedEmails, sendQueuedEmail } from './email.operations.ts';
import { dismissFailedEmails, findEmail, requeueEmails } from './email.queries.ts';

const app = setUpTestApp();
let admin: TestUser;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin' });
});
beforeEach(async () => {
  await app.deps.db.deleteFrom('mail_messages').execute();
});

const emails = () => app.caller(admin).admin.email;
const failAt = (id: string, time: Date) =>
  sendQueuedEmail(
    { ...app.deps, now: () => time },
    () => Promise.reject(new EmailRejected('550 no such mailbox')),
    id,
  );

/** Loads the list of failed emails. @returns the input that limits the bulk actions to this list */
async function listSeen(): Promise<FailedUntil> {
  const { failedUntil } = (await emails().listFailed({})).counts;
  return failedUntilInput.parse({ failedUntil });
}

type StoredEmail = {
  status?: 'queued' | 'failed';
  kind?: string;
  userId?: string;
  text?: string;
  createdAt?: string;
};
async function insert(...stored: StoredEmail[]): Promise<string[]> {
  const rows = await app.deps.db
    .insertInto('mail_messages')
    .values(
      stored.map(
        ({ status = 'failed', kind = 'receipt', userId, text = 'Thank you.', createdAt = '2026-01-01' }) => ({
          dedupe_key: randomUUID(),
          kind,
          user_id: userId ?? null,
          to_address: 'student@example.test',
          subject: 'Your receipt',
          body_text: text,
          status,
          created_at: new Date(createdAt),
        }),
      ),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

test('bulk actions leave out emails that failed after the admin loaded the list, even if they were queued before', async () => {
  const [earlier = '', shown = ''] = await insert(
    { status: 'queued', createdAt: '2026-01-01' },
    { status: 'queued', createdAt: '2026-01-02' },
  );
  await failAt(shown, new Date('2026-01-03T10:00:00.000Z'));
  const seen = await listSeen();
  await failAt(earlier, new Date('2026-01-03T10:00:00.001Z'));
  expect(await emails().retryAll(seen)).toEqual({ count: 1 });
  await failAt(shown, new Date('2026-01-03T10:00:00.000Z'));
  expect(await emails().dismissAll(seen)).toEqual({ count: 1 });
  expect((await emails().listFailed({})).items.map(({ id }) => id)).toEqual([earlier]);
});

test('an email that another admin dismisses while all failed emails are being sent again is not sent', async () => {
  const [dismissed = ''] = await insert({}, {});
  const seen = await listSeen();
  const { result } = await app.deps.db.transaction().execute(async (trx) => {
    await dismissFailedEmails(trx, [dismissed], app.deps.now());
    const retried = emails().retryAll(seen);
    await waitForLockWaiters(app.deps.db);
    return { result: retried };
  });
  expect(await result).toEqual({ count: 1 });
  const row = await app.deps.db
    .selectFrom('mail_messages')
    .select(['status', 'dismissed_at'])
    .where('id', '=', dismissed)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ status: 'failed', dismissed_at: expect.any(String) });
});

test('dismissing emails and sending them again lock the emails in the same order, so that they cannot deadlock', async () => {
  const [old = '', recent = ''] = await insert({ createdAt: '2026-01-01' }, { createdAt: '2026-01-02' });
  const seen = await listSeen();
  const { result } = await app.deps.db.transaction().execute(async (trx) => {
    expect(await requeueEmails(trx, [recent], { includeDismissed: false, supportEmail: '' })).toHaveLength(1);
    const dismissed = emails().dismissAll(seen);
    await waitForLockWaiters(app.deps.db);
    expect(await requeueEmails(trx, [old], { includeDismissed: false, supportEmail: '' })).toHaveLength(1);
    return { result: dismissed };
  });
  expect(await result).toEqual({ count: 0 });
});

test('one run of the job marks as failed all emails that were queued while no email server was connected, even if there are many', async () => {
  await insert(...Array.from({ length: maxEmailsAtOnce + 1 }, () => ({ status: 'queued' as const })));
  const { config } = app.deps;
  await failAbandonedEmails({
    ...app.deps,
    config: { ...config, mail: { ...config.mail, smtpUrl: 'smtp://localhost' } },
  });
  expect((await emails().listFailed({})).counts.all).toBe(maxEmailsAtOnce + 1);
});

test('failed emails whose secret link was removed do not prevent older failed emails from being sent again', async () => {
  const removed = { text: 'https://a.example/reset-password?token=removed', createdAt: '2026-01-02' };
  await insert({}, ...Array.from({ length: maxEmailsAtOnce }, () => removed));
  expect(await emails().retryAll(await listSeen())).toEqual({ count: 1 });
});

test('emails that their recipients have switched off do not prevent older failed emails from being sent again', async () => {
  const student = await app.createUser();
  const kind = 'kyc_received';
  await app.caller(student).email.setPreference({ kind, enabled: false });
  const unwanted = { kind, userId: student.userId, createdAt: '2026-01-02' };
  const [wanted] = await insert({}, ...Array.from({ length: maxEmailsAtOnce }, () => unwanted));
  expect(await emails().retryAll(await listSeen())).toEqual({ count: 1 });
  expect((await emails().listFailed({})).items.map(({ id }) => id)).not.toContain(wanted);
});

test('emails to the former support email are sent again to the present one', async () => {
  const { settings } = app.caller(admin).admin;
  await settings.update([{ key: 'supportEmail', value: 'help@example.test' }]);
  const addressOf = async (id: string) => (await findEmail(app.deps.db, id))?.to_address;
  const [single, bulk, reply, own] = (await insert(
    { kind: 'dispute' },
    { kind: 'contact_message' },
    { kind: 'contact_reply' },
    { kind: 'dispute', userId: admin.userId },
  )) as [string, string, string, string];
  await emails().retry({ id: single });
  expect(await addressOf(single)).toBe('help@example.test');
  expect(await emails().retryAll(await listSeen())).toEqual({ count: 3 });
  expect(await Promise.all([bulk, reply, own].map(addressOf))).toEqual([
    'help@example.test',
    'student@example.test',
    'student@example.test',
  ]);
  await settings.update([{ key: 'supportEmail', value: '' }]);
});

test('sending 300 emails again takes as many SQL statements as sending one', async () => {
  const student = await app.createUser();
  const statementsFor = async (count: number) => {
    await insert(...Array.from({ length: count }, () => ({ kind: 'kyc_received', userId: student.userId })));
    const seen = await listSeen();
    return countStatements(app.deps.pool, async () =>
      expect(await emails().retryAll(seen)).toEqual({ count }),
    );
  };
  const one = await statementsFor(1);
  expect(await statementsFor(300)).toBe(one);
});
