import { type Kysely, sql } from 'kysely';

// Earlier versions allowed admins to let students store more than 1,000 ranges of their own. Such a setting is now
// invalid, and would be replaced by its default.
const statements = [
  `update settings set value = '1000'
    where key in ('ownRangesFree', 'ownRangesSilver', 'ownRangesGold', 'ownRangesDiamond') and value > '1000'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
