import { decisionsOf } from '../../../../shared/poker/deal.ts';
import { addDays } from '../../../../shared/time-zone.ts';
import type { TestApp, TestUser } from '../../../../testing/test-app.ts';

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
