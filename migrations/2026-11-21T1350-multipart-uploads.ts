import { type Kysely, sql } from 'kysely';

// Films of sessions in parts, and their captions. SQL is the common subset of Postgres 15 to 18.
const statements = [
  `alter table uploads drop constraint uploads_purpose_check`,
  `alter table uploads add constraint uploads_purpose_check
    check (purpose in ('registration', 'kyc', 'product', 'session_video', 'captions'))`,

  // What an upload in parts has beside its row in uploads.
  `create table multipart_uploads (
    upload_id uuid primary key references uploads (id) on delete cascade,
    store_id text not null,
    part_bytes bigint not null check (part_bytes > 0),
    part_count integer not null check (part_count between 1 and 10000),
    fingerprint text not null check (char_length(fingerprint) = 64)
  )`,
  `create index multipart_uploads_fingerprint on multipart_uploads (fingerprint)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
