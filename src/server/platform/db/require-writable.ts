import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Sends a write that changes nothing.
 * @throws if the database does not respond, or accepts only reads, e.g. because it is no longer the primary
 */
export async function requireWritable(db: Db): Promise<void> {
  await sql`update kysely_migration set name = name where false`.execute(db);
}
