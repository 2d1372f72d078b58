import { type Kysely, sql } from 'kysely';

// Erased uploads whose files have not been removed yet: the job `sweep-uploads` looks for them every hour.
const statements = [
  `create index uploads_unremoved on uploads (id) where status = 'erased' and storage_key not like 'erased/%'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
