import { type Kysely, sql } from 'kysely';

// The rest of the review: the same file on two accounts, one apology a late application, and what stays of
// an application when its account goes: how and when it was decided, and nothing about the person.
const statements = [
  `alter table uploads add column image_hash text`,
  `create index uploads_image_hash on uploads (image_hash) where image_hash is not null`,
  `alter table kyc_applications add column apologised_at timestamptz`,
  `create index kyc_applications_waiting on kyc_applications (created_at)
     where superseded_at is null and apologised_at is null and status in ('pending', 'requires_review')`,
  `create table kyc_tombstones (
    application_id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    status text not null check (status in ('pending', 'approved', 'rejected', 'requires_review')),
    reason_code text,
    submitted_at timestamptz not null,
    reviewed_at timestamptz,
    reviewed_by uuid references users (id) on delete set null,
    superseded_at timestamptz,
    documents_erased_at timestamptz not null,
    buried_at timestamptz not null
  )`,
  `create index kyc_tombstones_user on kyc_tombstones (user_id)`,
  `create index kyc_tombstones_reviewed_by on kyc_tombstones (reviewed_by)`,
  `create index mail_messages_failed on mail_messages (created_at desc) where status = 'failed'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
