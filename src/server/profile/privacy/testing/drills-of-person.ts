import { randomUUID } from 'node:crypto';
import { undoSeconds } from '../../../../shared/coaching/answers.ts';
import type { TestApp, TestUser } from '../../../../testing/test-app.ts';
import { createTestDeck } from '../../../practice/testing/test-decks.ts';

/**
 * A drill that the user wrote as a coach, answered and reported, and a drill in the user's own deck, which is added
 * because the user makes a wrong choice before seeing the answer to the question.
 */
export async function insertDrillsOf(app: TestApp, user: TestUser, questionId: string): Promise<void> {
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
