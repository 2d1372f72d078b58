import { type Kysely, sql } from 'kysely';

// Set while the unpaid invoice of a past-due subscription is that of an upgrade, so that the period itself is paid.
const statements = ['alter table subscriptions add column owes_only_upgrade boolean not null default false'];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
