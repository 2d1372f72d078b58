import { type Kysely, sql } from 'kysely';

// Uploaded files and identity verification. The SQL runs on Postgres 15 to 18.
const reasons = `('unreadable', 'cropped', 'glare', 'expired', 'wrong_type', 'missing_side', 'name_mismatch',
  'birth_date_mismatch', 'duplicate_person', 'suspected_alteration', 'under_age')`;

const statements = [
  // A file belongs to an account, or to the ticket of a visitor who is about to register.
  `create table uploads (
    id uuid primary key default gen_random_uuid(),
    purpose text not null check (purpose in ('registration', 'kyc', 'product', 'session_video', 'captions')),
    user_id uuid references users (id) on delete set null,
    ticket_hash text,
    storage_key text not null unique,
    status text not null default 'issued' check (status in ('issued', 'secured', 'claimed', 'erased')),
    filename text,
    declared_type text,
    declared_size bigint check (declared_size > 0),
    max_bytes bigint not null check (max_bytes > 0),
    content_type text,
    size_bytes bigint,
    -- Finds the same image on two accounts.
    image_hash text,
    -- Why a PDF cannot be stamped.
    stamp_problem text check (stamp_problem in ('too_large', 'protected', 'unreadable')),
    put_expires_at timestamptz not null,
    secured_at timestamptz,
    claimed_at timestamptz,
    erased_at timestamptz,
    created_at timestamptz not null default now(),
    check (user_id is not null or ticket_hash is not null or status in ('claimed', 'erased')),
    -- A file is inspected before it is used.
    check (status not in ('secured', 'claimed') or content_type is not null)
  )`,
  `create index uploads_user on uploads (user_id)`,
  `create index uploads_ticket on uploads (ticket_hash) where ticket_hash is not null`,
  `create index uploads_unclaimed on uploads (created_at) where status in ('issued', 'secured')`,
  `create index uploads_image_hash on uploads (image_hash) where image_hash is not null`,

  // Extends the row in uploads for a multipart upload.
  `create table multipart_uploads (
    upload_id uuid primary key references uploads (id) on delete cascade,
    store_id text not null,
    part_bytes bigint not null check (part_bytes > 0),
    part_count integer not null check (part_count between 1 and 10000),
    fingerprint text not null check (char_length(fingerprint) = 64)
  )`,
  `create index multipart_uploads_fingerprint on multipart_uploads (fingerprint)`,

  // The result of the last nightly check of stored files; one row. `withheld` counts the files that no row in uploads
  // refers to and that are erased only after an admin has allowed it.
  `create table file_checks (
    id smallint primary key default 1 check (id = 1),
    checked_at timestamptz not null,
    files integer not null check (files >= 0),
    erased integer not null check (erased >= 0),
    withheld integer not null check (withheld >= 0),
    erasing_allowed_at timestamptz
  )`,
  `create table missing_files (
    upload_id uuid primary key references uploads (id) on delete cascade,
    found_at timestamptz not null default now()
  )`,

  // Document numbers are encrypted. For each, a keyed hash finds equal numbers, and the last characters are stored for
  // display. Numbers that earlier versions stored in plain text stay in document_number1 and document_number2 until the
  // next start of a server.
  `create table kyc_applications (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users (id) on delete cascade,
    status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'requires_review')),
    first_name text not null,
    last_name text not null,
    date_of_birth date not null,
    phone_number text not null,
    address text not null,
    city text not null,
    state text not null,
    country text not null,
    postal_code text not null,
    document_type1 text not null check (document_type1 in ('passport', 'drivers_license', 'national_id')),
    document_type2 text not null check (document_type2 in ('passport', 'drivers_license', 'national_id')),
    document_number1 text,
    document_number2 text,
    document_number_sealed1 text,
    document_number_sealed2 text,
    document_number_hash1 text,
    document_number_hash2 text,
    document_number_tail1 text check (char_length(document_number_tail1) <= 4),
    document_number_tail2 text check (char_length(document_number_tail2) <= 4),
    document_upload1 uuid not null unique references uploads (id),
    document_upload2 uuid not null unique references uploads (id),
    documents_erased_at timestamptz,
    assigned_to uuid references users (id) on delete set null,
    assigned_at timestamptz,
    reviewed_by uuid references users (id) on delete set null,
    reviewed_at timestamptz,
    reason_code text check (reason_code in ${reasons}),
    can_resubmit boolean not null default true,
    requested_items text[] not null default '{}' check (requested_items <@
      array['front_side', 'back_side', 'other_document', 'proof_of_address', 'explanation']),
    admin_notes text,
    internal_notes text,
    apologised_at timestamptz,
    superseded_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (document_upload1 <> document_upload2)
  )`,
  // A user has at most one open application. It is superseded before a newer one is inserted.
  `create unique index kyc_applications_one_open on kyc_applications (user_id)
     where superseded_at is null and status in ('pending', 'requires_review')`,
  `create index kyc_applications_user on kyc_applications (user_id, created_at desc)`,
  `create index kyc_applications_assigned_to on kyc_applications (assigned_to)`,
  `create index kyc_applications_reviewed_by on kyc_applications (reviewed_by)`,
  // For the admins' lists of applications and their filters.
  `create index kyc_applications_newest on kyc_applications (created_at desc, id desc)`,
  `create index kyc_applications_queue on kyc_applications (status, created_at) where superseded_at is null`,
  `create index kyc_applications_open on kyc_applications (created_at, id)
     where superseded_at is null and status in ('pending', 'requires_review')`,
  `create index kyc_applications_asked on kyc_applications (created_at, id)
     where superseded_at is null and status = 'requires_review' and requested_items <> '{}'`,
  `create index kyc_applications_decided on kyc_applications (status, created_at desc, id desc)
     where superseded_at is null`,
  `create index kyc_applications_country on kyc_applications (country, created_at desc, id desc)`,
  // Without pg_trgm, searches in the admin list of applications scan the index of its sort order.
  `do $$ begin
     if exists (select 1 from pg_extension where extname = 'pg_trgm') then
       create index kyc_applications_words on kyc_applications
         using gin (lower(first_name || ' ' || last_name) gin_trgm_ops);
     end if;
   end $$`,
  `create index kyc_applications_number_hash1 on kyc_applications (document_number_hash1)`,
  `create index kyc_applications_number_hash2 on kyc_applications (document_number_hash2)`,
  // For the dashboard's counts.
  `create index kyc_applications_by_status on kyc_applications (status, superseded_at)`,
  `create index kyc_applications_reviewed on kyc_applications (reviewed_at) where reviewed_at is not null`,
  // For the jobs that apologize for late reviews and erase old documents, and for the start of a server.
  `create index kyc_applications_waiting on kyc_applications (created_at)
     where superseded_at is null and apologised_at is null and status in ('pending', 'requires_review')`,
  `create index kyc_applications_with_documents on kyc_applications (reviewed_at, superseded_at)
     where documents_erased_at is null`,
  `create index kyc_applications_clear_numbers on kyc_applications (id)
     where document_number1 is not null or document_number2 is not null`,

  `create table kyc_events (
    id uuid primary key default gen_random_uuid(),
    application_id uuid not null references kyc_applications (id) on delete cascade,
    actor_id uuid references users (id) on delete set null,
    kind text not null default 'decision' check (kind in ('submission', 'decision', 'appeal', 'undo')),
    from_status text check (from_status in ('pending', 'approved', 'rejected', 'requires_review')),
    to_status text not null check (to_status in ('pending', 'approved', 'rejected', 'requires_review')),
    reason_code text check (reason_code in ${reasons}),
    note text,
    internal_note text,
    -- The previous decision, which is restored when this one is undone.
    former jsonb,
    ip text,
    created_at timestamptz not null default now()
  )`,
  // A final decision has at most one appeal.
  `create unique index kyc_events_one_appeal on kyc_events (application_id) where kind = 'appeal'`,
  `create index kyc_events_application on kyc_events (application_id, created_at)`,
  `create index kyc_events_actor on kyc_events (actor_id)`,
  `create index kyc_events_addresses on kyc_events (created_at) where ip is not null`,

  // What remains of an application after its account is deleted: how and when it was decided, without personal data.
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
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
