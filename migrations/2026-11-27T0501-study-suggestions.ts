import { type Kysely, sql } from 'kysely';

// The items that a student was advised to study next. A suggestion that the student ignored or put off is not repeated
// for some days; `put_off_on` is the day on which the student last chose "Not now".
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table study_suggestions (
    user_id uuid not null references users (id) on delete cascade,
    kind text not null check (kind in ('session', 'plan', 'product')),
    -- The id of the session or PDF, or the number of the coaching plan.
    place_id integer not null,
    -- Days in the student's time zone. The count begins again after more than three days without the suggestion.
    days_shown smallint not null,
    last_shown_on date not null,
    put_off_on date,
    primary key (user_id, kind, place_id)
  )`.execute(db);
}
