import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { openCoaching } from './testing/asked-questions.ts';

let app: TestApp;
let coach: TestUser;
let otherCoach: TestUser;

beforeAll(async () => {
  ({ app, coach, otherCoach } = await openCoaching());
});
afterAll(() => app.close());

const questions = (user: TestUser) => app.caller(user).questions;

it('twenty concurrent requests save a phrase only once', async () => {
  const text = 'Count the combinations first.';
  await Promise.all(Array.from({ length: 20 }, () => questions(coach).savePhrase({ text })));
  expect((await questions(coach).phrases()).filter((phrase) => phrase.text === text)).toHaveLength(1);
});

it('a phrase can be removed only by the coach who saved it', async () => {
  const { id } = await questions(coach).savePhrase({ text: 'Name the bluffs.' });
  const isSaved = async () => (await questions(coach).phrases()).some((phrase) => phrase.id === id);
  await questions(otherCoach).removePhrase({ id });
  expect(await isSaved()).toBe(true);
  await questions(coach).removePhrase({ id });
  expect(await isSaved()).toBe(false);
});
