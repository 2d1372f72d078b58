import { beforeAll, expect, test } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { createApplicant, submitForm } from './testing/applicants.ts';

const app = setUpTestApp();
let admin: TestUser;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin' });
});

test('the application of an account that is about to be deleted is in no list or count of open cases, until the deletion is canceled', async () => {
  const asAdmin = app.caller(admin).admin;
  const [pending, inReview, asked] = [
    await createApplicant(app),
    await createApplicant(app),
    await createApplicant(app),
  ];
  const staying = await createApplicant(app);
  for (const { id } of [inReview, asked]) await asAdmin.kyc.setStatus({ id, status: 'requires_review' });
  await app.deps.db
    .updateTable('kyc_applications')
    .set({ requested_items: ['proof_of_address'] })
    .where('id', '=', asked.id)
    .execute();
  const setDeletion = (dueAt: Date | null) =>
    app.deps.db
      .updateTable('users')
      .set({ deletion_due_at: dueAt })
      .where(
        'id',
        'in',
        [pending, inReview, asked].map(({ user }) => user.userId),
      )
      .execute();
  const read = async () => {
    const lists = await Promise.all(
      (['open', 'asked', 'pending', 'requires_review', 'all'] as const).map(
        async (status) => [status, (await asAdmin.kyc.queue({ status })).items.length] as const,
      ),
    );
    const { approved, rejected, ...counts } = (await asAdmin.kyc.queue({})).counts;
    // Each count equals the length of its list.
    expect(Object.fromEntries(lists)).toEqual(counts);
    const { applications } = await asAdmin.dashboard.waiting();
    expect(applications.count).toBe(counts.open);
    const { pendingKyc } = await asAdmin.dashboard.analytics();
    expect(pendingKyc).toBe(counts.open + counts.asked);
    return counts;
  };
  const all = { open: 3, asked: 1, pending: 2, requires_review: 1, all: 4 };
  expect(await read()).toEqual(all);
  await setDeletion(new Date(app.deps.now().getTime() + 14 * dayMs));
  expect(await read()).toEqual({ open: 1, asked: 0, pending: 1, requires_review: 0, all: 4 });
  expect((await asAdmin.kyc.get({ id: pending.id })).next).toMatchObject({ id: staying.id });
  expect((await asAdmin.kyc.get({ id: staying.id })).next).toBeNull();
  await setDeletion(null);
  expect(await read()).toEqual(all);
});

test('an application that was on its way while the deletion was requested is not stored', async () => {
  const user = await app.createUser({ password: testPassword });
  await app.caller(user).privacy.requestDeletion({ password: testPassword, confirmation: 'DELETE' });
  await expect(submitForm(app, user)).rejects.toMatchObject({ cause: { code: 'not_signed_in' } });
  const stored = await app.deps.db
    .selectFrom('kyc_applications')
    .select('id')
    .where('user_id', '=', user.userId)
    .execute();
  expect(stored).toEqual([]);
});
