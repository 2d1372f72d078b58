import { beforeAll, expect, test } from 'vitest';
import { waitForLockWaiters } from '../../testing/lock-waiters.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { createApplicant } from './testing/applicants.ts';

const app = setUpTestApp();
let admin: TestUser;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin' });
});

const reason = 'left the academy';

test.each([
  ['demoted', (id: string) => app.caller(admin).admin.users.setRole({ id, role: 'user', reason })],
  ['suspended', (id: string) => app.caller(admin).admin.users.suspend({ id, reason })],
  ['deleted', (userId: string) => app.caller(admin).admin.users.delete({ id: userId, reason })],
])('another admin can claim the open cases of an admin who is %s', async (_, remove) => {
  const { id } = await createApplicant(app);
  const leaving = await app.createUser({ role: 'admin' });
  await app.caller(leaving).admin.kyc.claim({ id });
  await remove(leaving.userId);
  expect((await app.caller(admin).admin.kyc.get({ id })).application.assignedTo).toBeNull();
  expect((await app.caller(admin).admin.kyc.claim({ id })).application.assignedTo).toBe(admin.userId);
});

test('undoing a decision does not assign the case to an admin who was demoted after the decision', async () => {
  const { id } = await createApplicant(app);
  const leaving = await app.createUser({ role: 'admin' });
  await app.caller(leaving).admin.kyc.claim({ id });
  const { events } = await app.caller(admin).admin.kyc.setStatus({ id, status: 'approved' });
  await app.caller(admin).admin.users.setRole({ id: leaving.userId, role: 'user', reason });
  await app.caller(admin).admin.kyc.undoDecision({ id, eventId: events.at(-1)?.id ?? '' });
  expect((await app.caller(admin).admin.kyc.claim({ id })).application).toMatchObject({
    status: 'pending',
    assignedTo: admin.userId,
  });
});

test('an admin who is demoted while claiming a case does not get the case', async () => {
  const { id } = await createApplicant(app);
  const leaving = await app.createUser({ role: 'admin' });
  const demoting = await app.deps.pool.connect();
  try {
    await demoting.query('begin');
    await demoting.query('select id from users where id = $1 for update', [leaving.userId]);
    await demoting.query(`update users set role = 'user' where id = $1`, [leaving.userId]);
    const claim = app.caller(leaving).admin.kyc.claim({ id });
    // Handled from the start, because the call may be rejected before the commit has returned.
    const rejected = expect(claim).rejects.toMatchObject({ cause: { code: 'forbidden' } });
    await waitForLockWaiters(app.deps.db);
    await demoting.query('commit');
    await rejected;
  } finally {
    demoting.release();
  }
  expect((await app.caller(admin).admin.kyc.claim({ id })).application.assignedTo).toBe(admin.userId);
});
