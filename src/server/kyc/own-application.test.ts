import { beforeAll, expect, test } from 'vitest';
import { auditEntries } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { createApplicant } from './testing/applicants.ts';

const app = setUpTestApp();
let admin: TestUser;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin' });
});

const reason = 'joined the team';

test('only another admin can decide an admin’s own application, unless there is no other admin', async () => {
  const { user, id } = await createApplicant(app);
  await app.caller(admin).admin.users.setRole({ id: user.userId, role: 'admin', reason });
  const applicant: TestUser = { ...user, role: 'admin' };
  const own = app.caller(applicant).admin;
  for (const status of ['approved', 'rejected', 'requires_review'] as const) {
    await expect(own.kyc.setStatus({ id, status, reasonCode: 'glare' })).rejects.toMatchObject({
      cause: { code: 'forbidden' },
    });
  }
  await app.caller(admin).admin.kyc.setStatus({ id, status: 'requires_review' });

  await own.users.setRole({ id: admin.userId, role: 'user', reason });
  expect(await own.kyc.setStatus({ id, status: 'approved' })).toMatchObject({ status: 'approved' });
  const audited = await auditEntries(app, { subject_id: id, action: 'kyc.approved' });
  expect(audited).toMatchObject([{ details: { ownApplication: true, userId: user.userId } }]);
});
