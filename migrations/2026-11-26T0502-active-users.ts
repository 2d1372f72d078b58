import { type Kysely, sql } from 'kysely';

// For an index-only scan that counts the accounts that can log in.
const statements = [
  `create index users_active on users (id)
     where deleted_at is null and suspended_at is null and deletion_due_at is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
