import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { academyHands, buildAcademyHand } from '../../shared/poker/academy-hands/academy-hands.ts';
import { decisionsOf } from '../../shared/poker/deal.ts';
import { addDays } from '../../shared/time-zone.ts';
import { auditEntries } from '../../testing/rows.ts';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { answeredStudent, noon, openCoaching } from '../coaching/testing/asked-questions.ts';
import { storeAcademyHands } from '../hands/academy-hands.operations.ts';
import { choiceDrill } from '../practice/testing/test-decks.ts';

let app: TestApp;
let admin: TestUser;
let coach: TestUser;

beforeAll(async () => {
  ({ app, admin, coach } = await openCoaching());
});
afterAll(() => app.close());

/** The entries about a subject, oldest first, as the admin area gets them. */
async function entriesAbout(subjectId: string) {
  const { items } = await app.caller(admin).admin.audit.list({ subjectId, kind: 'practice' });
  return items.toReversed().map(({ action, actorId, subjectName, about, ip, details }) => {
    expect([actorId, ip]).toEqual([coach.userId, expect.any(String)]);
    return { action, subjectName, about: about?.id, ...Object.fromEntries(details.map(nameAndValue)) };
  });
}
const nameAndValue = ({ name, value }: { name: string; value: string }) => [name, value] as const;
const actionsAbout = async (id: string) => (await entriesAbout(id)).map(({ action }) => action);

it('each change of a deck or a drill is recorded once, and a call that changes nothing is not recorded', async () => {
  const { drills } = app.caller(coach);
  const [deckKey, drillKey] = [randomUUID(), randomUUID()];
  const deck = { key: deckKey, title: 'Rivers', place: null };
  await drills.createDeck(deck);
  await drills.createDeck(deck);
  expect(await entriesAbout(deckKey)).toMatchObject([{ action: 'deck.created', subjectName: 'Rivers' }]);
  const drill = { ...choiceDrill, deckId: deckKey };
  await drills.save({ ...drill, key: drillKey });
  await drills.save({ ...drill, key: drillKey });
  await drills.save({ ...drill, id: drillKey });
  await drills.save({ ...drill, id: drillKey, leak: 'thin-value' });
  await drills.save({ ...drill, id: drillKey, leak: 'thin-value', prompt: 'How often?' });
  for (const isArchived of [true, true, false]) await drills.archive({ id: drillKey, isArchived });
  const [before, after] = [{ question: choiceDrill.prompt }, { question: 'How often?' }];
  expect(await entriesAbout(drillKey)).toMatchObject([
    { action: 'drill.created', subjectName: 'Rivers', ...before },
    { action: 'drill.updated', ...before },
    { action: 'drill.updated', ...after },
    { action: 'drill.archived', ...after },
    { action: 'drill.restored', ...after },
  ]);
});

it('each change of the planned hands of the day is recorded with the day and the question', async () => {
  const hands = await storeAcademyHands(app.deps);
  const decisions = academyHands.flatMap((source) => {
    const { id, hand } = buildAcademyHand(source);
    return decisionsOf(hand).map((atAction) => ({ handId: hands.get(id) ?? '', atAction }));
  });
  const { daily } = app.caller(coach);
  const [first, second] = [addDays('2026-11-20', 3), addDays('2026-11-20', 5)];
  const { options, reason } = choiceDrill;
  const texts = { options, reason, leak: null, productId: null };
  const plan = async (day: string, number: number, question: string) =>
    daily.save({
      ...texts,
      ...(decisions[number] ?? { handId: '', atAction: 0 }),
      day,
      question,
      updatedAt: await updatedAt(day),
    });
  const updatedAt = async (day: string) =>
    (await daily.plan()).days.find((each) => each.day === day)?.spot?.updatedAt ?? null;
  await plan(first, 0, 'Call?');
  await plan(first, 0, 'Call or fold?');
  await plan(second, 1, 'Bet?');
  await daily.move({ day: first, to: first, updatedAt: await updatedAt(first) });
  await daily.move({ day: first, to: second, updatedAt: await updatedAt(first) });
  await daily.remove({ day: second, updatedAt: await updatedAt(second) });
  expect(await entriesAbout(first)).toMatchObject([
    { action: 'daily_hand.planned', question: 'Call?' },
    { action: 'daily_hand.updated', question: 'Call or fold?' },
    { action: 'daily_hand.moved', question: 'Call or fold?', to: second },
  ]);
  expect(await entriesAbout(second)).toMatchObject([
    { action: 'daily_hand.planned', question: 'Bet?' },
    // The two hands changed places.
    { action: 'daily_hand.moved', question: 'Bet?', to: first },
    { action: 'daily_hand.removed', question: 'Call or fold?' },
  ]);
});

it('changes of a range that the academy has published are recorded; its drafts and the ranges of users are not', async () => {
  const { ranges } = app.caller(coach);
  const cells = { raise: 'TT+, AKs', call: '99-77' };
  const { id } = await ranges.save({ ofAcademy: true, name: 'Big blind', cells });
  await ranges.save({ id, name: 'Big blind defense', cells });
  expect(await entriesAbout(id)).toEqual([]);
  await ranges.publish({ id, note: '' });
  await ranges.save({ id, name: 'Big blind defense', cells: { ...cells, raise: 'QQ+' } });
  await ranges.save({ id, name: 'Against the button', cells });
  await ranges.save({ id, name: 'Against the button', situation: 'Against 2.5 big blinds', cells });
  for (const isWithdrawn of [true, true, false]) await ranges.setWithdrawn({ id, isWithdrawn });
  expect(await entriesAbout(id)).toMatchObject([
    { action: 'range.published', subjectName: 'Against the button' },
    { action: 'range.updated', title: expect.stringContaining('Big blind defense') },
    expect.not.objectContaining({ title: expect.anything() }),
    { action: 'range.withdrawn' },
    { action: 'range.published' },
  ]);
  const own = await ranges.save({ name: 'Mine', cells });
  await ranges.publish({ id: own.id, note: '' });
  await ranges.save({ id: own.id, name: 'Still mine', cells });
  expect(await entriesAbout(own.id)).toEqual([]);
});

it('homework is recorded with its student, but without its text', async () => {
  app.clock.set(noon);
  const student = await answeredStudent(app, coach);
  const { coaching } = app.caller(coach);
  const homework = { id: randomUUID(), studentId: student.userId, text: 'Count the bluffs.' };
  await coaching.setHomework(homework);
  await coaching.setHomework(homework);
  await coaching.removeHomework(homework);
  expect(await actionsAbout(student.userId)).toEqual(['homework.set', 'homework.withdrawn']);
  expect(await entriesAbout(homework.id)).toMatchObject([
    { about: student.userId },
    { about: student.userId },
  ]);
  expect(JSON.stringify(await auditEntries(app, {}))).not.toContain(homework.text);
});
