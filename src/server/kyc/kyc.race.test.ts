import { beforeAll, expect, test } from 'vitest';
import { waitForLockWaiters } from '../../testing/lock-waiters.ts';
import { emailsTo } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { applicantForm, submitForm } from './testing/applicants.ts';

const form = {
  ...applicantForm,
  documentNumber1: 'A-1',
  documentNumber2: 'A-2',
};

const app = setUpTestApp();
let admins: TestUser[];

beforeAll(async () => {
  admins = await Promise.all(Array.from({ length: 20 }, () => app.createUser({ role: 'admin' })));
});

async function twoSides(user: TestUser) {
  const caller = app.caller(user);
  return {
    documentImageUrl1: await app.uploadDocument(caller),
    documentImageUrl2: await app.uploadDocument(caller),
  };
}

const poolSize = 10;

/**
 * Makes calls while the user's row is locked, so that all of them have read before the first one writes. A step begins
 * when the calls of the earlier steps wait for the lock, so the calls get the lock in the order of the steps.
 */
async function concurrently(userId: string, ...steps: (() => Promise<unknown>[])[]): Promise<string[]> {
  const { results } = await app.deps.db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    const calls: Promise<unknown>[] = [];
    for (const step of steps) {
      calls.push(...step());
      await waitForLockWaiters(trx, Math.min(calls.length, poolSize - 1));
    }
    return { results: Promise.allSettled(calls) };
  });
  return (await results).map((result) =>
    result.status === 'fulfilled' ? 'done' : (result.reason as { cause: { code: string } }).cause.code,
  );
}

const count = (codes: string[], code: string) => codes.filter((each) => each === code).length;

test('20 concurrent decisions: one succeeds, 19 conflict, with one event and one email', async () => {
  const user = await app.createUser();
  const { id } = await submitForm(app, user);
  const statusOf = (index: number) => (['approved', 'rejected', 'requires_review'] as const)[index % 3];
  const codes = await concurrently(user.userId, () =>
    admins.map((admin, index) =>
      app
        .caller(admin)
        .admin.kyc.setStatus({ id, status: statusOf(index) ?? 'approved', adminNotes: `by ${index}` }),
    ),
  );
  expect(codes).toHaveLength(20);
  expect(count(codes, 'conflict')).toBe(19);
  const winner = codes.indexOf('done');

  const [application] = await app.caller(user).kyc.myApplications();
  expect(application).toMatchObject({ status: statusOf(winner), adminNotes: `by ${winner}` });
  const person = await app.deps.db
    .selectFrom('users')
    .select('kyc_status')
    .where('id', '=', user.userId)
    .executeTakeFirstOrThrow();
  expect(person.kyc_status).toBe(statusOf(winner));
  const events = await app.deps.db
    .selectFrom('kyc_events')
    .select('actor_id')
    .where('application_id', '=', id)
    .where('from_status', 'is not', null)
    .execute();
  expect(events).toEqual([{ actor_id: admins[winner]?.userId }]);
  const emails = await emailsTo(app, user);
  expect(emails.map(({ kind }) => kind)).toEqual(['kyc_received', `kyc_${statusOf(winner)}`]);
});

test('of two admins who request different items at the same time, one gets an error', async () => {
  const user = await app.createUser();
  const { id } = await submitForm(app, user);
  const [first = null, second = null] = admins;
  const status = 'requires_review';
  await app.caller(first).admin.kyc.setStatus({ id, status });
  const codes = await concurrently(user.userId, () => [
    app.caller(first).admin.kyc.setStatus({ id, status, requestedItems: ['front_side'] }),
    app.caller(second).admin.kyc.setStatus({ id, status, requestedItems: ['back_side'] }),
  ]);
  expect(codes.sort()).toEqual(['conflict', 'done']);
});

test('if an admin requests other items while the applicant sends the requested ones, the sent items are checked against the new request', async () => {
  const user = await app.createUser();
  const { kyc } = app.caller(user);
  const { id } = await submitForm(app, user);
  const { setStatus } = app.caller(admins[0] ?? null).admin.kyc;
  await setStatus({ id, status: 'requires_review', requestedItems: ['front_side'] });
  const answer = { ...form, id, documentImageUrl1: (await twoSides(user)).documentImageUrl1 };
  const { rejected } = await app.deps.db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', user.userId).forUpdate().execute();
    const answered = expect(kyc.answerRequest(answer)).rejects.toMatchObject({
      cause: { code: 'invalid_input', fields: { documentImageUrl2: expect.stringContaining('back side') } },
    });
    await waitForLockWaiters(trx);
    await trx
      .updateTable('kyc_applications')
      .set({ requested_items: ['back_side'] })
      .where('id', '=', id)
      .execute();
    return { rejected: answered };
  });
  await rejected;
  expect((await kyc.openRequest())?.requestedItems).toEqual(['back_side']);
});

test('20 concurrent submissions of the same two sides create one application', async () => {
  const user = await app.createUser();
  const sides = await twoSides(user);
  const codes = await concurrently(user.userId, () =>
    Array.from({ length: 20 }, () => app.caller(user).kyc.submitApplication({ ...form, ...sides })),
  );
  expect(count(codes, 'done')).toBe(1);
  expect(count(codes, 'conflict')).toBe(19);
  expect(await app.caller(user).kyc.myApplications()).toHaveLength(1);
});

test('8 concurrent submissions with different sides: 5 succeed (the limit), and 4 of these 5 are superseded', async () => {
  const user = await app.createUser();
  const all = await Promise.all(Array.from({ length: 8 }, () => twoSides(user)));
  const codes = await concurrently(user.userId, () =>
    all.map((sides) => app.caller(user).kyc.submitApplication({ ...form, ...sides })),
  );
  expect(count(codes, 'done')).toBe(5);
  expect(count(codes, 'too_many_attempts')).toBe(3);
  const applications = await app.caller(user).kyc.myApplications();
  expect(applications).toHaveLength(5);
  expect(applications.filter(({ supersededAt }) => supersededAt === null)).toHaveLength(1);
});

test('20 concurrent registrations with the same uploads create one account', async () => {
  const visitor = app.caller(null);
  const sides = {
    documentImageUrl1: await app.uploadDocument(visitor),
    documentImageUrl2: await app.uploadDocument(visitor),
  };
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      visitor.auth.register({
        ...form,
        ...sides,
        email: `racer-${index}@example.test`,
        password: 'long enough',
        documentType: 'passport',
        documentNumber: 'A-1',
      }),
    ),
  );
  const winners = results.filter(({ status }) => status === 'fulfilled');
  expect(winners).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected')
      expect(['conflict', 'not_found', 'busy']).toContain(result.reason.cause.code);
  }
  const accounts = await app.deps.db
    .selectFrom('users')
    .select('id')
    .where('email', 'like', 'racer-%')
    .execute();
  expect(accounts).toHaveLength(1);
  const applications = await app.deps.db
    .selectFrom('kyc_applications')
    .select('id')
    .where('user_id', '=', accounts[0]?.id ?? '')
    .execute();
  expect(applications).toHaveLength(1);
});

test.each([{ position: 'first' }, { position: 'last' }])(
  'a submission that gets the lock $position succeeds despite five concurrent decisions',
  async ({ position }) => {
    const user = await app.createUser();
    const { id } = await submitForm(app, user);
    const sides = await twoSides(user);
    const submit = () => [app.caller(user).kyc.submitApplication({ ...form, ...sides })];
    const reject = () =>
      admins.slice(0, 5).map((admin) => app.caller(admin).admin.kyc.setStatus({ id, status: 'rejected' }));
    const isSubmissionFirst = position === 'first';
    const steps = isSubmissionFirst ? [submit, reject] : [reject, submit];
    const outcomes = await concurrently(user.userId, ...steps);
    const [submitted] = outcomes.splice(isSubmissionFirst ? 0 : -1, 1);
    expect(submitted).toBe('done');
    const [newer, older] = await app.caller(user).kyc.myApplications();
    expect(newer).toMatchObject({ status: 'pending', supersededAt: null });
    if (isSubmissionFirst) {
      expect(count(outcomes, 'illegal_transition')).toBe(5);
      expect(older).toMatchObject({ id, status: 'pending', supersededAt: expect.any(String) });
    } else {
      expect(count(outcomes, 'done')).toBe(1);
      // The other decisions fail, because of the first decision or because of the newer application.
      expect(count(outcomes, 'conflict') + count(outcomes, 'illegal_transition')).toBe(4);
      expect(older).toMatchObject({ id, status: 'rejected', supersededAt: null });
    }
    const person = await app.deps.db
      .selectFrom('users')
      .select('kyc_status')
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow();
    expect(person.kyc_status).toBe('pending');
  },
);
