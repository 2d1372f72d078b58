import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../server/platform/db/database.ts';

/**
 * Waits until exactly `count` connections to the database wait for a lock. `db` may be the transaction that holds the
 * lock.
 */
export async function waitForLockWaiters(db: Db, count = 1): Promise<void> {
  await expect
    .poll(async () => {
      // A transaction sees only its first snapshot of pg_stat_activity.
      await sql`select pg_stat_clear_snapshot()`.execute(db);
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows;
    })
    .toHaveLength(count);
}
