import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { homeworkBounds, type Material } from '../../shared/coaching/homework.ts';
import { dayMs } from '../../shared/durations.ts';
import { changeUser, emailsTo } from '../../testing/rows.ts';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { createTestProduct } from '../payments/testing/purchases.ts';
import { createTestDeck } from '../practice/testing/test-decks.ts';
import {
  answeredStudent,
  askedQuestion,
  grantQuestions,
  noon,
  openCoaching,
  verifiedStudent,
} from './testing/asked-questions.ts';

let app: TestApp;
let admin: TestUser;
let coach: TestUser;
let otherCoach: TestUser;
let student: TestUser;

beforeAll(async () => {
  ({ app, admin, coach, otherCoach } = await openCoaching());
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(noon);
  student = await answeredStudent(app, coach);
});

const coaching = (user: TestUser | null) => app.caller(user).coaching;
const withCode = (code: string) => ({ cause: { code } });
const text = 'Count the bluffs before you look at the price.';

/** Sets homework. @returns its id */
async function homework(change: Partial<{ id: string; dueOn: string }> = {}): Promise<string> {
  const id = randomUUID();
  await coaching(coach).setHomework({ id, studentId: student.userId, text, ...change });
  return change.id ?? id;
}

it('twenty concurrent requests set homework only once, with one email and one notification', async () => {
  const id = randomUUID();
  const { id: productId, title } = await createTestProduct(app, { ...admin, role: 'admin' });
  const input = {
    id,
    studentId: student.userId,
    text,
    material: { kind: 'product' as const, id: String(productId) },
    dueOn: '2026-11-24',
  };
  await Promise.all(Array.from({ length: 20 }, () => coaching(coach).setHomework(input)));
  expect(await coaching(student).homework()).toMatchObject([
    {
      id,
      text,
      coachName: 'Mara Ellis',
      material: { title, path: `/products/${productId}` },
      dueOn: '2026-11-24',
      isOverdue: false,
      doneAt: null,
    },
  ]);
  const emails = await emailsTo(app, student, 'homework_set');
  expect(emails).toHaveLength(1);
  expect(emails[0]?.subject).toBe('Mara Ellis gave you homework');
  for (const part of [text, title, '24 Nov 2026', '/practice']) expect(emails[0]?.body_text).toContain(part);
  const { items } = await app.caller(student).notifications.list();
  expect(items.filter(({ kind }) => kind === 'homework_set')).toHaveLength(1);
  app.clock.advance(5 * dayMs);
  expect((await coaching(student).homework())[0]?.isOverdue).toBe(true);
});

it('a coach can set homework only for their own students', async () => {
  const input = { id: randomUUID(), studentId: student.userId, text };
  await expect(coaching(otherCoach).setHomework(input)).rejects.toMatchObject(withCode('not_found'));
  expect(await coaching(student).homework()).toEqual([]);
});

it('only the student can mark homework as done, and marking it again does not change the time', async () => {
  const id = await homework();
  for (const user of [await verifiedStudent(app), coach, admin]) {
    await expect(coaching(user).setHomeworkDone({ id, isDone: true })).rejects.toMatchObject(
      withCode('not_found'),
    );
  }
  await coaching(student).setHomeworkDone({ id, isDone: true });
  app.clock.advance(dayMs);
  await coaching(student).setHomeworkDone({ id, isDone: true });
  expect((await coaching(student).homework())[0]?.doneAt).toBe(noon.toISOString());
  const brief = () => coaching(coach).brief({ studentId: student.userId });
  expect((await brief()).blocks.homework).toMatchObject([{ doneAt: noon.toISOString(), isRemovable: false }]);
  await coaching(student).setHomeworkDone({ id, isDone: false });
  expect((await brief()).blocks.homework).toMatchObject([{ doneAt: null, isRemovable: true }]);
});

it('the student’s current coach can withdraw homework that another coach has set', async () => {
  const own = await homework();
  await grantQuestions(app, admin, student, 1);
  const question = await askedQuestion(app, student);
  await app.caller(otherCoach).questions.claim({ id: question });
  const brief = await coaching(otherCoach).brief({ studentId: student.userId });
  expect(brief.blocks.homework).toMatchObject([{ id: own, isRemovable: true }]);
  await coaching(otherCoach).removeHomework({ id: own });
  expect(await coaching(student).homework()).toEqual([]);
});

it('only the coach who set the homework and coaches of the student can withdraw it, until it is done', async () => {
  const id = await homework();
  await expect(coaching(otherCoach).removeHomework({ id })).rejects.toMatchObject(withCode('not_found'));
  await coaching(student).setHomeworkDone({ id, isDone: true });
  await expect(coaching(coach).removeHomework({ id })).rejects.toMatchObject(withCode('conflict'));
  await coaching(student).setHomeworkDone({ id, isDone: false });
  await coaching(coach).removeHomework({ id });
  expect(await coaching(student).homework()).toEqual([]);
  // The email was still queued, and is withdrawn with the homework.
  expect(await emailsTo(app, student, 'homework_set')).toEqual([]);
  const { items } = await app.caller(student).notifications.list();
  expect(items.filter(({ kind }) => kind === 'homework_set')).toEqual([]);
});

it('withdrawing homework also withdraws its email if that has failed, so that an admin cannot send it again', async () => {
  const id = await homework();
  await app.deps.db
    .updateTable('mail_messages')
    .set({ status: 'failed' })
    .where('user_id', '=', student.userId)
    .where('kind', '=', 'homework_set')
    .execute();
  await coaching(coach).removeHomework({ id });
  expect(await emailsTo(app, student, 'homework_set')).toEqual([]);
});

it('homework must be due between the student’s current day and a year later, and may link only to existing material; the number of open pieces per student is limited', async () => {
  await changeUser(app, student, { time_zone: 'Pacific/Kiritimati' });
  // In the student's time zone, it is already the 21st.
  await expect(homework({ dueOn: '2026-11-20' })).rejects.toMatchObject({
    cause: {
      code: 'invalid_input',
      fields: { dueOn: 'The student’s date is 21 Nov 2026. Choose that day or a later one' },
    },
  });
  await expect(homework({ dueOn: '2027-11-22' })).rejects.toMatchObject({
    cause: { code: 'invalid_input', fields: { dueOn: 'Choose a day at most a year ahead' } },
  });
  await homework({ dueOn: '2026-11-21' });
  const withMaterial = (material: Material) =>
    coaching(coach).setHomework({ id: randomUUID(), studentId: student.userId, text, material });
  await expect(withMaterial({ kind: 'deck', id: randomUUID() })).rejects.toMatchObject({
    cause: { code: 'invalid_input', fields: { material: expect.any(String) } },
  });
  // The id of a deck is a UUID, that of a session a number.
  for (const material of [
    { kind: 'deck', id: '5' },
    { kind: 'session', id: randomUUID() },
  ] as const) {
    await expect(withMaterial(material)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  }
  const more = await Promise.allSettled(Array.from({ length: homeworkBounds.open }, () => homework()));
  expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(homeworkBounds.open - 1);
  expect(await coaching(student).homework()).toHaveLength(homeworkBounds.open);
});

it('homework links to a deck only while the deck is published', async () => {
  const { deckId } = await createTestDeck(app, coach);
  const material = { kind: 'deck' as const, id: deckId };
  await coaching(coach).setHomework({ id: randomUUID(), studentId: student.userId, text, material });
  const linked = async () => (await coaching(student).homework())[0]?.material;
  expect(await linked()).toEqual({ ...material, title: 'Prices on the river', path: `/practice/${deckId}` });
  await app.deps.db.updateTable('decks').set({ published_at: null }).where('id', '=', deckId).execute();
  expect(await linked()).toBeNull();
});

it('a student who turned homework emails off gets no email about homework', async () => {
  await app.caller(student).email.setPreference({ kind: 'homework_set', enabled: false });
  await homework();
  expect(await emailsTo(app, student, 'homework_set')).toEqual([]);
  expect(await coaching(student).homework()).toHaveLength(1);
});
