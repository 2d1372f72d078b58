import { sql } from 'kysely';
import type { StudyResource } from '../../shared/practice/drills.ts';
import type { Db } from '../platform/db/database.ts';

export async function findSuggestions(db: Db, userId: string) {
  return db
    .selectFrom('study_suggestions')
    .select(['kind', 'place_id', 'days_shown', 'last_shown_on', 'put_off_on'])
    .where('user_id', '=', userId)
    .execute();
}

type Shown = { userId: string; resource: StudyResource; today: string; since: string };

/**
 * Counts `today` as a day on which a session, PDF or coaching plan was suggested. The count begins again at 1 if the
 * suggestion was last shown before `since`.
 */
export async function saveShown(db: Db, { userId, resource, today, since }: Shown): Promise<void> {
  await db
    .insertInto('study_suggestions')
    .values({
      user_id: userId,
      kind: resource.kind,
      place_id: resource.id,
      days_shown: 1,
      last_shown_on: today,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind', 'place_id']).doUpdateSet({
        days_shown: sql`case
          when study_suggestions.last_shown_on = ${today}::date then study_suggestions.days_shown
          when study_suggestions.last_shown_on >= ${since}::date then study_suggestions.days_shown + 1
          else 1 end`,
        last_shown_on: today,
      }),
    )
    .execute();
}

export async function savePutOff(db: Db, { userId, resource, today }: Omit<Shown, 'since'>): Promise<void> {
  await db
    .insertInto('study_suggestions')
    .values({
      user_id: userId,
      kind: resource.kind,
      place_id: resource.id,
      days_shown: 1,
      last_shown_on: today,
      put_off_on: today,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind', 'place_id']).doUpdateSet({ put_off_on: today }),
    )
    .execute();
}
