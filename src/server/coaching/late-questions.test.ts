import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { undoSeconds } from '../../shared/coaching/answers.ts';
import { hourMs } from '../../shared/durations.ts';
import { emailsTo } from '../../testing/rows.ts';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { createHandlers } from '../job-handlers.ts';
import { returnLateQuestions } from './late-questions.operations.ts';
import { answer, askedQuestion, noon, openCoaching, verifiedStudent } from './testing/asked-questions.ts';

let app: TestApp;
let coach: TestUser;

beforeAll(async () => {
  ({ app, coach } = await openCoaching());
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(noon));

const questions = (user: TestUser) => app.caller(user).questions;

describe('promised answer times', () => {
  it('if an answer is late, the student gets the credit back and one apology, even if twenty jobs run concurrently', async () => {
    const student = await verifiedStudent(app);
    const id = await askedQuestion(app, student);
    app.clock.advance(72 * hourMs);
    await returnLateQuestions(app.deps);
    expect((await questions(student).credits()).left).toBe(0);
    app.clock.advance(1);
    await Promise.all(Array.from({ length: 20 }, () => createHandlers(app.deps)['return-late-questions']()));
    expect(await questions(student).credits()).toMatchObject({ left: 1, items: [{ source: 'returned' }] });
    expect(await emailsTo(app, student, 'question_late')).toHaveLength(1);
    expect(await questions(student).get({ id })).toMatchObject({ status: 'queued', isLate: true });
    // The question is still open; withdrawing it does not give the credit back again.
    await questions(student).withdraw({ id });
    expect((await questions(student).credits()).left).toBe(1);
  });

  it('if a coach returns a late question, the student, who already got the credit back, is not offered another question', async () => {
    const student = await verifiedStudent(app);
    const id = await askedQuestion(app, student);
    app.clock.advance(73 * hourMs);
    await returnLateQuestions(app.deps);
    expect(await questions(coach).claim({ id })).toMatchObject({ replacedWhenLate: true });
    await questions(coach).return({ id, reason: 'unclear', text: '' });
    expect(await questions(student).get({ id })).toMatchObject({ replacedWhenLate: true });
    expect((await questions(student).credits()).left).toBe(1);
    const [email] = await emailsTo(app, student, 'question_returned');
    expect(email?.body_text).toContain('the question is not clear');
    const { items } = await app.caller(student).notifications.list();
    const notification = items.find(({ kind }) => kind === 'question_returned');
    for (const text of [email?.body_text, notification?.body]) {
      expect(text).toContain('You already got another question in its place, because the answer was late.');
      expect(text).not.toContain('You can ask another question');
    }
  });

  it('a follow-up has its own promised time; if the answer to it is late, the student gets an apology but no second credit', async () => {
    const student = await verifiedStudent(app);
    const id = await askedQuestion(app, student);
    app.clock.advance(73 * hourMs);
    await returnLateQuestions(app.deps);
    await questions(coach).claim({ id });
    await questions(coach).answer({ id, ...answer });
    app.clock.advance(undoSeconds * 1_000);
    await questions(student).revealAnswer({ id, choice: null });
    const { dueAt } = await questions(student).reopen({ id, text: 'And what about a raise?' });
    const [item] = (await questions(student).list({})).items;
    expect(item).toMatchObject({ id, status: 'reopened', isLate: false });
    await returnLateQuestions(app.deps);
    app.clock.set(new Date(Date.parse(dueAt) + 1));
    await Promise.all([returnLateQuestions(app.deps), returnLateQuestions(app.deps)]);
    expect((await questions(student).list({})).items[0]).toMatchObject({ id, isLate: true });
    const { items } = await app.caller(student).notifications.list();
    expect(items.filter(({ kind }) => kind === 'question_late')).toHaveLength(2);
    const [first, second, ...more] = await emailsTo(app, student, 'question_late');
    expect(first?.body_text).toContain('You can ask another question in its place');
    expect(second?.body_text).toContain('an answer to your follow-up');
    expect(second?.body_text).not.toContain('You can ask another question in its place');
    expect(more).toEqual([]);
    expect((await questions(student).credits()).left).toBe(1);
  });
});
