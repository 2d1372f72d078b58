import { beforeAll, expect, it } from 'vitest';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { createTestProduct } from '../payments/testing/purchases.ts';

const app = setUpTestApp();
let admin: TestUser;
let sessionId: number;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin' });
  const product = await createTestProduct(
    app,
    { ...admin, role: 'admin' },
    { type: 'session', productNumber: 9 },
  );
  sessionId = product.id;
});

const calls = () => app.caller(admin).admin.learning;

async function addProgress(status: 'in_progress' | 'completed', by?: TestUser): Promise<string> {
  const { userId } = by ?? (await app.createUser());
  await app.deps.db
    .insertInto('user_progress')
    .values({
      user_id: userId,
      session_id: sessionId,
      status,
      time_spent: 600,
      completed_at: status === 'completed' ? app.deps.now() : null,
      updated_at: app.deps.now(),
    })
    .execute();
  return userId;
}

it('the students who opened or finished a session are counted, and listed page by page; admins are neither counted nor listed', async () => {
  const finished = await addProgress('completed');
  for (let count = 0; count < 51; count += 1) await addProgress('in_progress');
  await addProgress('completed', admin);
  // The counts are cached for a minute.
  app.deps.figures.clear();
  expect(await calls().materials()).toContainEqual(
    expect.objectContaining({ kind: 'session', id: sessionId, opened: 52, finished: 1 }),
  );
  const input = { kind: 'session' as const, id: sessionId };
  const first = await calls().learners(input);
  expect(first.items).toHaveLength(50);
  const second = await calls().learners({ ...input, cursor: first.nextCursor ?? '' });
  expect(second.nextCursor).toBeNull();
  expect(new Set([...first.items, ...second.items].map(({ userId }) => userId)).size).toBe(52);
  const done = await calls().learners({ ...input, show: 'finished' });
  expect(done.items).toMatchObject([{ userId: finished, finishedAt: expect.any(String), timeSpent: 600 }]);
  await expect(calls().learners({ ...input, cursor: 'nonsense' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});

it('a coaching plan counts as opened after a download, and as finished after the student has reached its last page', async () => {
  const [reader, opener] = [await app.createUser(), await app.createUser()];
  const { db } = app.deps;
  await db
    .insertInto('coaching_pdfs')
    .values({ pdf_number: 3, title: 'Range plan', description: '', required_plan: 'free' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const access = {
    kind: 'plan' as const,
    pdf_number: 3,
    title: 'Range plan',
    content_type: 'application/pdf',
  };
  await db
    .insertInto('file_accesses')
    .values([reader, opener, opener].map(({ userId }) => ({ ...access, user_id: userId })))
    .execute();
  await db
    .insertInto('reading_positions')
    .values({ user_id: reader.userId, pdf_number: 3, page: 12, page_count: 12, finished_at: app.deps.now() })
    .execute();
  app.deps.figures.clear();
  expect(await calls().materials()).toContainEqual(
    expect.objectContaining({ kind: 'plan', id: 3, opened: 2, finished: 1 }),
  );
  const { items } = await calls().learners({ kind: 'plan', id: 3, show: 'unfinished' });
  expect(items).toMatchObject([{ userId: opener.userId, page: null, finishedAt: null }]);
});
