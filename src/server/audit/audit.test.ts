import { beforeAll, expect, test } from 'vitest';
import { changeUser } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { recordAudit } from './audit.operations.ts';

const app = setUpTestApp();
let admin: TestUser;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin', firstName: 'Ada', lastName: 'Reviewer' });
});

test('records a user’s id in lower case, even if a request sends it in capital letters, and keeps the case of other ids', async () => {
  const { userId } = await app.createUser();
  const { audit, users } = app.caller(admin).admin;
  await users.signOutEverywhere({ id: userId.toUpperCase() });
  const stripe = { actorId: null, action: 'subscription.duplicate', subjectType: 'subscription' };
  await recordAudit(app.deps.db, { ...stripe, subjectId: 'sub_Ab1' });
  for (const subjectId of [userId, 'sub_Ab1']) {
    expect((await audit.list({ subjectId })).items).toMatchObject([{ subjectId }]);
  }
});

test('audit log pages neither repeat nor skip entries while new ones are added', async () => {
  const write = (number: number) =>
    recordAudit(app.deps.db, {
      actorId: admin.userId,
      action: 'paging.test',
      subjectType: 'number',
      subjectId: String(number),
    });
  for (let number = 1; number <= 120; number += 1) await write(number);
  const { admin: calls } = app.caller(admin);
  const seen: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await calls.audit.list({ action: 'paging.', ...(cursor !== undefined && { cursor }) });
    seen.push(...page.items.map((entry) => entry.subjectId));
    await write(1_000 + seen.length);
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => String(120 - index)));
});

test('the audit log filters by actor, subject and action prefix', async () => {
  const other = await app.createUser({ role: 'admin' });
  const write = (actorId: string | null, action: string, subjectId: string) =>
    recordAudit(app.deps.db, { actorId, action, subjectType: 'thing', subjectId });
  await write(other.userId, 'filter_one.begun', 'x');
  await write(admin.userId, 'filter_one.ended', 'x');
  await write(null, 'filterXone.begun', 'y');
  const { admin: calls } = app.caller(admin);
  const actions = async (filter: Parameters<typeof calls.audit.list>[0]) =>
    (await calls.audit.list(filter)).items.map(({ action }) => action);
  expect(await actions({ actorId: other.userId })).toEqual(['filter_one.begun']);
  expect(await actions({ subjectId: 'x' })).toEqual(['filter_one.ended', 'filter_one.begun']);
  expect(await actions({ subjectId: 'x', action: 'filter_one.b' })).toEqual(['filter_one.begun']);
  // An underscore is literal, not a wildcard.
  expect(await actions({ action: 'filter_' })).toEqual(['filter_one.ended', 'filter_one.begun']);
  expect((await calls.audit.list({ subjectId: 'y' })).items).toMatchObject([
    { actorId: null, actorName: 'System' },
  ]);
  await expect(calls.audit.list({ actorId: 'nobody' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('the audit log filters by kind and by day, and names people and subjects', async () => {
  const student = await app.createUser({ firstName: 'Timo', lastName: 'Jong' });
  await recordAudit(
    app.deps.db,
    { actorId: admin.userId, action: 'user.suspended', subjectType: 'user', subjectId: student.userId },
    {
      actorId: admin.userId,
      action: 'kyc.approved',
      subjectType: 'kyc_application',
      subjectId: '00000000-0000-4000-8000-000000000009',
      details: { userId: student.userId },
    },
  );
  const { admin: calls } = app.caller(admin);
  const today = app.deps.now().toISOString().slice(0, 10);
  const page = await calls.audit.list({
    kind: 'identity',
    subjectId: student.userId,
    actorId: admin.userId,
    from: today,
    to: today,
  });
  expect(page).toMatchObject({
    items: [{ action: 'kyc.approved', about: { id: student.userId, name: 'Timo Jong' } }],
    filtered: {
      actor: { id: admin.userId, name: 'Ada Reviewer' },
      subject: { id: student.userId, name: 'Timo Jong' },
    },
  });
  const earlier = await calls.audit.list({ subjectId: student.userId, to: '2020-01-01' });
  expect(earlier.items).toEqual([]);
  await expect(calls.audit.list({ from: '2026-02-31' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('audit entries show the actor’s current name and only allowlisted details', async () => {
  const deletedAccount = await app.createUser({ firstName: 'Gone', lastName: 'Person' });
  await recordAudit(app.deps.db, {
    actorId: deletedAccount.userId,
    action: 'shown.once',
    subjectType: 'thing',
    subjectId: 'z',
    details: { from: 'pending', changes: { price: [1, 2] }, email: 'leak@example.test', typed: 'leak' },
  });
  const read = async () => (await app.caller(admin).admin.audit.list({ subjectId: 'z' })).items[0];
  expect(await read()).toMatchObject({
    actorName: 'Gone Person',
    details: expect.arrayContaining([
      { name: 'from', value: 'pending' },
      { name: 'changes', value: '{"price":[1,2]}' },
    ]),
  });
  expect(JSON.stringify(await read())).not.toContain('leak');
  await changeUser(app, deletedAccount, { deleted_at: new Date() });
  expect(await read()).toMatchObject({ actorName: 'Deleted user' });
});

test('a long text among the changes of an entry does not hide the other changes', async () => {
  await recordAudit(app.deps.db, {
    actorId: admin.userId,
    action: 'product.updated',
    subjectType: 'product',
    subjectId: 'long',
    details: {
      changes: { description: { from: 'a'.repeat(900), to: 'b' }, price_cents: { from: 1, to: 2 } },
    },
  });
  const [entry] = (await app.caller(admin).admin.audit.list({ subjectId: 'long' })).items;
  expect(JSON.parse(entry?.details[0]?.value ?? '')).toEqual({
    description: { from: `${'a'.repeat(100)}…`, to: 'b' },
    price_cents: { from: 1, to: 2 },
  });
});
