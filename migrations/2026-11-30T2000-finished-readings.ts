import { type Kysely, sql } from 'kysely';

// When a user last reached the last page of a PDF. Going back to an earlier page does not change it.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reading_positions add column finished_at timestamptz`.execute(db);
  await sql`update reading_positions set finished_at = updated_at where page >= page_count`.execute(db);
}
