import { buildHand } from '../../../shared/poker/build-hand.ts';
import { type TestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

/** The hero, in seat 2, calls before the flop, on the flop and on the river. */
const notation = `nlhe cash USD 0.25/0.5, 6-max, button 3
  1 HJ 50
  2 CO 56.2 KhQh hero
  3 BTN 50 9s9d
  4 SB 41
  5 BB 50
  6 UTG 50
  preflop f f r1.25 c f f
  flop Kd7c2s b1.5 c
  turn 4h b4 c
  river 9h x b12 c
  rake 1.5`;

/** Saves a hand of the student. @returns its id, and the indexes of the hero's decisions */
export async function savedHand(
  app: TestApp,
  student: TestUser,
): Promise<{ id: string; decisions: number[] }> {
  const hand = buildHand(notation);
  const { id } = await app.caller(student).hands.saveBuilt({ hand, title: 'Top pair' });
  const decisions = hand.actions.flatMap((action, index) =>
    'seat' in action && action.seat === hand.hero && !['post', 'return'].includes(action.a) ? [index] : [],
  );
  return { id, decisions };
}

export const thought = 'I called because he bets often and I hold top pair.';

/** A student with a verified email, and so with one question to ask. */
export async function verifiedStudent(app: TestApp): Promise<TestUser> {
  const student = await app.createUser({ password: testPassword });
  await app.deps.db
    .updateTable('users')
    .set({ email_verified_at: app.deps.now() })
    .where('id', '=', student.userId)
    .execute();
  return student;
}

/** Asks about the last decision of a new hand. @returns the question's id */
export async function askedQuestion(app: TestApp, student: TestUser): Promise<string> {
  const { id: handId, decisions } = await savedHand(app, student);
  const { id } = await app
    .caller(student)
    .questions.ask({ handId, atAction: decisions.at(-1) ?? 0, thought, question: 'Is a raise ever right?' });
  return id;
}

/** @param by the admin who grants it */
export async function createCoach(app: TestApp, by: TestUser, displayName = 'Mara Ellis'): Promise<TestUser> {
  const coach = await app.createUser({ password: testPassword });
  await app.caller(by).admin.coaching.grantCoach({ userId: coach.userId, displayName, weeklyCapacity: 200 });
  return coach;
}

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
