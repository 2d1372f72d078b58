import { randomUUID } from 'node:crypto';
import { buildHand } from '../../../shared/poker/build-hand.ts';
import { decisionsOf } from '../../../shared/poker/deal.ts';
import { changeUser } from '../../../testing/rows.ts';
import { createTestApp, type TestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';
import type { Actor } from '../../actor.ts';
import { demoNotation } from '../../demo/demo-hands.ts';

/** Saves a hand of the student. @returns its id, and the indexes of the hero's decisions */
export async function savedHand(
  app: TestApp,
  student: TestUser,
): Promise<{ id: string; decisions: number[] }> {
  const hand = buildHand(demoNotation('Top pair, three streets'));
  const { id } = await app.caller(student).hands.saveBuilt({ hand, title: 'Top pair' });
  return { id, decisions: decisionsOf(hand) };
}

export const thought = 'I called because he bets often and I hold top pair.';

/** Creates a student with a verified email, which by default entitles them to one question. */
export async function verifiedStudent(app: TestApp): Promise<TestUser> {
  const student = await app.createUser({ password: testPassword });
  await changeUser(app, student, { email_verified_at: app.deps.now() });
  return student;
}

/** Saves a hand and asks about its last decision. @returns the question's id */
export async function askedQuestion(
  app: TestApp,
  student: TestUser,
  studentThought: string = thought,
): Promise<string> {
  const { id: handId, decisions } = await savedHand(app, student);
  const { id } = await app.caller(student).questions.ask({
    handId,
    atAction: decisions.at(-1) ?? 0,
    thought: studentThought,
    question: 'Is a raise ever right?',
  });
  return id;
}

/** As an admin, grants questions to a student. By default, they never expire. */
export function grantQuestions(
  app: TestApp,
  admin: Actor,
  { userId }: TestUser,
  count: number,
  validDays: number | null = null,
): Promise<unknown> {
  const grant = { userId, count, validDays, reason: 'A gift', requestId: randomUUID() };
  return app.caller(admin).admin.coaching.grantQuestions(grant);
}

/** Asks a question and answers it as the coach. @returns the question's id */
export async function answeredQuestion(app: TestApp, student: TestUser, coach: TestUser): Promise<string> {
  const id = await askedQuestion(app, student);
  const { questions } = app.caller(coach);
  await questions.claim({ id });
  await questions.answer({ id, ...answer });
  return id;
}

/** Creates a student whose question the coach has answered. */
export async function answeredStudent(app: TestApp, coach: TestUser): Promise<TestUser> {
  const student = await verifiedStudent(app);
  await answeredQuestion(app, student, coach);
  return student;
}

/**
 * Creates a user and makes them a coach.
 * @param by - the admin who makes the user a coach
 */
export async function createCoach(app: TestApp, by: Actor, displayName = 'Mara Ellis'): Promise<TestUser> {
  const coach = await app.createUser({ password: testPassword });
  await app.caller(by).admin.coaching.grantCoach({ userId: coach.userId, displayName, weeklyCapacity: 200 });
  return coach;
}

/** A valid answer to the question of `askedQuestion`. */
export const answer = {
  options: [
    { label: 'Raise', weight: 0, why: 'Nothing worse calls' },
    { label: 'Fold', weight: 70, why: 'Few bluffs get here' },
    { label: 'Call', weight: 30, why: 'It beats missed draws' },
  ],
  reason: 'Count what bets this big and loses to top pair: six combinations, and you need eleven.',
  comments: [{ atAction: 8, text: 'A smaller bet keeps worse hands in.' }],
  leak: 'river-call' as const,
};

/** Creates an academy whose clock shows `noon`, with two coaches. */
export async function openCoaching() {
  const app = await createTestApp();
  app.clock.set(noon);
  const admin = await app.createUser({ role: 'admin' });
  const coach = await createCoach(app, admin);
  return { app, admin, coach, otherCoach: await createCoach(app, admin, 'Jonas Reed') };
}

export const noon = new Date('2026-11-20T12:00:00Z');
