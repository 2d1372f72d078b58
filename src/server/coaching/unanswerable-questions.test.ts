import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hourMs } from '../../shared/durations.ts';
import { waitForLockWaiters } from '../../testing/lock-waiters.ts';
import { changeUser, emailsTo } from '../../testing/rows.ts';
import { type TestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { remindCoaches, returnLateQuestions } from './late-questions.operations.ts';
import {
  answer,
  askedQuestion,
  grantQuestions,
  noon,
  openCoaching,
  verifiedStudent,
} from './testing/asked-questions.ts';

let app: TestApp;
let admin: TestUser;
let coach: TestUser;
let student: TestUser;
let id: string;

beforeAll(async () => {
  ({ app, admin, coach } = await openCoaching());
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(noon);
  await app.deps.db.deleteFrom('questions').execute();
  student = await verifiedStudent(app);
  id = await askedQuestion(app, student);
});

const questions = (user: TestUser) => app.caller(user).questions;
const withCode = (code: string) => ({ cause: { code } });
const queued = async () => (await questions(coach).queue({})).items.map((item) => item.id);

describe.each(['suspended_at', 'deletion_due_at'] as const)('questions while %s is set', (column) => {
  const setAway = (at: Date | null) => changeUser(app, student, { [column]: at });

  it('a question is neither shown to coaches nor counted while its student cannot log in, and returns to the queue afterwards', async () => {
    const other = await verifiedStudent(app);
    const waiting = async () => (await questions(other).credits()).waiting;
    await setAway(noon);
    expect(await queued()).toEqual([]);
    expect(await waiting()).toBe(0);
    for (const call of ['getForCoach', 'claim'] as const) {
      await expect(questions(coach)[call]({ id })).rejects.toMatchObject(withCode('not_found'));
    }
    const emails = (await emailsTo(app, coach, 'questions_waiting')).length;
    await remindCoaches(app.deps);
    expect(await emailsTo(app, coach, 'questions_waiting')).toHaveLength(emails);

    app.clock.advance(80 * hourMs);
    expect(await returnLateQuestions(app.deps)).toBe(0);
    expect(await emailsTo(app, student, 'question_late')).toEqual([]);
    const overdue = async () => (await app.caller(admin).admin.dashboard.waiting()).questions;
    expect(await overdue()).toMatchObject({ count: 0 });

    await setAway(null);
    expect(await queued()).toEqual([id]);
    expect(await waiting()).toBe(1);
    expect(await returnLateQuestions(app.deps)).toBe(1);
    expect(await emailsTo(app, student, 'question_late')).toHaveLength(1);
    await questions(coach).claim({ id });
  });

  it('a claimed question can be released, but neither answered nor returned, while its student cannot log in', async () => {
    await questions(coach).claim({ id });
    await setAway(noon);
    await expect(questions(coach).answer({ id, ...answer })).rejects.toMatchObject(withCode('conflict'));
    await expect(questions(coach).return({ id, reason: 'unclear' })).rejects.toMatchObject(
      withCode('conflict'),
    );
    for (const kind of ['question_answered', 'question_returned']) {
      expect(await emailsTo(app, student, kind)).toEqual([]);
    }
    await questions(coach).release({ id });
    await setAway(null);
    await questions(coach).claim({ id });
    await questions(coach).answer({ id, ...answer });
    expect(await emailsTo(app, student, 'question_answered')).toHaveLength(1);
  });

  it('an answer cannot be undone while the student who asked cannot log in', async () => {
    await questions(coach).claim({ id });
    await questions(coach).answer({ id, ...answer });
    await setAway(noon);
    await expect(questions(coach).undoAnswer({ id })).rejects.toMatchObject(withCode('conflict'));
    expect(await questions(coach).getForCoach({ id })).toMatchObject({
      status: 'answered',
      answers: [expect.anything()],
    });
    expect(await emailsTo(app, student, 'question_answered')).toHaveLength(1);
  });
});

const suspend = () => app.caller(admin).admin.users.suspend({ id: student.userId, reason: 'A check' });
const unsuspend = () => app.caller(admin).admin.users.unsuspend({ id: student.userId, reason: 'Checked' });
const requestDeletion = () =>
  app.caller(student).privacy.requestDeletion({ password: testPassword, confirmation: 'DELETE' });

async function undoDeletion() {
  const [email] = await emailsTo(app, student, 'deletion_requested');
  const [, token = ''] = /undo-deletion\?token=([\w-]{43})/.exec(email?.body_text ?? '') ?? [];
  await app.caller(null).privacy.undoDeletion({ token });
}

it.each([
  { state: 'suspended', leave: suspend, comeBack: unsuspend },
  { state: 'scheduled for deletion', leave: requestDeletion, comeBack: undoDeletion },
  {
    state: 'both suspended and scheduled for deletion',
    leave: () => requestDeletion().then(suspend),
    comeBack: () => undoDeletion().then(unsuspend),
  },
])('the time in which a student is $state does not make the answer late', async ({ leave, comeBack }) => {
  app.clock.advance(hourMs);
  await leave();
  app.clock.advance(80 * hourMs);
  await comeBack();
  expect(await returnLateQuestions(app.deps)).toBe(0);
  expect(await questions(student).get({ id })).toMatchObject({ dueAt: '2026-11-26T20:00:00.000Z' });
  expect((await questions(student).credits()).left).toBe(0);
  app.clock.advance(72 * hourMs);
  expect(await returnLateQuestions(app.deps)).toBe(1);
});

it('a claimed question can be neither answered nor returned after its hand was deleted, and its credit is given back', async () => {
  await questions(coach).claim({ id });
  const { handId } = await questions(student).get({ id });
  await app.caller(student).hands.remove({ ids: [handId ?? ''] });
  await expect(questions(coach).answer({ id, ...answer })).rejects.toMatchObject(withCode('conflict'));
  await expect(questions(coach).return({ id, reason: 'unclear' })).rejects.toMatchObject(
    withCode('conflict'),
  );
  expect((await questions(student).credits()).left).toBe(1);
  expect(await questions(student).get({ id })).toMatchObject({ status: 'withdrawn', answers: [] });
});

it('an account that is erased during an admin’s grant of questions gets no questions', async () => {
  const { db } = app.deps;
  const { userId } = student;
  const { result } = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    const grant = Promise.allSettled([grantQuestions(app, admin, student, 1)]);
    await waitForLockWaiters(db);
    await trx.updateTable('users').set({ deleted_at: noon }).where('id', '=', userId).execute();
    return { result: grant };
  });
  expect(await result).toMatchObject([{ status: 'rejected', reason: withCode('not_found') }]);
  const granted = db.selectFrom('question_credits').select('id').where('source', '=', 'grant');
  expect(await granted.where('student_id', '=', userId).execute()).toEqual([]);
});
