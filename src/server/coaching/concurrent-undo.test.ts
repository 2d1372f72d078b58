import { afterAll, beforeAll, expect, it } from 'vitest';
import { undoSeconds } from '../../shared/coaching/answers.ts';
import { waitForLockWaiters } from '../../testing/lock-waiters.ts';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { answeredQuestion, openCoaching, verifiedStudent } from './testing/asked-questions.ts';

let app: TestApp;
let coach: TestUser;

beforeAll(async () => {
  ({ app, coach } = await openCoaching());
});
afterAll(() => app.close());

it('if the coach undoes an answer while the student is revealing it, the student does not see the answer', async () => {
  const student = await verifiedStudent(app);
  const { questions, drills } = app.caller(student);
  const id = await answeredQuestion(app, student, coach);
  const client = await app.deps.pool.connect();
  try {
    // The coach requests the undo in time, but it waits for this lock. Meanwhile, the time for undoing ends and the
    // student tries to reveal the answer.
    await client.query('begin');
    await client.query('select 1 from questions where id = $1 for update', [id]);
    const undoing = app.caller(coach).questions.undoAnswer({ id });
    await waitForLockWaiters(app.deps.db);
    app.clock.advance(undoSeconds * 1_000);
    const revealing = questions.revealAnswer({ id, choice: 'Call' });
    await waitForLockWaiters(app.deps.db, 2);
    await client.query('commit');
    await undoing;
    expect(await revealing).toMatchObject({ status: 'claimed', isRevealed: false, tried: null, answers: [] });
  } finally {
    client.release();
  }
  expect((await drills.practice()).decks).toEqual([]);
});

it('an answer that the student has revealed cannot be undone by a server whose clock is behind', async () => {
  const student = await verifiedStudent(app);
  const { questions } = app.caller(student);
  const id = await answeredQuestion(app, student, coach);
  app.clock.advance(undoSeconds * 1_000);
  await questions.revealAnswer({ id, choice: null });
  app.clock.advance(-1_000);
  await expect(app.caller(coach).questions.undoAnswer({ id })).rejects.toMatchObject({
    cause: { code: 'conflict' },
  });
  app.clock.advance(1_000);
  expect((await questions.get({ id })).answers).toHaveLength(1);
});
