import { type Kysely, sql } from 'kysely';

const statements = [
  // Whether a buyer finds anything: the PDF, or of a session its film or its text.
  `alter table products add column is_ready boolean not null generated always as (
    file_upload_id is not null
    or (type = 'session' and (video_url is not null or video_upload_id is not null or content is not null))
  ) stored`,
  // Bought before there was anything to open: its buyer is told when there is.
  `alter table purchases add column awaits_content boolean not null default false`,
  `create index purchases_awaiting on purchases (product_id) where awaits_content`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
