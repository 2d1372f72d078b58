import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { undoSeconds } from '../../shared/coaching/answers.ts';
import { dayMs } from '../../shared/durations.ts';
import { rightFrom } from '../../shared/practice/drill-rules.ts';
import { waitForLockWaiters } from '../../testing/lock-waiters.ts';
import { auditEntries } from '../../testing/rows.ts';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { choiceDrill } from '../practice/testing/test-decks.ts';
import { correctOwnDrill } from './question-drills.operations.ts';
import { insertAnswer, lockQuestion } from './questions.queries.ts';
import {
  answer,
  answeredQuestion,
  askedQuestion,
  noon,
  openCoaching,
  verifiedStudent,
} from './testing/asked-questions.ts';

let app: TestApp;
let coach: TestUser;
let otherCoach: TestUser;

beforeAll(async () => {
  ({ app, coach, otherCoach } = await openCoaching());
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(noon));

const withCode = (code: string) => ({ cause: { code } });

/** A drill without its hand, which is taken from a question. */
const { body: _, ...content } = choiceDrill;

async function answered(student: TestUser): Promise<string> {
  const id = await answeredQuestion(app, student, coach);
  // The student does not see an answer as long as the coach can undo it.
  app.clock.advance(undoSeconds * 1_000);
  return id;
}

it('a wrong choice becomes a drill of the student’s own deck, due the next day', async () => {
  const student = await verifiedStudent(app);
  const { questions, drills } = app.caller(student);
  const id = await answered(student);
  expect(await questions.revealAnswer({ id, choice: 'Call' })).toMatchObject({ isInOwnDeck: true });
  const practice = await drills.practice();
  expect(practice).toMatchObject({
    due: [],
    decks: [{ kind: 'mine', title: 'My mistakes', drills: 1, fresh: 1 }],
  });
  // The export of the student's data finds drills by `created_by`.
  const own = await app.deps.db
    .selectFrom('drills')
    .select('question_id')
    .where('created_by', '=', student.userId)
    .execute();
  expect(own).toEqual([{ question_id: id }]);
  app.clock.advance(dayMs);
  const [drill] = await drills.ask({ from: 'due' });
  expect(drill).toMatchObject({ prompt: 'Is a raise ever right?', options: ['Call', 'Fold', 'Raise'] });
  // The drill contains no action after the decision, no stakes and no answer.
  const body = drill?.body;
  if (body?.kind !== 'decision') throw new Error('not a decision');
  expect(body.hand).toMatchObject({ awards: [], shows: [], unit: { currency: null } });
  expect(body.hand.actions).toHaveLength(body.atAction);
  expect(JSON.stringify(drill)).not.toContain(answer.reason);
  expect(await app.caller(student).leaks.evidence({ leak: 'river-call' })).toMatchObject({
    questions: [{ id }],
  });
  // A drill can be skipped for today before its first answer.
  await drills.bury({ id: drill?.id ?? '' });
  expect(await drills.practice()).toMatchObject({ due: [], attemptedToday: 0 });
});

it('a right choice becomes a drill only if the student adds it, and that drill can be removed again', async () => {
  const student = await verifiedStudent(app);
  const { questions, drills } = app.caller(student);
  const id = await answered(student);
  await expect(questions.setInOwnDeck({ id, isInOwnDeck: true })).rejects.toMatchObject(withCode('conflict'));
  expect(await questions.revealAnswer({ id, choice: 'Fold' })).toMatchObject({ isInOwnDeck: false });
  await questions.setInOwnDeck({ id, isInOwnDeck: true });
  await questions.setInOwnDeck({ id, isInOwnDeck: true });
  expect(await questions.get({ id })).toMatchObject({ isInOwnDeck: true });
  await questions.setInOwnDeck({ id, isInOwnDeck: false });
  expect(await questions.get({ id })).toMatchObject({ isInOwnDeck: false });
  expect((await drills.practice()).decks).toEqual([]);
  const other = await app.createUser();
  await expect(app.caller(other).questions.setInOwnDeck({ id, isInOwnDeck: true })).rejects.toMatchObject(
    withCode('not_found'),
  );
});

it('the options of an answer to a follow-up correct the student’s own drill, unless the coach undoes that answer', async () => {
  const student = await verifiedStudent(app);
  const { questions, drills } = app.caller(student);
  const id = await answered(student);
  await questions.revealAnswer({ id, choice: 'Call' });
  const [deck] = (await drills.practice()).decks;
  const drill = async () => {
    const [asked] = await drills.ask({ from: 'deck', deckId: deck?.id ?? '' });
    const input = { drillId: asked?.id ?? '', version: asked?.version ?? 0, chosen: 0, tookMs: 0, agoMs: 0 };
    const attempt = await drills.attempt({ id: randomUUID(), ...input });
    return { options: asked?.options, version: asked?.version, reason: attempt.reason };
  };
  const before = await drill();
  expect(before).toMatchObject({ version: 1, reason: answer.reason });
  await questions.reopen({ id, text: 'Is folding not too weak?' });
  const coaching = app.caller(coach).questions;
  const corrected = [
    { label: 'Call', weight: 100, why: '' },
    { label: 'All-in', weight: 0, why: '' },
  ];
  await coaching.claim({ id });
  await coaching.answer({ ...answer, id, options: [], reason: 'No.' });
  expect(await drill()).toEqual(before);
  await coaching.undoAnswer({ id });
  await coaching.answer({ ...answer, id, options: corrected, reason: 'I was wrong: call.' });
  await coaching.undoAnswer({ id });
  expect(await drill()).toMatchObject({ options: before.options, reason: answer.reason });
  await coaching.answer({ ...answer, id, options: corrected, reason: 'I was wrong: call.' });
  expect(await drill()).toMatchObject({ options: ['All-in', 'Call'], reason: 'I was wrong: call.' });
  // A drill that is removed and added again has the corrected options.
  app.clock.advance(undoSeconds * 1_000);
  await questions.setInOwnDeck({ id, isInOwnDeck: false });
  await questions.setInOwnDeck({ id, isInOwnDeck: true });
  expect(await drill()).toMatchObject({ options: ['All-in', 'Call'] });
});

it('if the answer to a follow-up differs from the first answer only in its leak, the student’s own drill gets that leak until the coach undoes the answer', async () => {
  const student = await verifiedStudent(app);
  const { questions } = app.caller(student);
  const id = await answered(student);
  await questions.revealAnswer({ id, choice: 'Call' });
  await questions.reopen({ id, text: 'Is this not about my bluffs?' });
  const coaching = app.caller(coach).questions;
  await coaching.claim({ id });
  const drill = () =>
    app.deps.db
      .selectFrom('drills')
      .select(['leak', 'version'])
      .where('question_id', '=', id)
      .executeTakeFirstOrThrow();
  expect(await drill()).toEqual({ leak: answer.leak, version: 1 });
  await coaching.answer({ ...answer, id, leak: 'river-bluff' });
  expect(await drill()).toEqual({ leak: 'river-bluff', version: 1 });
  await coaching.undoAnswer({ id });
  expect(await drill()).toEqual({ leak: answer.leak, version: 1 });
});

it('a drill that is restored while a coach answers the follow-up has the options of that answer', async () => {
  const student = await verifiedStudent(app);
  const { questions, drills } = app.caller(student);
  const id = await answered(student);
  await questions.revealAnswer({ id, choice: 'Call' });
  await questions.setInOwnDeck({ id, isInOwnDeck: false });
  const options = [
    { label: 'Call', weight: 100, why: '' },
    { label: 'All-in', weight: 0, why: '' },
  ];
  const { restored } = await app.deps.db.transaction().execute(async (trx) => {
    const question = await lockQuestion(trx, id);
    if (!question) throw new Error('There is no such question.');
    await insertAnswer(trx, {
      question_id: id,
      round: 2,
      reason: 'I was wrong: call.',
      options: JSON.stringify(options),
      comments: '[]',
      leak: null,
      place: null,
      created_by: coach.userId,
      created_at: app.deps.now(),
    });
    await correctOwnDrill(trx, question, app.deps.now());
    const pending = questions.setInOwnDeck({ id, isInOwnDeck: true });
    await waitForLockWaiters(app.deps.db);
    return { restored: pending };
  });
  await restored;
  const [deck] = (await drills.practice()).decks;
  const [drill] = await drills.ask({ from: 'deck', deckId: deck?.id ?? '' });
  expect(drill?.options).toEqual(['All-in', 'Call']);
});

it('a decision that is added twenty times concurrently becomes one drill', async () => {
  const student = await verifiedStudent(app);
  const { questions, drills } = app.caller(student);
  const id = await answered(student);
  await questions.revealAnswer({ id, choice: 'Fold' });
  await Promise.all(Array.from({ length: 20 }, () => questions.setInOwnDeck({ id, isInOwnDeck: true })));
  expect((await drills.practice()).decks).toMatchObject([{ title: 'My mistakes', drills: 1 }]);
});

it('the evidence of a leak lists a question once, even if both of its answers name the leak', async () => {
  const student = await verifiedStudent(app);
  const { questions, leaks } = app.caller(student);
  const id = await answered(student);
  await questions.revealAnswer({ id, choice: 'Fold' });
  await questions.reopen({ id, text: 'And if he checks?' });
  await app.caller(coach).questions.claim({ id });
  await app.caller(coach).questions.answer({ id, ...answer });
  app.clock.advance(undoSeconds * 1_000);
  const { questions: named } = await leaks.evidence({ leak: 'river-call' });
  expect(named.map((question) => question.id)).toEqual([id]);
  expect(named[0]?.answeredAt).toBe(new Date(noon.getTime() + undoSeconds * 1_000).toISOString());
});

it('an answer without a right option does not become a drill', async () => {
  const student = await verifiedStudent(app);
  const { questions, drills } = app.caller(student);
  const id = await answered(student);
  // Answers of earlier versions may have no right option.
  await app.deps.db
    .updateTable('coach_answers')
    .set({ options: JSON.stringify(answer.options.map((option) => ({ ...option, weight: rightFrom - 1 }))) })
    .where('question_id', '=', id)
    .execute();
  expect(await questions.revealAnswer({ id, choice: 'Call' })).toMatchObject({ isInOwnDeck: false });
  await expect(questions.setInOwnDeck({ id, isInOwnDeck: true })).rejects.toMatchObject(withCode('conflict'));
  expect((await drills.practice()).decks).toEqual([]);
});

it('a drill of a student’s own deck does not exist for other users, and is deleted with its hand', async () => {
  const student = await verifiedStudent(app);
  const id = await answered(student);
  const { handId } = await app.caller(student).questions.revealAnswer({ id, choice: 'Call' });
  const [deck] = (await app.caller(student).drills.practice()).decks;
  const [drill] = await app.caller(student).drills.ask({ from: 'deck', deckId: deck?.id ?? '' });
  const drillId = drill?.id ?? '';
  const other = app.caller(await app.createUser()).drills;
  const input = { id: randomUUID(), drillId, version: 1, chosen: 0, tookMs: 0, agoMs: 0 };
  for (const call of [
    () => other.deck({ id: deck?.id ?? '' }),
    () => other.ask({ from: 'deck', deckId: deck?.id ?? '' }),
    () => other.pauseDeck({ id: deck?.id ?? '', isPaused: true }),
    () => other.attempt(input),
    () => other.reportUnclear({ id: drillId }),
    () => app.caller(coach).drills.edited({ id: drillId }),
    () => app.caller(coach).drills.archive({ id: drillId, isArchived: true }),
  ]) {
    await expect(call()).rejects.toMatchObject(withCode('not_found'));
  }
  await app.caller(student).hands.remove({ ids: [handId ?? ''] });
  expect((await app.caller(student).drills.practice()).decks).toEqual([]);
});

it('a coach creates a drill only from a hand that the student allows the academy to use', async () => {
  const student = await verifiedStudent(app);
  const id = await answered(student);
  const { drills, questions } = app.caller(coach);
  const { id: deckId } = await drills.createDeck({ title: 'Rivers', place: null });
  const make = () => questions.makeDrill({ ...content, questionId: id, deckId });
  await expect(make()).rejects.toMatchObject(withCode('conflict'));
  await app.caller(student).questions.setAllowLibrary({ id, allowLibrary: true });
  const made = await make();
  expect(await drills.edited({ id: made.id })).toMatchObject({ deckId, body: { kind: 'decision' } });
  // The audit log is kept when the student withdraws the permission, so it does not contain the drill's text.
  const [entry] = await auditEntries(app, { subject_id: made.id });
  expect(entry).toMatchObject({ action: 'drill.created' });
  expect(JSON.stringify(entry)).not.toContain(content.prompt);
  await expect(app.caller(student).drills.ask({ from: 'deck', deckId })).resolves.toMatchObject([
    { id: made.id, body: { hand: { awards: [] } } },
  ]);
});

it('a coach can create a drill from a claimed question, but not from a queued or returned question', async () => {
  const student = await verifiedStudent(app);
  const id = await askedQuestion(app, student);
  await app.caller(student).questions.setAllowLibrary({ id, allowLibrary: true });
  const { drills, questions } = app.caller(coach);
  const { id: deckId } = await drills.createDeck({ title: 'Returned', place: null });
  const make = () => questions.makeDrill({ ...content, questionId: id, deckId });
  await expect(make()).rejects.toMatchObject(withCode('illegal_transition'));
  await questions.claim({ id });
  expect(await make()).toEqual({ id: expect.any(String) });
  await questions.return({ id, reason: 'unclear' });
  await expect(make()).rejects.toMatchObject(withCode('illegal_transition'));
});

it('a coach cannot create a drill from a question that another coach has claimed; the error names that coach', async () => {
  const student = await verifiedStudent(app);
  const id = await askedQuestion(app, student);
  await app.caller(student).questions.setAllowLibrary({ id, allowLibrary: true });
  const { claimedByName } = await app.caller(coach).questions.claim({ id });
  const other = app.caller(otherCoach);
  const { id: deckId } = await other.drills.createDeck({ title: 'Claimed', place: null });
  await expect(other.questions.makeDrill({ ...content, questionId: id, deckId })).rejects.toMatchObject({
    ...withCode('conflict'),
    message: `${claimedByName} is answering this question.`,
  });
});

it('withdrawing the permission deletes the academy’s drills made from the question, but not the student’s own drill', async () => {
  const student = await verifiedStudent(app);
  const id = await answered(student);
  const own = app.caller(student);
  await own.questions.revealAnswer({ id, choice: 'Call' });
  await own.questions.setAllowLibrary({ id, allowLibrary: true });
  const { drills, questions } = app.caller(coach);
  const { id: deckId } = await drills.createDeck({ title: 'Withdrawn', place: null });
  const make = () => questions.makeDrill({ ...content, questionId: id, deckId });
  const made = await make();
  const other = app.caller(await app.createUser()).drills;
  const attempt = () =>
    other.attempt({ id: randomUUID(), drillId: made.id, version: 1, chosen: 0, tookMs: 0, agoMs: 0 });
  await attempt();
  await own.questions.setAllowLibrary({ id, allowLibrary: false });
  expect(await own.questions.get({ id })).toMatchObject({ allowLibrary: false, isInOwnDeck: true });
  expect(await questions.getForCoach({ id })).toMatchObject({ allowsLibrary: false });
  await expect(attempt()).rejects.toMatchObject(withCode('not_found'));
  await expect(drills.edited({ id: made.id })).rejects.toMatchObject(withCode('not_found'));
  await expect(make()).rejects.toMatchObject(withCode('conflict'));
  // A drill that is created concurrently is deleted, too.
  for (let round = 0; round < 10; round += 1) {
    await own.questions.setAllowLibrary({ id, allowLibrary: true });
    await Promise.allSettled([make(), own.questions.setAllowLibrary({ id, allowLibrary: false })]);
    expect((await drills.figures({ deckId })).items).toEqual([]);
  }
});
