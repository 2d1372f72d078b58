import { setTimeout } from 'node:timers/promises';
import { within } from '@testing-library/dom';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { recordAudit } from '../../../../server/audit/audit.operations.ts';
import { backupTaken } from '../../../../shared/admin/audit-actions.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let admin: TestUser;
let screen: Screen;

beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword });
});

it('the page shows when the last backup was made, and refers to the documentation if there is no backup', async () => {
  screen = await openScreen(academy, '/admin?tab=system', { as: admin });
  expect(await screen.findByText(/has no record of a backup/)).toHaveTextContent(
    'The academy has no record of a backup made with npm run backup. The file docs/operations.md describes backups, including your provider’s snapshots.',
  );
  await recordAudit(academy.deps.db, {
    actorId: null,
    action: backupTaken,
    subjectType: 'system',
    subjectId: 'backup',
  });
  await screen.user.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByText(/^Last backup with/)).toHaveTextContent(
    new RegExp(`^Last backup with npm run backup: .*${new Date().getUTCFullYear()}`),
  );
});

it('the deletion of files that no row refers to is allowed only after a confirmation that states their number', async () => {
  // `withheld`: files that are kept until an admin allows their deletion.
  const found = { checked_at: academy.deps.now(), files: 2_000, erased: 0, withheld: 1_203 };
  await academy.deps.db
    .insertInto('file_checks')
    .values({ id: 1, ...found })
    .execute();
  const isAllowed = async () => (await academy.caller(admin).admin.system.missingFiles()).erasingAllowed;
  screen = await openScreen(academy, '/admin?tab=system', { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Allow their deletion' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete 1,203 files for good?' }));
  expect(await isAllowed()).toBe(false);
  await screen.user.click(question.getByRole('button', { name: 'Allow the deletion of 1,203 files' }));
  await screen.readMessage('The deletion is allowed and runs tonight');
  expect(await isAllowed()).toBe(true);
});

it('the Remove button of an unreadable hand names the hand, and asks for confirmation', async () => {
  const { hands } = academy.caller(await academy.createUser());
  for (const line of [12, 13])
    await hands.reportUnreadable({ text: `Line ${line}`, site: null, code: 'unknown_line', line });
  screen = await openScreen(academy, '/admin?tab=system', { as: admin });
  await screen.user.click(
    await screen.findByRole('button', { name: /^Remove: unknown line, line 12, sent/ }),
  );
  const question = within(await screen.findByRole('dialog', { name: 'Remove this hand for good?' }));
  const lines = async () =>
    (await academy.caller(admin).admin.hands.listUnreadable({})).items.map(({ line }) => line);
  expect(await lines()).toHaveLength(2);
  await screen.user.click(question.getByRole('button', { name: 'Remove the hand' }));
  await screen.readMessage('Hand removed');
  expect(await lines()).toEqual([13]);
});

it('a failed email whose link was removed can be dismissed', async () => {
  await academy.deps.db
    .insertInto('mail_messages')
    .values({
      dedupe_key: 'failed',
      kind: 'verify_email',
      to_address: 'mistyped@example.test',
      subject: 'Verify your email',
      body_text: 'https://a.example/verify-email?token=removed',
      status: 'failed',
    })
    .execute();
  screen = await openScreen(academy, '/admin?tab=system', { as: admin });
  await screen.findByText(/^Its one-time link was removed/);
  await screen.user.click(
    screen.getByRole('button', { name: 'Dismiss: Verify your email, to mistyped@example.test' }),
  );
  await screen.readMessage('Dismissed', 'Verify your email');
  await screen.findByText('No failed emails.');
});

it('all failed emails are sent again or dismissed after a confirmation that states their number', async () => {
  await academy.deps.db
    .insertInto('mail_messages')
    .values(
      Array.from({ length: 30 }, (_, n) => ({
        dedupe_key: `failed:${n}`,
        kind: 'receipt',
        to_address: `student${n}@example.test`,
        subject: 'Your receipt',
        // The link in the last email was removed.
        body_text: n < 29 ? 'Thank you.' : 'https://a.example/reset-password?token=removed',
        status: 'failed' as const,
        created_at: new Date(Date.UTC(2026, 0, 1 + n)),
      })),
    )
    .execute();
  screen = await openScreen(academy, '/admin?tab=system', { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Send all again' }));
  const question = within(await screen.findByRole('dialog', { name: 'Send 29 emails again?' }));
  expect(question.getByText(/^The oldest is from 1 Jan 2026\./)).toBeVisible();
  expect((await academy.caller(admin).admin.email.listFailed({})).counts.all).toBe(30);
  await screen.user.click(question.getByRole('button', { name: 'Send 29 emails' }));
  await screen.readMessage('29 emails are being sent again');
  expect((await academy.caller(admin).admin.email.listFailed({})).counts.all).toBe(1);
  // For a single failed email, there are no buttons for all emails.
  await screen.findByRole('button', { name: /^Dismiss: / });
  await screen.settle();
  expect(screen.queryByRole('button', { name: 'Dismiss all' })).toBeNull();

  await academy.deps.db
    .updateTable('mail_messages')
    .set({ status: 'failed' })
    .where('dedupe_key', 'in', ['failed:1', 'failed:2'])
    .execute();
  await screen.close();
  screen = await openScreen(academy, '/admin?tab=system', { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Dismiss all' }));
  const dismissal = within(await screen.findByRole('dialog', { name: 'Dismiss 3 emails?' }));
  await screen.user.click(dismissal.getByRole('button', { name: 'Dismiss 3 emails' }));
  await screen.readMessage('3 emails dismissed');
  await screen.findByText('No failed emails.');
});

it('if the check of the background jobs fails, the page does not say that they are on time', async () => {
  const { db } = academy.deps;
  await sql`alter table pgboss.job rename to job_elsewhere`.execute(db);
  try {
    screen = await openScreen(academy, '/admin?tab=system', { as: admin });
    expect(await screen.findByText('Does not respond')).toBeVisible();
    expect(screen.queryByText(/on time/)).toBeNull();
  } finally {
    await sql`alter table pgboss.job_elsewhere rename to job`.execute(db);
  }
});

it.each([
  ['stats&view=webhooks', 'Refresh', 'admin.webhooks.list', 'The events could not be loaded', 'By type'],
  ['system', 'Check again', 'admin.system.status', 'The system could not be checked', 'Unreadable hands'],
])(
  'at ?tab=%s, if “%s” fails, the content of the page stays below the error',
  async (tab, button, procedure, error, heading) => {
    screen = await openScreen(academy, `/admin?tab=${tab}`, { as: admin });
    await screen.findByRole('heading', { name: heading });
    await screen.settle();
    screen.network.fail(procedure, { status: 500, code: 'internal' });
    await screen.user.click(screen.getByRole('button', { name: button }));
    await screen.findByText(error);
    expect(screen.getByRole('heading', { name: heading })).toBeVisible();
  },
);

it('if the result of a test email cannot be loaded, the page says so and does not request it again until the admin presses “Try again”', async () => {
  screen = await openScreen(academy, '/admin?tab=system', { as: admin });
  // In tests, no email server is connected.
  const connected = { connected: true, error: null };
  screen.network.changeResponse('admin.email.sendTest', (sent: object) => ({ ...sent, ...connected }));
  const restore = screen.network.fail('admin.email.testResult', { status: 500, code: 'internal' });
  await screen.user.click(await screen.findByRole('button', { name: 'Send a test email' }));
  const title = 'The state of the test email could not be loaded';
  await screen.findByText(title);
  const requests = () => screen.network.sent.filter((each) => each.includes('admin.email.testResult')).length;
  await setTimeout(2_500);
  expect(requests()).toBe(1);

  restore();
  screen.network.changeResponse('admin.email.testResult', (test: object) => ({
    ...test,
    ...connected,
    state: 'sent',
  }));
  await screen.user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('The email server accepted the email');
  expect(screen.queryByText(title)).toBeNull();
});
