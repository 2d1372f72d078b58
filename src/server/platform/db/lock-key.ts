import { sql } from 'kysely';
import type { Trx } from './database.ts';

/** Serializes the transactions that lock the same key, until they end. */
export async function lockKey(trx: Trx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}
