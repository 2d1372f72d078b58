import { type Kysely, sql } from 'kysely';

// The academy's logo, and one for dark backgrounds. They are in the database because they are small and part of every
// page. Each change sets a new version in content_versions, so that no server uses an outdated copy from its memory.
const statements = [
  `create table site_logos (
    theme text primary key check (theme in ('light', 'dark')),
    image bytea not null,
    hash text not null,
    width smallint not null,
    height smallint not null,
    changed_by uuid references users (id) on delete set null,
    changed_at timestamptz not null default now()
  )`,
  `create index site_logos_changed_by on site_logos (changed_by)`,
  `insert into content_versions (kind) values ('site_logos')`,
  `create trigger site_logos_content after insert or update or delete on site_logos
     for each statement execute function content_changed('site_logos')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
