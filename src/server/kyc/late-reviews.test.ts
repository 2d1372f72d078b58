import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { createHandlers } from '../job-handlers.ts';
import { apologiseForLateReviews } from './late-reviews.operations.ts';
import { applicantForm } from './testing/applicants.ts';

const hour = 60 * 60 * 1000;

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.createUser({ role: 'admin' });
});
afterAll(() => app.close());

async function applicant() {
  const user = await app.createUser();
  const caller = app.caller(user);
  const { id } = await caller.kyc.submitApplication({
    ...applicantForm,
    documentNumber1: `A-${user.userId}`,
    documentNumber2: `B-${user.userId}`,
    documentImageUrl1: await app.uploadDocument(caller),
    documentImageUrl2: await app.uploadDocument(caller),
  });
  return { user, id };
}

const decide = (
  id: string,
  status: 'approved' | 'rejected' | 'requires_review',
  more: { requestedItems?: 'back_side'[]; canResubmit?: boolean } = {},
) => app.caller(admin).admin.kyc.setStatus({ id, status, ...more });
const apologies = async ({ user }: { user: TestUser }) =>
  app.deps.db
    .selectFrom('mail_messages')
    .select(['body_text', 'subject'])
    .where('user_id', '=', user.userId)
    .where('kind', '=', 'kyc_late')
    .execute();

test('an overdue applicant is emailed once, even with concurrent jobs', async () => {
  const waiting = await applicant();
  const inReview = await applicant();
  await decide(inReview.id, 'requires_review');
  const waitsForUser = await applicant();
  await decide(waitsForUser.id, 'requires_review', { requestedItems: ['back_side'] });
  const decided = await applicant();
  await decide(decided.id, 'approved');
  const replaced = await applicant();
  await app.deps.db
    .updateTable('kyc_applications')
    .set({ superseded_at: app.deps.now() })
    .where('id', '=', replaced.id)
    .execute();
  const suspended = await applicant();
  await app.deps.db
    .updateTable('users')
    .set({ suspended_at: app.deps.now() })
    .where('id', '=', suspended.user.userId)
    .execute();
  // These were decided in time; the reopening and the appeal came later.
  const reopened = await applicant();
  await decide(reopened.id, 'approved');
  const appealed = await applicant();
  await decide(appealed.id, 'rejected', { canResubmit: false });

  app.clock.advance(48 * hour - 60_000);
  expect(await apologiseForLateReviews(app.deps)).toBe(0);
  app.clock.advance(2 * 60_000);
  await decide(reopened.id, 'requires_review');
  await app.caller(appealed.user).kyc.appeal({ id: appealed.id, message: 'It is mine.' });
  const notified = await Promise.all(Array.from({ length: 20 }, () => apologiseForLateReviews(app.deps)));
  expect(notified.reduce((sum, count) => sum + count)).toBe(2);
  for (const one of [waiting, inReview]) {
    const [mail, ...more] = await apologies(one);
    expect(mail?.subject).toBe('Your review is taking longer than we promised');
    expect(mail?.body_text).toContain('within 24-48 hours');
    expect(more).toEqual([]);
  }
  for (const one of [waitsForUser, decided, replaced, suspended, reopened, appealed]) {
    expect(await apologies(one)).toEqual([]);
  }
  app.clock.advance(100 * hour);
  expect(await apologiseForLateReviews(app.deps)).toBe(0);
});

test('the deadline comes from the settings, and the application stays open', async () => {
  const { user, id } = await applicant();
  await app.caller(admin).admin.settings.update([{ key: 'reviewHoursTo', value: 72 }]);
  app.clock.advance(49 * hour);
  expect(await apologiseForLateReviews(app.deps)).toBe(0);
  app.clock.advance(24 * hour);
  // Run the job, as in production.
  await createHandlers(app.deps)['apologise-late-reviews']();
  const [mail] = await apologies({ user });
  expect(mail?.body_text).toContain('within 24-72 hours');
  const { application } = await app.caller(admin).admin.kyc.get({ id });
  expect(application.status).toBe('pending');
});
