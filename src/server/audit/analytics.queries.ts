import type { Insertable } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import type { AnalyticsEventsTable } from '../platform/db/tables/system-tables.ts';

export async function insertEvent(db: Db | Trx, event: Insertable<AnalyticsEventsTable>): Promise<void> {
  await db.insertInto('analytics_events').values(event).execute();
}

export async function deleteEventsBefore(db: Db, before: Date): Promise<number> {
  const result = await db
    .deleteFrom('analytics_events')
    .where('occurred_at', '<', before.toISOString())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** @param day - in UTC, such as `2026-01-31` */
export async function addVisits(db: Db, day: string, count: number): Promise<void> {
  await db
    .insertInto('visits')
    .values({ day, count })
    .onConflict((conflict) =>
      conflict
        .column('day')
        .doUpdateSet((eb) => ({ count: eb('visits.count', '+', eb.ref('excluded.count')) })),
    )
    .execute();
}
