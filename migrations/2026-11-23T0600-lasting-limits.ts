import { type Kysely, sql } from 'kysely';

const statements = [
  // Beside `rate_limits`, which a crash of Postgres empties: counts of codes and reset links must outlive one.
  `create table lasting_rate_limits (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  )`,
  `create index lasting_rate_limits_expire on lasting_rate_limits (expire)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
