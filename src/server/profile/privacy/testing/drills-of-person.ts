import { randomUUID } from 'node:crypto';
import { undoSeconds } from '../../../../shared/coaching/answers.ts';
import type { TestApp, TestUser } from '../../../../testing/test-app.ts';
import { createTestDeck } from '../../../practice/testing/test-decks.ts';

/**
 * Creates two drills. The user wrote the first one as a coach, answered it, and reported it as unclear. The second one is
 * in the user's own deck, because the user chose a wrong option for a question before the coach's answer was shown.
 */
export async function insertDrillsOf(app: TestApp, user: TestUser, questionId: string): Promise<void> {
  // For this long, the coach can still undo the answer, and the student does not see it.
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
