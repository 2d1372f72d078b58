import { waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import { recordAudit } from '../../../../server/audit/audit.operations.ts';
import { createCoach } from '../../../../server/coaching/testing/asked-questions.ts';
import { createTestDeck } from '../../../../server/practice/testing/test-decks.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let admin: TestUser;
let student: TestUser;
let screen: Screen;

beforeAll(async () => {
  admin = await academy.createUser({
    role: 'admin',
    firstName: 'Academy',
    lastName: 'Admin',
    password: testPassword,
  });
  student = await academy.createUser({ firstName: 'Timo', lastName: 'Jong' });
  const entry = { actorId: admin.userId, subjectType: 'user', subjectId: student.userId };
  await recordAudit(
    academy.deps.db,
    { ...entry, action: 'kyc.approved' },
    { ...entry, action: 'user.suspended', details: { before: 'active', after: 'suspended' } },
    { ...entry, action: 'payment.refund_requested' },
    { ...entry, actorId: student.userId, action: 'user.email_verified' },
    { ...entry, actorId: null, action: 'setting.changed', subjectType: 'setting', subjectId: 'minimumAge' },
    // An action that this version of the server does not know.
    { ...entry, action: 'of.another_version' },
  );
  const text = { actorId: admin.userId, action: 'site_text.changed', subjectType: 'site_text' };
  await recordAudit(
    academy.deps.db,
    { ...text, subjectId: 'email.password_reset.subject' },
    { ...text, subjectId: 'heroTitle' },
  );
});

const sentences = () =>
  within(screen.getByRole('table', { name: 'Audit log' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent);

it('each entry is a sentence with links', async () => {
  screen = await openScreen(academy, `/admin?tab=audit&subject=${student.userId}`, { as: admin });
  await screen.findByRole('table', { name: 'Audit log' });
  expect(sentences()).toEqual([
    'Academy Admin did “of.another_version”',
    'Timo Jong verified their own email',
    // Stripe may reject the refund, so the sentence says only that it was requested.
    'Academy Admin asked Stripe to refund Timo Jong’s payment',
    'Academy Admin suspended Timo Jong',
    'Academy Admin approved Timo Jong’s identity',
  ]);
  expect(screen.getAllByRole('link', { name: 'Timo Jong' })[0]).toHaveAttribute(
    'href',
    `/admin/users/${student.userId}`,
  );
});

it('entries can be filtered by kind, event, day, and a user who is searched by name', async () => {
  screen = await openScreen(academy, '/admin?tab=audit', { as: admin });
  await screen.findByRole('table', { name: 'Audit log' });
  await screen.user.type(screen.getByLabelText('About'), 'jong');
  await screen.user.click(await screen.findByRole('option', { name: /Timo Jong/ }));
  await waitFor(() => expect(sentences()).toHaveLength(5));
  expect(screen.getByLabelText('About')).toHaveValue('Timo Jong');
  await screen.user.selectOptions(screen.getByLabelText('Kind'), 'Accounts and logins');
  await waitFor(() => expect(sentences()).toHaveLength(2));
  await screen.user.selectOptions(screen.getByLabelText('What happened'), 'Suspended a user');
  await waitFor(() => expect(sentences()).toEqual(['Academy Admin suspended Timo Jong']));
  expect(screen.url()).toContain('action=user.suspended');
  await screen.user.click(screen.getByRole('button', { name: 'Clear About' }));
  await waitFor(() => expect(screen.url()).not.toContain('subject='));
  screen.fill(screen.getByLabelText('Until'), '2020-01-31');
  await screen.findByText('No entry matches');
});

it('clearing the field “About” removes the filter by user, and an admin can then choose a user again', async () => {
  screen = await openScreen(academy, `/admin?tab=audit&subject=${student.userId}`, { as: admin });
  const field = await screen.findByLabelText('About');
  await waitFor(() => expect(field).toHaveValue('Timo Jong'));
  await screen.user.clear(field);
  await waitFor(() => expect(screen.url()).not.toContain('subject='));
  await screen.user.tab();
  expect(field).toHaveValue('');
  await screen.user.type(field, 'jong');
  await screen.user.click(await screen.findByRole('option', { name: /Timo Jong/ }));
  await waitFor(() => expect(screen.url()).toContain(`subject=${student.userId}`));
});

it('an entry about a changed text names the text as the settings do', async () => {
  screen = await openScreen(academy, '/admin?tab=audit&action=site_text.changed', { as: admin });
  await screen.findByRole('table', { name: 'Audit log' });
  expect(sentences()).toEqual([
    'Academy Admin changed the text “First screen: Headline”',
    'Academy Admin changed the text “Forgotten password: Subject”',
  ]);
});

it('Enter does not choose a user who was found for an earlier search text', async () => {
  screen = await openScreen(academy, '/admin?tab=audit', { as: admin });
  const field = await screen.findByLabelText('About');
  await screen.user.type(field, 'jong');
  await screen.findByRole('option', { name: /Timo Jong/ });
  await screen.user.type(field, 'x{Enter}');
  await screen.findByText('Nobody matches');
  expect(screen.url()).not.toContain('subject=');
});

it('an entry about a drill names its deck, and an entry about a hand of the day names the day', async () => {
  const coach = await createCoach(academy, admin);
  await createTestDeck(academy, coach);
  const moved = { action: 'daily_hand.moved', subjectType: 'daily_hand', subjectId: '2026-12-03' };
  await recordAudit(academy.deps.db, { ...moved, actorId: coach.userId, details: { to: '2026-12-05' } });
  screen = await openScreen(academy, `/admin?tab=audit&type=practice&actor=${coach.userId}`, { as: admin });
  await screen.findByRole('table', { name: 'Audit log' });
  expect(sentences()).toEqual([
    'Dana Whitfield moved the hand of the day from 3 Dec 2026 to another day',
    'Dana Whitfield created a drill in the deck “Prices on the river”',
    'Dana Whitfield created the deck “Prices on the river”',
  ]);
});
