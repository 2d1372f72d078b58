import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import type { StudyResource } from '../../shared/practice/drills.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { storeFile } from '../access/testing/stored-files.ts';
import { createCoach, noon } from '../coaching/testing/asked-questions.ts';
import { createAdmin, createTestProduct } from '../payments/testing/purchases.ts';
import { choiceDrill, createTestDeck } from './testing/test-decks.ts';

const app = setUpTestApp();
let drillId: string;
/** Two sessions about the same leak. */
let resources: StudyResource[];

beforeAll(async () => {
  app.clock.set(noon);
  const admin = await app.createUser({ role: 'admin' });
  const coach = await createCoach(app, admin);
  resources = [];
  for (const productNumber of [1, 2]) {
    const { id } = await createTestProduct(
      app,
      { ...admin, role: 'admin' },
      { type: 'session', productNumber, title: `Rivers ${productNumber}`, content: 'Text', price: 0 },
    );
    const place = { kind: 'session', id } as const;
    const made = await createTestDeck(app, coach, { place, drill: { ...choiceDrill, place } });
    resources.push(place);
    drillId = made.drillId;
  }
});
beforeEach(() => app.clock.set(noon));

/**
 * Creates a student who gives five wrong answers to a drill about river calls. `first` is the suggested session,
 * `other` is the other one, and `now` reads the current suggestion.
 */
async function student() {
  const user = await app.createUser();
  for (let count = 0; count < 5; count += 1) {
    const input = { id: randomUUID(), drillId, version: 1, chosen: 0, tookMs: 0, agoMs: 0 };
    await app.caller(user).drills.attempt(input);
  }
  const { leaks } = app.caller(user);
  const first = (await leaks.next())?.place ?? { kind: 'session', id: 0 };
  const other = resources.find(({ id }) => id !== first.id);
  return { user, leaks, first, other, now: async () => (await leaks.next())?.place };
}

const passDays = (count: number) => app.clock.advance(count * dayMs);

it('a suggestion that is put off is hidden for a week, and another takes its place', async () => {
  const { leaks, first, other, now } = await student();
  expect(await leaks.putOff(first)).toMatchObject({ place: other });
  passDays(6);
  expect(await now()).toEqual(other);
  passDays(1);
  expect(await now()).toEqual(first);
});

it('a suggestion that was ignored on two days is not repeated on the third day', async () => {
  const { leaks, first, other, now } = await student();
  // `isRecorded` says whether it is already stored that the suggestion was shown today.
  expect(await leaks.next()).toMatchObject({ isRecorded: false });
  await leaks.noteShown(first);
  expect(await leaks.next()).toMatchObject({ isRecorded: true });
  await leaks.noteShown(first);
  passDays(1);
  expect(await leaks.next()).toMatchObject({ place: first, isRecorded: false });
  await leaks.noteShown(first);
  expect(await now()).toEqual(first);
  passDays(1);
  expect(await now()).toEqual(other);
  // An ignored suggestion returns after three days.
  passDays(3);
  expect(await now()).toEqual(first);
  // The days on which it is ignored are counted from 1 again.
  await leaks.noteShown(first);
  passDays(1);
  expect(await now()).toEqual(first);
});

it('a suggested session does not count as ignored after the student has opened it', async () => {
  const { user, leaks, first, now } = await student();
  await leaks.noteShown(first);
  passDays(1);
  await leaks.noteShown(first);
  await app.deps.db
    .insertInto('user_progress')
    .values({ user_id: user.userId, session_id: first.id, status: 'in_progress', updated_at: app.deps.now() })
    .execute();
  passDays(1);
  expect(await now()).toEqual(first);
});

it('without a known leak, too, another session takes the place of a suggestion that is put off', async () => {
  const { leaks, learning } = app.caller(await app.createUser());
  await learning.saveStudyProfile({ game: null, stakes: null, aim: null, weeklyHours: null });
  const first = (await leaks.next())?.place ?? { kind: 'session', id: 0 };
  const other = resources.find(({ id }) => id !== first.id) ?? first;
  expect(await leaks.putOff(first)).toMatchObject({ place: other });
  expect(await leaks.putOff(other)).toBeNull();
  passDays(7);
  expect(await leaks.next()).toMatchObject({ place: first });
});

it('a session suggested because of the study profile does not count as ignored after the student has opened it', async () => {
  const user = await app.createUser();
  const { leaks, learning } = app.caller(user);
  await learning.saveStudyProfile({ game: null, stakes: null, aim: null, weeklyHours: null });
  const first = (await leaks.next())?.place ?? { kind: 'session', id: 0 };
  await leaks.noteShown(first);
  passDays(1);
  await leaks.noteShown(first);
  passDays(1);
  expect(await leaks.next()).not.toMatchObject({ place: first });
  await app.deps.db
    .insertInto('user_progress')
    .values({ user_id: user.userId, session_id: first.id, status: 'in_progress', updated_at: app.deps.now() })
    .execute();
  expect(await leaks.next()).toMatchObject({ place: first });
});

it('a session is stored as shown or put off only for a student to whom it is suggested', async () => {
  const [one, another] = [await student(), await student()];
  await one.leaks.noteShown({ kind: 'product', id: 999_999 });
  expect(await one.leaks.putOff({ kind: 'plan', id: 1 })).toMatchObject({ place: one.first });
  await one.leaks.putOff(one.first);
  expect(await another.now()).toEqual(another.first);
  const rows = await app.deps.db
    .selectFrom('study_suggestions')
    .select('place_id')
    .where('user_id', '=', one.user.userId)
    .execute();
  expect(rows).toEqual([{ place_id: one.first.id }]);
});

it('a student can choose 5 to 25 minutes of practice a day; without a choice, the setting of the academy applies', async () => {
  const [one, another] = [await student(), await student()];
  const drills = app.caller(one.user).drills;
  await drills.setMinutes({ minutes: 25 });
  expect(await drills.practice()).toMatchObject({ minutes: 25 });
  expect(await app.caller(another.user).drills.practice()).toMatchObject({ minutes: 10 });
  for (const minutes of [4, 26, 7.5]) {
    await expect(drills.setMinutes({ minutes })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  }
});

it('a coaching plan without a file is not suggested', async () => {
  const { leaks, first, other, now } = await student();
  await leaks.putOff(first);
  const admin = await createAdmin(app);
  const file = await storeFile(app, admin, {
    bytes: Buffer.from('%PDF-1.7'),
    contentType: 'application/pdf',
  });
  await app.deps.db
    .insertInto('coaching_pdfs')
    .values({ pdf_number: 7, title: 'Rivers', required_plan: 'free', file_upload_id: file })
    .execute();
  const plan = { kind: 'plan', id: 7 } as const;
  await createTestDeck(app, await createCoach(app, admin), { place: plan });
  await leaks.putOff(other ?? first);
  expect(await now()).toEqual(plan);
  await app.caller(admin).admin.coachingPlans.clearFile({ pdfNumber: 7 });
  expect(await now()).toBeUndefined();
});

it('the chosen minutes limit how many drills of a deck are asked', async () => {
  const { user } = await student();
  const admin = await app.createUser({ role: 'admin' });
  const coach = app.caller(await createCoach(app, admin)).drills;
  const { id: deckId } = await coach.createDeck({ title: 'Long', place: null });
  for (let count = 0; count < 12; count += 1) {
    await coach.save({ ...choiceDrill, deckId, prompt: `Question ${count}?` });
  }
  const { drills } = app.caller(user);
  expect(await drills.ask({ from: 'deck', deckId })).toHaveLength(12);
  // A drill is expected to take half a minute.
  await drills.setMinutes({ minutes: 5 });
  expect(await drills.ask({ from: 'deck', deckId })).toHaveLength(10);
});
