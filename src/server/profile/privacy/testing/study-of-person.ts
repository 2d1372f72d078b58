import { randomUUID } from 'node:crypto';
import { undoSeconds } from '../../../../shared/coaching/answers.ts';
import { academyHands, buildAcademyHand } from '../../../../shared/poker/academy-hands/academy-hands.ts';
import { decisionsOf } from '../../../../shared/poker/deal.ts';
import { addDays } from '../../../../shared/time-zone.ts';
import type { TestApp, TestUser } from '../../../../testing/test-app.ts';
import { storeAcademyHands } from '../../../hands/academy-hands.operations.ts';
import { createTestDeck } from '../../../practice/testing/test-decks.ts';

/**
 * Stores a hand of the user with notes, a label and a share link. Stars a hand of the academy for the user, and
 * attaches it to the product, as if the user had attached it.
 */
export async function insertHandsOf(
  app: TestApp,
  user: TestUser,
  productId: number,
  note: string,
): Promise<void> {
  const { db } = app.deps;
  const [hand] = academyHands;
  if (!hand) throw new Error('the academy has no hand');
  const { id } = await app.caller(user).hands.saveBuilt({ hand: buildAcademyHand(hand).hand, title: 'Mine' });
  await app.caller(user).hands.update({ id, note });
  await app.caller(user).hands.noteAction({ id, atAction: 2, text: note });
  await app.caller(user).hands.labelSeat({ id, seat: 1, label: 'Loose regular' });
  await app.caller(user).hands.share({ id, mode: 'open' });
  const [handId] = (await storeAcademyHands(app.deps)).values();
  await app.caller(user).hands.star({ id: handId ?? '', starred: true });
  await db
    .insertInto('hand_links')
    .values({
      hand_id: handId ?? '',
      product_id: productId,
      at_seconds: 0,
      created_by: user.userId,
      created_at: new Date(),
    })
    .execute();
}

/**
 * Creates two drills. The user writes one as a coach, answers it, and reports it as unclear. The other is in the user's
 * own deck: it is made from a question for which the user chooses a wrong option before the coach's answer is shown.
 */
export async function insertDrillsOf(app: TestApp, user: TestUser, questionId: string): Promise<void> {
  // Students see an answer only after the coach can no longer undo it.
  app.clock.advance(undoSeconds * 1_000);
  const { drills, questions } = app.caller(user);
  await questions.revealAnswer({ id: questionId, choice: 'Raise' });
  const { drillId } = await createTestDeck(app, user);
  await drills.attempt({
    id: randomUUID(),
    drillId,
    version: 1,
    chosen: 0,
    tookMs: 4_000,
    agoMs: 0,
  });
  await drills.reportUnclear({ id: drillId });
}

/** Stores a hand of the day that the user planned and answered, a suggestion, practice minutes, and a trained range. */
export async function insertPracticeOf(app: TestApp, user: TestUser, name: string): Promise<void> {
  const { db } = app.deps;
  const now = app.deps.now();
  const day = addDays(now.toISOString().slice(0, 10), 3);
  const options = [
    { label: 'Fold', weight: 100, why: '' },
    { label: 'Call', weight: 0, why: '' },
  ];
  const { ranges, daily, drills } = app.caller(user);
  const { id: handId, model } = await db
    .selectFrom('hands')
    .select(['id', 'model'])
    .where('owner_id', 'is', null)
    .where('hero_cards', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow();
  const [atAction = 0] = decisionsOf(model);
  await daily.save({ day, handId, atAction, question: 'What do you do?', options, reason: 'Count.' });
  const { id: dailyId } = await db
    .selectFrom('daily_spots')
    .select('id')
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('daily_answers')
    .values({ daily_id: dailyId, user_id: user.userId, choice: 0, created_at: now })
    .execute();
  await db
    .insertInto('study_suggestions')
    .values({ user_id: user.userId, kind: 'plan', place_id: 1, days_shown: 1, last_shown_on: day })
    .execute();
  await drills.setMinutes({ minutes: 15 });
  const { id } = await ranges.save({ name, cells: { raise: 'AA', call: '' } });
  await ranges.publish({ id });
  await ranges.trainAnswer({ id, cell: 0, action: 'fold' });
}

/** The coach gives the user homework, and the user lets coaches see the hands in the user's brief. */
export async function insertCoachingOf(app: TestApp, user: TestUser, coach: TestUser): Promise<void> {
  await app
    .caller(coach)
    .coaching.setHomework({ id: randomUUID(), studentId: user.userId, text: 'Count the bluffs first.' });
  await app.caller(user).coaching.setShare({ block: 'hands', isShown: true });
}
