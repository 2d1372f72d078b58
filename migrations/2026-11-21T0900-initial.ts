import { type Kysely, sql } from 'kysely';

// The whole first schema: every entity, and what the design adds (uploads, subscriptions, plan
// grants, Stripe events, audit log, settings, outbox). SQL is the common subset of Postgres 15 to 18.
const statements = [
  `create table users (
    id uuid primary key default gen_random_uuid(),
    email text not null check (char_length(email) between 3 and 254),
    password_hash text not null,
    first_name text not null check (char_length(first_name) <= 100),
    last_name text not null check (char_length(last_name) <= 100),
    profile_image_url text,
    role text not null default 'user' check (role in ('user', 'admin')),
    kyc_status text not null default 'pending' check (kyc_status in ('pending', 'approved', 'rejected', 'requires_review')),
    date_of_birth date,
    phone_number text,
    address text,
    city text,
    state text,
    country text,
    postal_code text,
    stripe_customer_id text unique,
    email_verified_at timestamptz,
    two_factor_enabled_at timestamptz,
    suspended_at timestamptz,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create unique index users_email_unique on users (lower(email))`,
  `create index users_newest on users (created_at desc, id desc) where deleted_at is null`,
  `create index users_kyc_status on users (kyc_status) where deleted_at is null`,

  `create table sessions (
    sid text primary key,
    sess jsonb not null,
    expire timestamptz not null,
    user_id uuid not null references users (id) on delete cascade,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now()
  )`,
  `create index sessions_user on sessions (user_id)`,
  `create index sessions_expire on sessions (expire)`,

  // rate-limiter-flexible's own layout
  `create table rate_limits (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  )`,
  `create index rate_limits_expire on rate_limits (expire)`,

  `create table uploads (
    id uuid primary key default gen_random_uuid(),
    purpose text not null check (purpose in ('registration', 'kyc', 'product', 'session_video')),
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
    put_expires_at timestamptz not null,
    secured_at timestamptz,
    claimed_at timestamptz,
    erased_at timestamptz,
    created_at timestamptz not null default now(),
    check (user_id is not null or ticket_hash is not null or status in ('claimed', 'erased')),
    check (status not in ('secured', 'claimed') or content_type is not null)
  )`,
  `create index uploads_user on uploads (user_id)`,
  `create index uploads_ticket on uploads (ticket_hash) where ticket_hash is not null`,
  `create index uploads_unclaimed on uploads (created_at) where status in ('issued', 'secured')`,

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
    document_number1 text not null,
    document_number2 text not null,
    document_upload1 uuid not null unique references uploads (id),
    document_upload2 uuid not null unique references uploads (id),
    reviewed_by uuid references users (id) on delete set null,
    reviewed_at timestamptz,
    admin_notes text,
    internal_notes text,
    superseded_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (document_upload1 <> document_upload2)
  )`,
  // At most one application of a person is open; a newer one supersedes it first.
  `create unique index kyc_applications_one_open on kyc_applications (user_id)
     where superseded_at is null and status in ('pending', 'requires_review')`,
  `create index kyc_applications_user on kyc_applications (user_id, created_at desc)`,
  `create index kyc_applications_queue on kyc_applications (status, created_at) where superseded_at is null`,
  `create index kyc_applications_newest on kyc_applications (created_at desc, id desc)`,
  `create index kyc_applications_reviewed_by on kyc_applications (reviewed_by)`,

  `create table kyc_events (
    id uuid primary key default gen_random_uuid(),
    application_id uuid not null references kyc_applications (id) on delete cascade,
    actor_id uuid references users (id) on delete set null,
    from_status text check (from_status in ('pending', 'approved', 'rejected', 'requires_review')),
    to_status text not null check (to_status in ('pending', 'approved', 'rejected', 'requires_review')),
    note text,
    ip text,
    created_at timestamptz not null default now()
  )`,
  `create index kyc_events_application on kyc_events (application_id, created_at)`,
  `create index kyc_events_actor on kyc_events (actor_id)`,

  `create table products (
    id integer generated by default as identity primary key,
    type text not null check (type in ('pdf', 'session')),
    product_number integer not null check (product_number >= 1),
    title text not null check (char_length(title) between 1 and 200),
    description text not null default '',
    difficulty text not null default 'beginner' check (difficulty in ('beginner', 'intermediate', 'advanced', 'expert')),
    price_cents integer not null check (price_cents between 0 and 99999999),
    is_active boolean not null default true,
    is_free boolean not null default false,
    file_upload_id uuid references uploads (id) on delete set null,
    video_url text,
    content text,
    category text,
    estimated_duration integer check (estimated_duration > 0),
    prerequisites text,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  // A number is unique per type among live products.
  `create unique index products_number_unique on products (type, product_number) where deleted_at is null`,
  `create index products_shop on products (price_cents, id) where deleted_at is null and is_active`,
  `create index products_file on products (file_upload_id)`,

  `create table coaching_pdfs (
    id uuid primary key default gen_random_uuid(),
    pdf_number integer not null unique check (pdf_number between 1 and 10),
    title text not null,
    description text not null default '',
    difficulty text not null default 'beginner' check (difficulty in ('beginner', 'intermediate', 'advanced', 'expert')),
    required_plan text not null check (required_plan in ('free', 'silver', 'gold', 'diamond')),
    file_upload_id uuid references uploads (id) on delete set null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index coaching_pdfs_file on coaching_pdfs (file_upload_id)`,

  `create table purchases (
    id uuid primary key default gen_random_uuid(),
    user_id uuid references users (id) on delete set null,
    product_id integer references products (id) on delete restrict,
    product_type text not null check (product_type in ('pdf', 'session')),
    product_name text not null,
    amount_cents integer not null check (amount_cents >= 0),
    currency text not null default 'usd',
    status text not null default 'pending' check (status in ('completed', 'pending', 'failed', 'refunded')),
    held_reason text,
    refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
    payment_intent_id text,
    checkout_session_id text unique,
    checkout_url text,
    checkout_expires_at timestamptz,
    purchased_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (status <> 'completed' or purchased_at is not null)
  )`,
  // Owned once, and one open payment at a time.
  `create unique index purchases_owned_once on purchases (user_id, product_id) where status = 'completed'`,
  `create unique index purchases_one_open on purchases (user_id, product_id) where status = 'pending'`,
  `create index purchases_user on purchases (user_id, created_at desc)`,
  `create index purchases_product on purchases (product_id)`,
  `create index purchases_newest on purchases (created_at desc, id desc)`,
  `create index purchases_pending on purchases (created_at) where status = 'pending'`,
  `create index purchases_payment_intent on purchases (payment_intent_id)`,

  `create table stripe_events (
    id text primary key,
    type text not null,
    object_id text,
    livemode boolean not null,
    api_version text,
    created_at timestamptz not null,
    status text not null default 'received' check (status in ('received', 'processed', 'ignored')),
    reason text,
    attempts integer not null default 0,
    last_error text,
    received_at timestamptz not null default now(),
    processed_at timestamptz
  )`,
  `create index stripe_events_unfinished on stripe_events (received_at) where status = 'received'`,
  `create index stripe_events_newest on stripe_events (received_at desc)`,

  `create table plans (
    plan text primary key check (plan in ('silver', 'gold', 'diamond')),
    price_cents integer not null check (price_cents >= 50),
    list_price_cents integer not null check (list_price_cents >= 0),
    stripe_price_id text,
    updated_at timestamptz not null default now()
  )`,
  // What Checkout charges beside what the admin overview shows.
  `insert into plans (plan, price_cents, list_price_cents)
     values ('silver', 100, 2999), ('gold', 500, 5999), ('diamond', 1000, 9999)`,

  `create table subscriptions (
    id text primary key,
    user_id uuid not null references users (id) on delete cascade,
    plan text not null check (plan in ('silver', 'gold', 'diamond')),
    status text not null,
    price_cents integer not null check (price_cents >= 0),
    current_period_end timestamptz,
    cancel_at_period_end boolean not null default false,
    past_due_since timestamptz,
    sync_sequence bigint not null default 0,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index subscriptions_user on subscriptions (user_id)`,

  `create table plan_grants (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users (id) on delete cascade,
    plan text not null check (plan in ('silver', 'gold', 'diamond', 'custom')),
    amount_cents integer check (amount_cents >= 0),
    description text,
    reason text not null,
    starts_at timestamptz not null default now(),
    ends_at timestamptz check (ends_at > starts_at),
    granted_by uuid references users (id) on delete set null,
    revoked_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create index plan_grants_user on plan_grants (user_id)`,
  `create index plan_grants_granted_by on plan_grants (granted_by)`,

  `create table user_progress (
    user_id uuid not null references users (id) on delete cascade,
    session_id integer not null references products (id) on delete cascade,
    status text not null check (status in ('in_progress', 'completed')),
    started_at timestamptz not null default now(),
    completed_at timestamptz,
    time_spent integer not null default 0 check (time_spent >= 0),
    position_seconds integer not null default 0 check (position_seconds >= 0),
    notes text,
    rating integer check (rating between 1 and 5),
    updated_at timestamptz not null default now(),
    primary key (user_id, session_id)
  )`,
  `create index user_progress_session on user_progress (session_id)`,

  `create table daily_goals (
    user_id uuid not null references users (id) on delete cascade,
    date date not null,
    study_time_goal integer check (study_time_goal >= 0),
    actual_study_time integer not null default 0 check (actual_study_time >= 0),
    sessions_completed integer not null default 0 check (sessions_completed >= 0),
    hands_played integer check (hands_played >= 0),
    win_loss_cents bigint,
    notes text,
    completed boolean not null default false,
    updated_at timestamptz not null default now(),
    primary key (user_id, date)
  )`,

  `create table analytics_events (
    id bigint generated always as identity primary key,
    event_name text not null,
    user_id uuid references users (id) on delete set null,
    session_id text,
    properties jsonb not null default '{}'::jsonb,
    occurred_at timestamptz not null default now()
  )`,
  `create index analytics_events_name on analytics_events (event_name, occurred_at)`,
  `create index analytics_events_user on analytics_events (user_id)`,

  `create table audit_log (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    actor_id uuid,
    action text not null,
    subject_type text not null,
    subject_id text not null,
    ip text,
    request_id text,
    details jsonb not null default '{}'::jsonb
  )`,
  `create index audit_log_subject on audit_log (subject_type, subject_id, at desc)`,
  `create index audit_log_actor on audit_log (actor_id, at desc)`,
  `create function audit_log_is_append_only() returns trigger language plpgsql as $$
     begin raise exception 'audit_log is append-only'; end $$`,
  `create trigger audit_log_append_only before update or delete on audit_log
     for each row execute function audit_log_is_append_only()`,

  `create table settings (
    key text primary key,
    value jsonb not null,
    updated_by uuid references users (id) on delete set null,
    updated_at timestamptz not null default now()
  )`,
  `create index settings_updated_by on settings (updated_by)`,

  `create table mail_messages (
    id uuid primary key default gen_random_uuid(),
    kind text not null,
    user_id uuid references users (id) on delete cascade,
    to_address text not null,
    subject text not null,
    body_text text not null,
    dedupe_key text not null unique,
    status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
    attempts integer not null default 0,
    last_error text,
    created_at timestamptz not null default now(),
    sent_at timestamptz
  )`,
  `create index mail_messages_user on mail_messages (user_id)`,
  `create index mail_messages_newest on mail_messages (created_at desc)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
