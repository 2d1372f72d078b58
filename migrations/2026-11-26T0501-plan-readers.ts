import { type Kysely, sql } from 'kysely';

// Indexes that find the users who opened a coaching plan.
const statements = [
  `create index file_accesses_plan on file_accesses (pdf_number, user_id) where kind = 'plan'`,
  `create index reading_positions_plan on reading_positions (pdf_number) where pdf_number is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
