import { type Kysely, sql } from 'kysely';

// The key of the request that created a product, so that a repeated request creates no second product.
const statements = ['alter table products add column creation_key uuid unique'];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
