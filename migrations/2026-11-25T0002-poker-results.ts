import { type Kysely, sql } from 'kysely';

// Adds the stakes of a day (big blind, number of tournaments, buy-ins), which are needed to show its result in big
// blinds or as a return on buy-ins.
const statements = [
  `alter table daily_goals
     add column big_blind_cents integer check (big_blind_cents > 0),
     add column tournaments integer check (tournaments >= 0),
     add column buy_ins_cents bigint check (buy_ins_cents >= 0)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
