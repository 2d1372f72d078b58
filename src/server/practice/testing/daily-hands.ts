import { dayMs } from '../../../shared/durations.ts';
import { addDays } from '../../../shared/time-zone.ts';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';
import { createCoach } from '../../coaching/testing/asked-questions.ts';
import { storeAcademyHands } from '../../hands/academy-hands.operations.ts';

/**
 * Plans a hand for yesterday, with the question "Question 0?", and one for today, with "Question 1?".
 * @returns yesterday and today
 */
export async function planTwoDays(app: TestApp, admin: TestUser): Promise<[string, string]> {
  const { daily } = app.caller(await createCoach(app, admin));
  await storeAcademyHands(app.deps);
  const { hands } = await daily.material();
  const today = app.deps.now().toISOString().slice(0, 10);
  const days: [string, string] = [addDays(today, -1), today];
  // A hand of the day can be planned only before its day.
  app.clock.advance(-2 * dayMs);
  for (const [index, day] of days.entries()) {
    const { id: handId = '', decisions: [{ atAction } = { atAction: 0 }] = [] } = hands[index] ?? {};
    await daily.save({
      day,
      handId,
      atAction,
      question: `Question ${index}?`,
      options: [
        { label: 'Fold', weight: 100, why: '' },
        { label: 'Call', weight: 0, why: '' },
      ],
      reason: 'Count.',
    });
  }
  app.clock.advance(2 * dayMs);
  return days;
}
