import { type Kysely, sql } from 'kysely';

// Academies could once allow more than 1,000 own ranges. Without this, the default would replace such a limit.
const statements = [
  `update settings set value = '1000'
    where key in ('ownRangesFree', 'ownRangesSilver', 'ownRangesGold', 'ownRangesDiamond') and value > '1000'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
