import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { hourMs } from '../../shared/durations.ts';
import { countStatements } from '../../testing/count-statements.ts';
import { changeUser, emailsTo } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { createHandlers } from '../job-handlers.ts';
import { apologizeForLateReviews } from './late-reviews.operations.ts';
import { createApplicant } from './testing/applicants.ts';

const app = setUpTestApp();
let admin: TestUser;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin' });
});

const decide = (
  id: string,
  status: 'approved' | 'rejected' | 'requires_review',
  more: { requestedItems?: 'back_side'[]; canResubmit?: boolean } = {},
) => app.caller(admin).admin.kyc.setStatus({ id, status, ...more });
const apologies = ({ user }: { user: TestUser }) => emailsTo(app, user, 'kyc_late');

test('an applicant whose review is late is emailed once, even if jobs run concurrently', async () => {
  const waiting = await createApplicant(app);
  const inReview = await createApplicant(app);
  await decide(inReview.id, 'requires_review');
  const waitsForUser = await createApplicant(app);
  await decide(waitsForUser.id, 'requires_review', { requestedItems: ['back_side'] });
  const decided = await createApplicant(app);
  await decide(decided.id, 'approved');
  const replaced = await createApplicant(app);
  await app.deps.db
    .updateTable('kyc_applications')
    .set({ superseded_at: app.deps.now() })
    .where('id', '=', replaced.id)
    .execute();
  const suspended = await createApplicant(app);
  await changeUser(app, suspended.user, { suspended_at: app.deps.now() });
  // Both applications are decided in time; only the reopening and the appeal come later.
  const reopened = await createApplicant(app);
  await decide(reopened.id, 'approved');
  const appealed = await createApplicant(app);
  await decide(appealed.id, 'rejected', { canResubmit: false });

  app.clock.advance(48 * hourMs - 60_000);
  expect(await apologizeForLateReviews(app.deps)).toBe(0);
  app.clock.advance(2 * 60_000);
  await decide(reopened.id, 'requires_review');
  await app.caller(appealed.user).kyc.appeal({ id: appealed.id, message: 'It is mine.' });
  const notified = await Promise.all(Array.from({ length: 20 }, () => apologizeForLateReviews(app.deps)));
  expect(notified.reduce((sum, count) => sum + count)).toBe(2);
  for (const one of [waiting, inReview]) {
    const [email, ...more] = await apologies(one);
    expect(email?.subject).toBe('Your review is taking longer than we promised');
    expect(email?.body_text).toContain('within 24-48 hours');
    expect(more).toEqual([]);
  }
  for (const one of [waitsForUser, decided, replaced, suspended, reopened, appealed]) {
    expect(await apologies(one)).toEqual([]);
  }
  app.clock.advance(100 * hourMs);
  expect(await apologizeForLateReviews(app.deps)).toBe(0);
});

test('the deadline of a review comes from the settings, and a late application stays pending', async () => {
  const { user, id } = await createApplicant(app);
  await app.caller(admin).admin.settings.update([{ key: 'reviewHoursTo', value: 72 }]);
  app.clock.advance(49 * hourMs);
  expect(await apologizeForLateReviews(app.deps)).toBe(0);
  app.clock.advance(24 * hourMs);
  // Run the job, as in production.
  await createHandlers(app.deps)['apologise-late-reviews']();
  const [email] = await apologies({ user });
  expect(email?.body_text).toContain('within 24-72 hours');
  const { application } = await app.caller(admin).admin.kyc.get({ id });
  expect(application.status).toBe('pending');
});

test('a run of the job emails at most 200 applicants, with few SQL statements, and notifies each admin once of the number of late reviews', async () => {
  await sql`with person as (
      insert into users (email, password_hash, first_name, last_name)
      select 'late' || n || '@example.test', 'none', 'Late', 'No ' || n from generate_series(1, 201) n returning id),
    file as (
      insert into uploads (purpose, user_id, storage_key, status, max_bytes, content_type, put_expires_at)
      select 'kyc', id, id || '/' || side, 'claimed', 1, 'image/jpeg', now() from person, generate_series(1, 2) side
      returning id, user_id)
    insert into kyc_applications (user_id, first_name, last_name, date_of_birth, phone_number, address, city, state,
      country, postal_code, document_type1, document_type2, document_upload1, document_upload2, created_at)
    select user_id, 'Late', 'Person', '1990-01-31', '1', '1', '1', '1', 'Canada', '1', 'passport', 'passport',
      (array_agg(id))[1], (array_agg(id))[2], ${new Date(app.deps.now().getTime() - 80 * hourMs).toISOString()}
    from file group by user_id`.execute(app.deps.db);
  const lateNotifications = async () =>
    (await app.caller(admin).notifications.list()).items.filter(({ title }) => title.includes('late'));
  const before = (await lateNotifications()).length;
  const statements = await countStatements(app.deps.pool, async () => {
    expect(await apologizeForLateReviews(app.deps)).toBe(200);
  });
  expect(statements).toBeLessThan(100);
  const [newest, ...others] = await lateNotifications();
  expect(newest).toMatchObject({
    title: '200 identity reviews are late',
    path: '/admin?tab=kyc&status=open',
  });
  expect(others).toHaveLength(before);
  const emails = await emailsTo(app, admin);
  expect(emails.filter(({ subject }) => subject.startsWith('200 '))).toHaveLength(1);
  expect(await apologizeForLateReviews(app.deps)).toBe(1);
});

test('if the admins cannot be notified, no applicant is emailed, and the next run tries again', async () => {
  const waiting = await createApplicant(app);
  app.clock.advance(80 * hourMs);
  await sql`alter table notifications add constraint refuses check (kind <> 'admin_late_review') not valid`.execute(
    app.deps.db,
  );
  await expect(apologizeForLateReviews(app.deps)).rejects.toThrow(/refuses/);
  expect(await apologies(waiting)).toEqual([]);
  await sql`alter table notifications drop constraint refuses`.execute(app.deps.db);
  expect(await apologizeForLateReviews(app.deps)).toBe(1);
  expect(await apologies(waiting)).toHaveLength(1);
});
