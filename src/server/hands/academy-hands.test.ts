import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import { auditActions } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import type { AdminActor } from '../actor.ts';
import { answeredStudent, createCoach } from '../coaching/testing/asked-questions.ts';
import { createTestProduct } from '../payments/testing/purchases.ts';
import { storeAcademyHands } from './academy-hands.operations.ts';
import { savedText } from './testing/saved-texts.ts';

const title = 'Thin value on a paired river';

const app = setUpTestApp();
let admin: AdminActor & TestUser;
let coach: TestUser;
let student: TestUser;
let id: string;

beforeAll(async () => {
  admin = { ...(await app.createUser({ role: 'admin' })), role: 'admin' };
  coach = await createCoach(app, admin);
  // A coach can set homework for students whose questions they have answered.
  student = await answeredStudent(app, coach);
});
beforeEach(async () => {
  await app.deps.db.deleteFrom('hands').where('owner_id', 'is', null).execute();
  id = (await storeAcademyHands(app.deps)).get('thin-value') ?? '';
});

const hands = (user: TestUser) => app.caller(user).hands;
const withCode = (code: string) => ({ cause: { code } });
const editedFrom = async () => (await hands(coach).get({ id })).academy?.updatedAt ?? '';
const listed = async (user: TestUser) => (await hands(user).academy()).find((hand) => hand.id === id);

it('admins and coaches can edit and withdraw the academy’s hands, and nobody can do this with a student’s hand', async () => {
  const edit = { id, title: 'Mine', lesson: 'Mine', editedFrom: await editedFrom() };
  expect(await hands(student).get({ id })).toMatchObject({ title, academy: null });
  const own = await savedText(app, student);
  for (const user of [admin, coach, student]) {
    await expect(hands(user).editAcademyHand({ ...edit, id: own })).rejects.toThrow();
    await expect(hands(user).setAcademyHandPublic({ id: own, isPublic: true })).rejects.toThrow();
  }
  expect(await hands(student).get({ id: own })).toMatchObject({ title: null, academy: null });
  for (const user of [admin, coach]) {
    await hands(user).setAcademyHandPublic({ id, isPublic: false });
    await hands(user).setAcademyHandPublic({ id, isPublic: true });
    await hands(user).editAcademyHand({ ...edit, editedFrom: await editedFrom() });
  }
  expect(await hands(student).get({ id })).toMatchObject({ title: 'Mine', lesson: 'Mine' });
  expect(await auditActions(app, { subject_id: id, actor_id: coach.userId })).toEqual([
    'hand.withdrawn',
    'hand.published',
    'hand.edited',
  ]);
});

it('a hand cannot be published with the title of another hand, because sessions name hands by their titles', async () => {
  const own = await savedText(app, admin);
  const publish = (wanted: string) =>
    app.caller(admin).admin.hands.publish({ id: own, title: wanted, lesson: 'Count the bluffs.' });
  await expect(publish(title.toUpperCase())).rejects.toMatchObject({
    cause: { code: 'invalid_input', fields: { title: 'Another hand of the academy has this title' } },
  });
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => publish('Bluff the river')));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

describe('a withdrawn hand', () => {
  it('is closed to students and not linked from their homework, until it is published again', async () => {
    await app.caller(coach).coaching.setHomework({
      id: randomUUID(),
      studentId: student.userId,
      text: 'Play it twice.',
      material: { kind: 'hand', id },
    });
    const homework = async () => (await app.caller(student).coaching.homework())[0];
    const linked = { kind: 'hand', id, title, path: `/hands/${id}` };
    expect(await homework()).toMatchObject({ text: 'Play it twice.', material: linked });

    await hands(coach).setAcademyHandPublic({ id, isPublic: false });
    expect(await homework()).toMatchObject({ text: 'Play it twice.', material: null });
    expect(await listed(student)).toBeUndefined();
    await expect(hands(student).get({ id })).rejects.toMatchObject(withCode('not_found'));
    for (const user of [admin, coach]) {
      expect(await listed(user)).toMatchObject({ isPublic: false });
      expect((await hands(user).academy()).at(-1)?.id).toBe(id);
      expect(await hands(user).get({ id })).toMatchObject({ title, academy: { isPublic: false } });
    }

    await hands(coach).setAcademyHandPublic({ id, isPublic: true });
    expect(await homework()).toMatchObject({ material: linked });
    expect(await listed(student)).toMatchObject({ isPublic: true });
  });

  it('stays in the sessions that show it, and stays the hand of the day', async () => {
    const lesson = await createTestProduct(app, admin, {
      type: 'session',
      isFree: true,
      content: `:::hand ${title}`,
    });
    const { daily } = app.caller(coach);
    const [{ decisions } = { decisions: [] }] = (await daily.material()).hands.filter(
      (hand) => hand.id === id,
    );
    const day = new Date(app.deps.now().getTime() + dayMs).toISOString().slice(0, 10);
    await daily.save({
      day,
      handId: id,
      atAction: decisions[0]?.atAction ?? 0,
      question: 'What do you do?',
      options: [
        { label: 'Fold', weight: 100, why: '' },
        { label: 'Call', weight: 0, why: '' },
      ],
      reason: 'Count.',
    });
    await hands(coach).setAcademyHandPublic({ id, isPublic: false });
    expect(await hands(student).inLesson({ sessionId: lesson.id })).toMatchObject([{ handId: id }]);
    expect(await hands(student).get({ id })).toMatchObject({ title });
    app.clock.advance(dayMs);
    expect(await app.caller(null).daily.get({})).toMatchObject({ day, question: 'What do you do?' });

    // With the answer, users get the id of the hand while it is public.
    const answer = async (user: TestUser | null) =>
      (await app.caller(user).daily.answer({ day, choice: 0 })).answer;
    expect((await answer(student)).handId).toBeUndefined();
    await hands(coach).setAcademyHandPublic({ id, isPublic: true });
    expect(await answer(student)).toMatchObject({ handId: id });
    expect(JSON.stringify(await app.caller(await app.createUser()).daily.get({}))).not.toContain(id);
    expect((await answer(null)).handId).toBeUndefined();
  });
});

describe('a new title', () => {
  const rename = async (to: string) =>
    hands(coach).editAcademyHand({ id, title: to, lesson: 'Bet.', editedFrom: await editedFrom() });

  it('is written into the sessions that name the hand by its title', async () => {
    const content = `Play this:\n\n:::hand ${title.toUpperCase()}\n\n:::hand ${id}`;
    const lesson = await createTestProduct(app, admin, { type: 'session', isFree: true, content });
    const before = lesson.updatedAt;
    await rename('Thin value');
    const { admin: adminCalls } = app.caller(admin);
    const after = (await adminCalls.products.list()).find((product) => product.id === lesson.id);
    expect(after?.content).toBe(`Play this:\n\n:::hand Thin value\n\n:::hand ${id}`);
    expect(Date.parse(after?.updatedAt ?? '')).toBeGreaterThan(Date.parse(before));
    expect(await hands(student).inLesson({ sessionId: lesson.id })).toMatchObject([
      { ref: 'Thin value', handId: id },
      { ref: id, handId: id },
    ]);
  });

  it('must differ from the titles of other hands, because sessions name hands by their titles', async () => {
    const other = (await hands(student).academy()).find((hand) => hand.id !== id);
    await expect(rename(other?.title.toUpperCase() ?? '')).rejects.toMatchObject({
      cause: { code: 'invalid_input', fields: { title: expect.any(String) } },
    });
    await rename(title.toUpperCase());
    expect(await listed(student)).toMatchObject({ title: title.toUpperCase() });
  });

  it('is stored by one of twenty concurrent edits; the others get a conflict', async () => {
    const seen = await editedFrom();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        hands(coach).editAcademyHand({ id, title: `Title ${index}`, lesson: '', editedFrom: seen }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [rejected] = results.filter((result) => result.status === 'rejected');
    expect(rejected?.reason).toMatchObject(withCode('conflict'));
  });
});
