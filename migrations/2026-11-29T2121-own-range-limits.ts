import { type Kysely, sql } from 'kysely';

// The limit of own ranges could once be set above 1,000, which is now invalid. An invalid setting would be replaced by
// its default.
const statements = [
  `update settings set value = '1000'
    where key in ('ownRangesFree', 'ownRangesSilver', 'ownRangesGold', 'ownRangesDiamond') and value > '1000'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
