import { type Kysely, sql } from 'kysely';

// How many accounts can log in is counted without a look at the rows themselves.
const statements = [
  `create index users_active on users (id)
     where deleted_at is null and suspended_at is null and deletion_due_at is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
