import { type Kysely, sql } from 'kysely';

// The hands of the academy that a user starred. A user's own hands have the column `starred`. Servers of the previous
// version would show such rows of `bookmarks` as sessions, so they have a table of their own.
const statements = [
  `create table starred_hands (
    user_id uuid not null references users (id) on delete cascade,
    hand_id uuid not null references hands (id) on delete cascade,
    created_at timestamptz not null default now(),
    primary key (user_id, hand_id)
  )`,
  `create index starred_hands_hand on starred_hands (hand_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
