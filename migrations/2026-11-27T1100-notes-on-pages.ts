import { type Kysely, sql } from 'kysely';

// A note belongs to a session, or to a page of a product's PDF (product_id) or of a coaching plan (pdf_number).
const statements = [
  `alter table session_notes
     alter column session_id drop not null,
     add column product_id integer references products (id) on delete cascade,
     add column pdf_number integer check (pdf_number between 1 and 10),
     add column page integer check (page >= 1)`,
  `alter table session_notes add constraint session_notes_place_check
     check (num_nonnulls(session_id, product_id, pdf_number) = 1
       and (session_id is null) = (page is not null)
       and (session_id is not null or at_seconds is null)) not valid`,
  `alter table session_notes validate constraint session_notes_place_check`,
  `create index session_notes_product on session_notes (product_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
