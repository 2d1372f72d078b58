import { type Kysely, sql } from 'kysely';

// Texts that admins have changed. Each change adds a version and preserves the earlier ones; the newest is in effect. A
// null value stands for the original text, which is in the code. The trigger sets a new version in content_versions, so
// that no server uses an outdated text from its memory.
const statements = [
  `create table site_texts (
    key text not null,
    version integer not null check (version > 0),
    value text,
    -- For legal texts: whether users who accepted an earlier version are asked again.
    needs_acceptance boolean not null default false,
    changed_by uuid references users (id) on delete set null,
    changed_at timestamptz not null default now(),
    primary key (key, version)
  )`,
  `create index site_texts_changed_by on site_texts (changed_by)`,
  `insert into content_versions (kind) values ('site_texts')`,
  `create trigger site_texts_content after insert or update or delete on site_texts
     for each statement execute function content_changed('site_texts')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
