import type { DrillContent } from '../../../shared/practice/drill-editor.ts';
import type { StudyResource } from '../../../shared/practice/drills.ts';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';

export const choiceDrill: DrillContent = {
  leak: 'river-call',
  place: null,
  prompt: 'An opponent bets the whole pot on the river. How often must your call win?',
  body: { kind: 'choice' },
  options: [
    { label: 'Half of the time', weight: 0, why: 'That is the price of an infinitely large bet.' },
    { label: 'A third of the time', weight: 100, why: 'One to win two.' },
    { label: 'A quarter of the time', weight: 40, why: 'That is the price of half the pot.' },
  ],
  reason: 'You pay 1 for a pot of 3.',
};

/** Creates a deck with one drill. */
export async function createTestDeck(
  app: TestApp,
  coach: TestUser,
  { place = null, drill = choiceDrill }: { place?: StudyResource | null; drill?: DrillContent } = {},
): Promise<{ deckId: string; drillId: string }> {
  const { drills } = app.caller(coach);
  const { id: deckId } = await drills.createDeck({ title: 'Prices on the river', place });
  const { id: drillId } = await drills.save({ deckId, ...drill });
  return { deckId, drillId };
}
