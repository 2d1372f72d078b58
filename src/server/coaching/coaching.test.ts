import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '../../shared/durations.ts';
import { buildHand } from '../../shared/poker/build-hand.ts';
import { decisionsOf } from '../../shared/poker/deal.ts';
import { walkWithoutSmallBlind } from '../../shared/poker/testing/sample-hands.ts';
import { emailsTo } from '../../testing/rows.ts';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { returnLateQuestions } from './late-questions.operations.ts';
import {
  answer,
  answeredQuestion,
  askedQuestion,
  createCoach,
  grantQuestions,
  noon,
  openCoaching,
  savedHand,
  thought,
  verifiedStudent,
} from './testing/asked-questions.ts';

let app: TestApp;
let admin: TestUser;
let coach: TestUser;
let otherCoach: TestUser;

beforeAll(async () => {
  ({ app, admin, coach, otherCoach } = await openCoaching());
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(noon));

const questions = (user: TestUser | null) => app.caller(user).questions;
const withCode = (code: string) => ({ cause: { code } });

describe('questions', () => {
  it('a question costs one credit when it is queued, and the response says by when it will be answered', async () => {
    const newcomer = await app.createUser();
    expect(await questions(newcomer).credits()).toMatchObject({ left: 0, onceVerified: 1 });
    const student = await verifiedStudent(app);
    expect(await questions(student).credits()).toMatchObject({
      left: 1,
      onceVerified: 0,
      promiseHours: 72,
      items: [{ source: 'welcome', count: 1, expiresAt: null }],
    });
    const { id: handId, decisions } = await savedHand(app, student);
    const input = { handId, atAction: decisions[0] ?? 0, thought };
    const { id, dueAt } = await questions(student).ask(input);
    expect(dueAt).toBe('2026-11-23T12:00:00.000Z');
    expect((await questions(student).credits()).left).toBe(0);
    expect((await questions(student).list({})).items).toMatchObject([{ id, status: 'queued', dueAt }]);
    const [email] = await emailsTo(app, student, 'question_queued');
    expect(email?.body_text).toContain('Mon 23 Nov, 12:00 (UTC)');
    await expect(questions(student).ask({ ...input, atAction: decisions[1] ?? 0 })).rejects.toMatchObject(
      withCode('no_credit'),
    );
  });

  it('twenty concurrent requests about one decision create only one question', async () => {
    const student = await verifiedStudent(app);
    await grantQuestions(app, admin, student, 20);
    const { id: handId, decisions } = await savedHand(app, student);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        questions(student).ask({ handId, atAction: decisions[0] ?? 0, thought }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await questions(student).credits()).left).toBe(20);
  });

  it('a repeated request with the same key creates no second question', async () => {
    const student = await verifiedStudent(app);
    const { id: handId, decisions } = await savedHand(app, student);
    const input = { handId, atAction: decisions[0] ?? 0, thought, key: randomUUID() };
    const first = await questions(student).ask(input);
    expect(await questions(student).ask(input)).toEqual(first);
    expect(await emailsTo(app, student, 'question_queued')).toHaveLength(1);
    const other = await verifiedStudent(app);
    await expect(questions(other).ask(input)).rejects.toMatchObject(withCode('not_found'));
  });

  it('concurrent questions about several decisions spend no more credits than the student has', async () => {
    const student = await verifiedStudent(app);
    const hands = [
      await savedHand(app, student),
      await savedHand(app, student),
      await savedHand(app, student),
    ];
    const results = await Promise.allSettled(
      hands.flatMap(({ id: handId, decisions }) =>
        decisions.map((atAction) => questions(student).ask({ handId, atAction, thought })),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await questions(student).credits()).left).toBe(0);
  });

  it('a question must be about the student’s own decision in one of the student’s own hands', async () => {
    const student = await verifiedStudent(app);
    const { id: handId, decisions } = await savedHand(app, student);
    const other = await verifiedStudent(app);
    await expect(
      questions(other).ask({ handId, atAction: decisions[0] ?? 0, thought }),
    ).rejects.toMatchObject(withCode('not_found'));
    await expect(questions(student).ask({ handId, atAction: 0, thought })).rejects.toMatchObject(
      withCode('not_answerable'),
    );
    await expect(
      questions(student).ask({ handId, atAction: decisions[0] ?? 0, thought: 'Short' }),
    ).rejects.toThrow('at least 20 characters');
    expect((await questions(student).credits()).left).toBe(1);
  });

  it('a student can ask about a hand without a pot, in which all others folded and the big blind took back its bet', async () => {
    const student = await verifiedStudent(app);
    const hand = buildHand(walkWithoutSmallBlind);
    const { id: handId } = await app.caller(student).hands.saveBuilt({ hand });
    await questions(student).ask({ handId, atAction: decisionsOf(hand)[0] ?? 0, thought });
    expect((await questions(student).list({})).items).toMatchObject([{ status: 'queued' }]);
  });

  it('withdrawing a question returns its credit with the same expiry, and a claimed question cannot be withdrawn', async () => {
    const student = await verifiedStudent(app);
    const id = await askedQuestion(app, student);
    await questions(student).withdraw({ id });
    expect(await questions(student).credits()).toMatchObject({
      left: 1,
      items: [{ source: 'welcome', expiresAt: null }],
    });
    await expect(questions(student).withdraw({ id })).rejects.toMatchObject({
      cause: { code: 'illegal_transition', fields: { status: 'withdrawn' } },
    });
    const second = await askedQuestion(app, student);
    await questions(coach).claim({ id: second });
    await expect(questions(student).withdraw({ id: second })).rejects.toMatchObject(
      withCode('illegal_transition'),
    );
  });

  it('deleting a hand withdraws the question about it, and gives the credit back', async () => {
    const student = await verifiedStudent(app);
    const id = await askedQuestion(app, student);
    const { handId } = await questions(student).get({ id });
    await questions(coach).claim({ id });
    await app.caller(student).hands.remove({ ids: [handId ?? ''] });
    expect((await questions(coach).queue({})).items.filter((item) => item.id === id)).toEqual([]);
    await expect(questions(coach).claim({ id })).rejects.toMatchObject(withCode('not_found'));
    expect((await questions(student).credits()).left).toBe(1);
    expect(await questions(student).get({ id })).toMatchObject({
      status: 'withdrawn',
      hand: null,
      line: null,
    });
  });

  it('no question can be asked while the coaches are at capacity, and students see when they can ask again', async () => {
    const student = await verifiedStudent(app);
    const { open } = await app.deps.db
      .selectFrom('questions')
      .select((eb) => eb.fn.countAll<number>().as('open'))
      .where('status', 'in', ['queued', 'claimed', 'reopened'])
      .where('hand_id', 'is not', null)
      .executeTakeFirstOrThrow();
    const setCapacity = (weeklyCapacity: number) =>
      app.deps.db.updateTable('coaches').set({ weekly_capacity: weeklyCapacity }).execute();
    await app.deps.db.updateTable('coaches').set({ active: false }).execute();
    expect((await questions(student).credits()).closed).toEqual({ reason: 'no_coach', opensAt: null });
    await expect(askedQuestion(app, student)).rejects.toMatchObject(withCode('conflict'));
    await app.deps.db.updateTable('coaches').set({ active: true }).execute();
    // The capacity of two coaches together is the number of open questions, or one more if that number is odd.
    await setCapacity(Math.ceil(open / 2));
    const first = await verifiedStudent(app);
    if (open % 2 === 1) await askedQuestion(app, first);
    const { closed } = await questions(student).credits();
    expect(closed?.reason).toBe('full');
    expect(closed?.opensAt).toMatch(/^2026-11-/);
    await expect(askedQuestion(app, student)).rejects.toMatchObject(withCode('conflict'));
    expect((await questions(student).credits()).left).toBe(1);
    await setCapacity(200);
    await askedQuestion(app, student);
  });
});

describe('answers', () => {
  it('the server sends neither the answer nor the actions after the decision until the student asks for the answer', async () => {
    const student = await verifiedStudent(app);
    const id = await answeredQuestion(app, student, coach);
    // The coach can undo the answer for ten seconds, so it is not shown yet.
    expect(await questions(student).get({ id })).toMatchObject({
      status: 'claimed',
      choices: [],
      answers: [],
    });
    app.clock.advance(10_000);
    const view = await questions(student).get({ id });
    expect(view).toMatchObject({
      status: 'answered',
      isNew: true,
      choices: ['Call', 'Fold', 'Raise'],
      answers: [],
      hand: { awards: [], shows: [], boards: [expect.objectContaining({ length: 5 })] },
    });
    expect(view.hand?.actions).toHaveLength(view.atAction ?? 0);
    const [email] = await emailsTo(app, student, 'question_answered');
    for (const text of [JSON.stringify(view), email?.body_text ?? '']) {
      for (const secret of [answer.reason, 'Few bluffs', 'NL50', '9♠9♦']) expect(text).not.toContain(secret);
    }
    expect(email?.subject).toBe('Mara Ellis answered your question');
    await expect(questions(student).revealAnswer({ id, choice: 'Shove' })).rejects.toMatchObject(
      withCode('invalid_input'),
    );
    const revealed = await questions(student).revealAnswer({ id, choice: 'Call' });
    expect(revealed).toMatchObject({
      tried: 'Call',
      isNew: false,
      answers: [{ coachName: 'Mara Ellis', leak: 'river-call', reason: answer.reason }],
    });
    expect(revealed.answers[0]?.options.map(({ label }) => label)).toEqual(['Fold', 'Call', 'Raise']);
    expect(revealed.hand?.awards).toHaveLength(1);
    expect((await questions(student).revealAnswer({ id, choice: null })).tried).toBe('Call');
  });

  it('a question is listed only for the student who asked', async () => {
    const student = await verifiedStudent(app);
    const id = await answeredQuestion(app, student, coach);
    const listed = async (user: TestUser) => (await questions(user).list({})).items.map((item) => item.id);
    expect(await listed(student)).toEqual([id]);
    for (const user of [await verifiedStudent(app), admin, coach]) {
      expect(await listed(user)).not.toContain(id);
    }
  });

  it('an answer with invalid options, comments, reason or place is rejected', async () => {
    const student = await verifiedStudent(app);
    const id = await askedQuestion(app, student);
    await questions(coach).claim({ id });
    for (const wrong of [
      { options: answer.options.slice(0, 1) },
      { options: answer.options.map((option) => ({ ...option, weight: 69 })) },
      { options: [answer.options[0], { ...answer.options[0], label: 'raise' }] },
      { comments: [{ atAction: 399, text: 'Nowhere' }] },
      { reason: ' ' },
      { place: { kind: 'session' as const, id: 999_999, atSeconds: 0 } },
    ]) {
      const input = { id, ...answer, ...wrong } as Parameters<ReturnType<typeof questions>['answer']>[0];
      await expect(questions(coach).answer(input)).rejects.toThrow();
    }
    expect((await questions(student).get({ id })).status).toBe('claimed');
  });

  it('an answer can be undone within 10 seconds, and an undone answer is neither emailed nor shown', async () => {
    const student = await verifiedStudent(app);
    const id = await answeredQuestion(app, student, coach);
    await expect(questions(otherCoach).undoAnswer({ id })).rejects.toMatchObject(withCode('conflict'));
    app.clock.advance(9_000);
    const { notifications } = app.caller(student);
    expect(await notifications.list()).toEqual({ items: [], unread: 0 });
    expect(await notifications.markRead({})).toEqual({ unread: 0 });
    expect(await questions(coach).undoAnswer({ id })).toMatchObject({ status: 'claimed', isMine: true });
    expect(await emailsTo(app, student, 'question_answered')).toEqual([]);
    expect((await app.caller(student).notifications.list()).items).toEqual([]);
    await questions(coach).answer({ id, ...answer });
    await notifications.markRead({});
    app.clock.advance(10_000);
    expect(await notifications.list()).toMatchObject({ items: [{ kind: 'question_answered' }], unread: 1 });
    await expect(questions(coach).undoAnswer({ id })).rejects.toMatchObject(withCode('conflict'));
    expect(await emailsTo(app, student, 'question_answered')).toHaveLength(1);
  });

  it('an answer can no longer be undone after the student has asked about the decision again', async () => {
    const student = await verifiedStudent(app);
    await grantQuestions(app, admin, student, 1);
    const { id: handId, decisions } = await savedHand(app, student);
    const asking = { handId, atAction: decisions[0] ?? 0, thought };
    const { id } = await questions(student).ask(asking);
    await questions(coach).claim({ id });
    await questions(coach).answer({ id, ...answer });
    await questions(student).ask(asking);
    await expect(questions(coach).undoAnswer({ id })).rejects.toMatchObject(withCode('conflict'));
    app.clock.advance(10_000);
    expect(await questions(student).get({ id })).toMatchObject({ status: 'answered' });
  });

  it('the student can ask one follow-up question within 7 days, without a credit', async () => {
    const student = await verifiedStudent(app);
    const id = await answeredQuestion(app, student, coach);
    app.clock.advance(10_000);
    await expect(questions(student).reopen({ id, text: 'And what about a raise?' })).rejects.toMatchObject(
      withCode('illegal_transition'),
    );
    await questions(student).revealAnswer({ id, choice: 'Fold' });
    await questions(student).rate({ id, helpful: 3 });
    const reopened = await questions(student).reopen({ id, text: 'And what about a raise?' });
    expect(reopened).toMatchObject({ status: 'reopened', dueAt: '2026-11-23T12:00:10.000Z', helpful: 3 });
    await questions(coach).claim({ id });
    await expect(questions(coach).return({ id, reason: 'unclear' })).rejects.toMatchObject(
      withCode('illegal_transition'),
    );
    await app.deps.db
      .insertInto('coaching_pdfs')
      .values({ pdf_number: 7, title: 'Raises', required_plan: 'gold' })
      .execute();
    const place = { kind: 'plan' as const, id: 7, page: 12 };
    await questions(coach).answer({ id, options: [], reason: 'A raise folds out what you beat.', place });
    app.clock.advance(10_000);
    expect((await questions(student).get({ id })).answers).toMatchObject([
      { place: null },
      { place: { title: 'Raises', path: '/read/plan/7#page-12' } },
    ]);
    const emails = await emailsTo(app, student, 'question_answered');
    expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
      'Mara Ellis answered your follow-up',
      'Mara Ellis answered your question',
    ]);
    expect((await app.caller(student).notifications.list()).items.map(({ body }) => body)).toEqual([
      'Read it below the first answer.',
      'Decide once more, then read the answer.',
    ]);
    await expect(questions(student).reopen({ id, text: 'And once more, please?' })).rejects.toMatchObject(
      withCode('illegal_transition'),
    );
    const late = await answeredQuestion(app, await verifiedStudent(app), coach);
    const { student_id: lateStudent } = await app.deps.db
      .selectFrom('questions')
      .select('student_id')
      .where('id', '=', late)
      .executeTakeFirstOrThrow();
    const lateActor = { userId: lateStudent, role: 'user' as const, email: '' };
    app.clock.advance(7 * dayMs + hourMs);
    await questions(lateActor).revealAnswer({ id: late, choice: null });
    await expect(
      questions(lateActor).reopen({ id: late, text: 'And what about a raise?' }),
    ).rejects.toMatchObject(withCode('conflict'));
  });

  it('no follow-up question can be asked while another question about the same decision is open', async () => {
    const student = await verifiedStudent(app);
    const id = await answeredQuestion(app, student, coach);
    app.clock.advance(10_000);
    await questions(student).revealAnswer({ id, choice: null });
    const { hand_id: handId, at_action: atAction } = await app.deps.db
      .selectFrom('questions')
      .innerJoin('spots', 'spots.id', 'questions.spot_id')
      .select(['questions.hand_id', 'spots.at_action'])
      .where('questions.id', '=', id)
      .executeTakeFirstOrThrow();
    await grantQuestions(app, admin, student, 1);
    await questions(student).ask({ handId: handId ?? '', atAction, thought });
    await expect(questions(student).reopen({ id, text: 'And what about a raise?' })).rejects.toMatchObject({
      message: 'You have an open question about this decision already.',
    });
  });

  it('if the coach undoes the answer to a follow-up and the student deletes the hand, the question is “answered” again', async () => {
    const student = await verifiedStudent(app);
    const id = await answeredQuestion(app, student, coach);
    app.clock.advance(10_000);
    await questions(student).revealAnswer({ id, choice: null });
    await questions(student).reopen({ id, text: 'And what about a raise?' });
    await questions(coach).claim({ id });
    await questions(coach).answer({ id, options: [], reason: 'A raise folds out what you beat.' });
    await questions(coach).undoAnswer({ id });
    const { hand_id: handId } = await app.deps.db
      .selectFrom('questions')
      .select('hand_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await app.caller(student).hands.remove({ ids: [handId ?? ''] });
    app.clock.advance(hourMs);
    await returnLateQuestions(app.deps);
    expect(await questions(student).get({ id })).toMatchObject({ status: 'answered' });
  });

  it('an answer shows the name of a former coach, but not of a coach whose account was deleted', async () => {
    const leaving = await createCoach(app, admin, 'Leaving coach');
    const student = await verifiedStudent(app);
    const id = await answeredQuestion(app, student, leaving);
    app.clock.advance(10_000);
    await app.caller(admin).admin.coaching.revokeCoach({ userId: leaving.userId });
    expect((await questions(student).revealAnswer({ id, choice: null })).answers[0]?.coachName).toBe(
      'Leaving coach',
    );
    await app.deps.db.deleteFrom('coaches').where('user_id', '=', leaving.userId).execute();
    expect((await questions(student).get({ id })).answers[0]?.coachName).toBe('Former coach');
  });
});
