import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { emailsTo } from '../../testing/rows.ts';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { tinyOggClip } from '../../testing/tiny-clip.ts';
import { person, send } from '../uploads/testing/sent-uploads.ts';
import { answer, askedQuestion, noon, openCoaching, verifiedStudent } from './testing/asked-questions.ts';

let app: TestApp;
let coach: TestUser;
let otherCoach: TestUser;
let student: TestUser;
let id: string;

beforeAll(async () => {
  ({ app, coach, otherCoach } = await openCoaching());
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(noon);
  student = await verifiedStudent(app);
  id = await askedQuestion(app, student);
  await questions(coach).claim({ id });
});

const questions = (user: TestUser) => app.caller(user).questions;
const hasChanged = { cause: { code: 'illegal_transition' } };

it('twenty concurrent requests store an answer only once, and a later repetition stores nothing', async () => {
  const { url } = await send(app, person(coach), tinyOggClip(42), 'answer_voice');
  await app.caller(coach).kyc.secureDocument({ documentImageUrl: url });
  const input = { id, ...answer, voice: { url, transcript: 'Fold.' } };
  await Promise.all(Array.from({ length: 20 }, () => questions(coach).answer(input)));
  await questions(coach).answer(input);
  expect((await questions(coach).getForCoach({ id })).answers).toHaveLength(1);
  expect(await emailsTo(app, student, 'question_answered')).toHaveLength(1);
});

it('an answered question accepts neither a changed answer nor an answer of another coach', async () => {
  const input = { id, ...answer };
  await questions(coach).answer(input);
  for (const changed of [
    { reason: 'Another reason.' },
    { options: answer.options.toReversed() },
    { comments: [] },
    { leak: null },
  ]) {
    await expect(questions(coach).answer({ ...input, ...changed })).rejects.toMatchObject(hasChanged);
  }
  await expect(questions(otherCoach).answer(input)).rejects.toMatchObject(hasChanged);
});

it('an answer to a follow-up is stored as a second answer, even if it equals the first', async () => {
  const input = { id, ...answer };
  await questions(coach).answer(input);
  app.clock.advance(10_000);
  await questions(student).revealAnswer({ id, choice: null });
  await questions(student).reopen({ id, text: 'And what about a raise?' });
  await expect(questions(coach).answer(input)).rejects.toMatchObject(hasChanged);
  await questions(coach).claim({ id });
  await questions(coach).answer(input);
  await questions(coach).answer(input);
  expect((await questions(coach).getForCoach({ id })).answers).toHaveLength(2);
});

it('twenty concurrent requests of a coach return a question to the student only once; a later return with another reason or text, or by another coach, is rejected', async () => {
  const input = { id, reason: 'unclear' as const, text: ' Which bet do you mean? ' };
  await Promise.all(Array.from({ length: 20 }, () => questions(coach).return(input)));
  await questions(coach).return(input);
  expect(await emailsTo(app, student, 'question_returned')).toHaveLength(1);
  for (const changed of [{ text: '' }, { reason: 'unfinished' as const }]) {
    await expect(questions(coach).return({ ...input, ...changed })).rejects.toMatchObject(hasChanged);
  }
  await expect(questions(otherCoach).return(input)).rejects.toMatchObject(hasChanged);
});
