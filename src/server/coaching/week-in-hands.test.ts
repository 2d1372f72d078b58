import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { hourMs } from '../../shared/durations.ts';
import { changeUser, emailsTo } from '../../testing/rows.ts';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { createHandlers } from '../job-handlers.ts';
import { createTestDeck } from '../practice/testing/test-decks.ts';
import { answeredStudent, openCoaching, verifiedStudent } from './testing/asked-questions.ts';

let app: TestApp;
let coach: TestUser;
let student: TestUser;
/** Sunday, 18:00 in Auckland. */
const evening = new Date('2026-11-22T05:00:00Z');

beforeAll(async () => {
  ({ app, coach } = await openCoaching());
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(new Date(evening.getTime() - 24 * hourMs));
  student = await answeredStudent(app, coach);
  await changeUser(app, student, { time_zone: 'Pacific/Auckland' });
});

const setEnabled = (user: TestUser, enabled: boolean) =>
  app.caller(user).email.setPreference({ kind: 'week_in_hands', enabled });
const runAt = async (at: Date) => {
  app.clock.set(at);
  await createHandlers(app.deps)['week-in-hands']();
};
const emails = () => emailsTo(app, student, 'week_in_hands');

it('the weekly email is sent once, on Sunday from 18:00 in the student’s time zone', async () => {
  await setEnabled(student, true);
  await runAt(new Date(evening.getTime() - 1));
  expect(await emails()).toEqual([]);
  await Promise.all(Array.from({ length: 20 }, () => runAt(evening)));
  await runAt(new Date(evening.getTime() + hourMs));
  const [email, ...others] = await emails();
  expect(others).toEqual([]);
  expect(email?.subject).toBe('Your week in hands');
  expect(email?.body_text).toContain('New answers from a coach: 1');
  expect(email?.body_text).toContain('/api/mail/unsubscribe?token=week_in_hands.');
  // Monday in Auckland.
  await runAt(new Date(evening.getTime() + 6 * hourMs));
  expect(await emails()).toHaveLength(1);
  await runAt(new Date(evening.getTime() + 7 * 24 * hourMs));
  expect(await emails()).toHaveLength(2);
});

it('the weekly email is off by default, and is not sent after it was turned off', async () => {
  await runAt(evening);
  expect(await emails()).toEqual([]);
  await setEnabled(student, true);
  await setEnabled(student, false);
  await runAt(evening);
  expect(await emails()).toEqual([]);
});

it('the weekly email is sent neither to a student for whom it would be empty nor to a suspended student', async () => {
  const quiet = await verifiedStudent(app);
  await setEnabled(quiet, true);
  await setEnabled(student, true);
  await changeUser(app, student, { suspended_at: evening });
  await runAt(evening);
  expect(await emails()).toEqual([]);
  // Sunday, 18:00 UTC, which is the time zone of this student.
  await runAt(new Date('2026-11-22T18:00:00Z'));
  expect(await emailsTo(app, quiet, 'week_in_hands')).toEqual([]);
  await changeUser(app, student, { suspended_at: null });
});

it('the weekly email mentions homework and the leak whose score rose the most', async () => {
  await setEnabled(student, true);
  await app
    .caller(coach)
    .coaching.setHomework({ id: randomUUID(), studentId: student.userId, text: 'Count the bluffs.' });
  const { drillId } = await createTestDeck(app, coach);
  const attempts = (score: number, at: Date) =>
    Array.from({ length: 6 }, () => ({
      id: randomUUID(),
      user_id: student.userId,
      drill_id: drillId,
      version: 1,
      leak: 'thin-value' as const,
      chosen: 0,
      score,
      rating: score > 50 ? 3 : 1,
      retention: 90,
      took_ms: 1_000,
      at,
      day: at.toISOString().slice(0, 10),
    }));
  const weeksAgo = (weeks: number) => new Date(evening.getTime() - weeks * 7 * 24 * hourMs);
  await app.deps.db
    .insertInto('drill_tries')
    .values([...attempts(0, weeksAgo(3)), ...attempts(100, weeksAgo(0.5))])
    .execute();
  await runAt(evening);
  const [email] = await emails();
  expect(email?.body_text).toContain('Homework to do: 1');
  expect(email?.body_text).toMatch(/Score that rose the most: Thin value, from \d+% to \d+%/);
});
