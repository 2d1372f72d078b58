import { type Kysely, sql } from 'kysely';

// For the job that parses the texts of stored hands again with a newer version of the parsers.
const statements = [
  `create index hands_outdated on hands (reader_version, id) where source_text is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
