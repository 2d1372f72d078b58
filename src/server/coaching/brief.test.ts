import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { briefBlockNames, briefBounds } from '../../shared/coaching/brief.ts';
import { dayMs } from '../../shared/durations.ts';
import { changeUser } from '../../testing/rows.ts';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import {
  answeredStudent,
  askedQuestion,
  createCoach,
  noon,
  openCoaching,
  savedHand,
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

const coaching = (user: TestUser | null) => app.caller(user).coaching;
const questions = (user: TestUser) => app.caller(user).questions;
const withCode = (code: string) => ({ cause: { code } });

it('the initial of a last name is a whole character, even if it consists of two code units', async () => {
  const student = await app.createUser({ firstName: 'Mei', lastName: '𠮷田' });
  expect((await coaching(student).ownBrief()).brief.name).toBe('Mei 𠮷.');
});

it('only the student’s coaches and the student can read a brief', async () => {
  const student = await answeredStudent(app, coach);
  const { userId: studentId } = student;
  const suspended = await createCoach(app, admin, 'Suspended coach');
  await changeUser(app, suspended, { suspended_at: app.deps.now() });
  for (const [user, code] of [
    [null, 'not_signed_in'],
    [await verifiedStudent(app), 'coach_only'],
    [student, 'coach_only'],
    [admin, 'coach_only'],
    [suspended, 'coach_only'],
    [otherCoach, 'not_found'],
  ] as const) {
    await expect(coaching(user).brief({ studentId })).rejects.toMatchObject(withCode(code));
  }
  expect((await coaching(otherCoach).students({})).items.map(({ id }) => id)).not.toContain(studentId);
  expect((await coaching(coach).students({})).items).toContainEqual(
    expect.objectContaining({ id: studentId, name: 'Dana W.', isWaiting: false }),
  );
  expect((await coaching(coach).brief({ studentId })).name).toBe('Dana W.');
  expect((await coaching(student).ownBrief()).brief.name).toBe('Dana W.');
  await expect(coaching(null).ownBrief()).rejects.toMatchObject(withCode('not_signed_in'));

  await app.caller(admin).admin.coaching.revokeCoach({ userId: coach.userId });
  try {
    await expect(coaching(coach).brief({ studentId })).rejects.toMatchObject(withCode('coach_only'));
  } finally {
    await app
      .caller(admin)
      .admin.coaching.grantCoach({ userId: coach.userId, displayName: 'Mara Ellis', weeklyCapacity: 200 });
  }
});

it('a coach can read a student’s brief as long as the coach has claimed a question of the student', async () => {
  const student = await verifiedStudent(app);
  const { userId: studentId } = student;
  const id = await askedQuestion(app, student);
  const brief = () => coaching(otherCoach).brief({ studentId });
  await expect(brief()).rejects.toMatchObject(withCode('not_found'));
  const claimed = await questions(otherCoach).claim({ id });
  expect(claimed.student.id).toBe(studentId);
  expect((await coaching(otherCoach).students({})).items[0]).toMatchObject({
    id: studentId,
    isWaiting: true,
  });
  await brief();
  await questions(otherCoach).release({ id });
  await expect(brief()).rejects.toMatchObject(withCode('not_found'));
});

it('a coach can read a brief for half a year after answering the student, but only while the student can log in', async () => {
  const student = await answeredStudent(app, coach);
  const brief = () => coaching(coach).brief({ studentId: student.userId });
  for (const column of ['suspended_at', 'deletion_due_at'] as const) {
    const set = (at: Date | null) => changeUser(app, student, { [column]: at });
    await set(noon);
    await expect(brief()).rejects.toMatchObject(withCode('not_found'));
    await set(null);
  }
  app.clock.advance(briefBounds.coachedDays * dayMs - 1);
  await brief();
  app.clock.advance(1);
  await expect(brief()).rejects.toMatchObject(withCode('not_found'));
});

it('a brief shows the newest questions that were not withdrawn, however many newer ones were withdrawn', async () => {
  const student = await verifiedStudent(app);
  const id = await askedQuestion(app, student);
  const { db } = app.deps;
  const asked = await db.selectFrom('questions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const withdrawn = Array.from({ length: 20 }, (_, index) => ({
    ...asked,
    id: randomUUID(),
    status: 'withdrawn' as const,
    queued_at: new Date(noon.getTime() + index + 1),
  }));
  await db.insertInto('questions').values(withdrawn).execute();
  expect((await coaching(student).ownBrief()).brief.blocks.questions).toMatchObject([
    { id, status: 'queued' },
  ]);
});

it('a brief shows hands and results only after the student shares them, and never the stakes of a hand', async () => {
  const student = await answeredStudent(app, coach);
  const mine = app.caller(student);
  await mine.learning.saveStudyProfile({ game: 'cash', stakes: 'small', aim: 'postflop', weeklyHours: 4 });
  await mine.goals.save({ date: '2026-11-19', handsPlayed: 321, winLoss: -98_700, actualStudyTime: 45 });
  await savedHand(app, student);
  const brief = () => coaching(coach).brief({ studentId: student.userId });

  const before = await brief();
  expect(Object.keys(before.blocks)).toEqual([
    'goals',
    'study',
    'finished',
    'leaks',
    'questions',
    'homework',
  ]);
  expect(before.blocks.goals).toEqual({ game: 'cash', aim: 'postflop', weeklyHours: 4 });
  expect(before.blocks.study?.at(-1)).toEqual({
    from: '2026-11-14',
    studyMinutes: 45,
    sessions: 0,
    drills: 0,
    handsPlayed: 321,
  });
  // Not yet 'answered': the clock stands still, so the coach can still undo the answer.
  expect(before.blocks.questions).toMatchObject([{ status: 'claimed' }]);
  for (const secret of ['98700', 'small', 'NL50', student.email, 'Whitfield']) {
    expect(JSON.stringify(before)).not.toContain(secret);
  }

  for (const block of ['hands', 'results'] as const) await mine.coaching.setShare({ block, isShown: true });
  const shown = await brief();
  expect(shown.blocks.results).toMatchObject({ stakes: 'small', total: -98_700, days: 1 });
  // The hand of the question, and the hand saved above.
  expect(shown.blocks.hands).toHaveLength(2);
  // The line of a hand has neither the stakes (NL50) nor the result (+3bb at the end).
  for (const { line } of shown.blocks.hands ?? []) expect(line).not.toMatch(/NL50|bb$/);

  for (const block of briefBlockNames) await mine.coaching.setShare({ block, isShown: false });
  expect((await brief()).blocks).toEqual({});
  // The student still sees all blocks.
  const own = await mine.coaching.ownBrief();
  expect(Object.keys(own.brief.blocks).toSorted()).toEqual(briefBlockNames.toSorted());
  expect(own.shares.results).toBe(false);
});
