import { type Kysely, sql } from 'kysely';

const statements = [
  // One banner at a time: the database refuses a second one whose days overlap.
  `create table announcements (
    id uuid primary key default gen_random_uuid(),
    message text not null,
    link_path text,
    link_label text,
    tone text not null check (tone in ('info', 'warning', 'danger')),
    audience text not null check (audience in ('everyone', 'signed_in')),
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    version integer not null default 1,
    created_by uuid references users (id) on delete set null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint announcements_ends_later check (ends_at > starts_at),
    constraint announcements_whole_link check ((link_path is null) = (link_label is null)),
    constraint announcements_one_at_a_time exclude using gist (tstzrange(starts_at, ends_at) with &&)
  )`,
  `create index announcements_created_by on announcements (created_by)`,

  // Which admin looked at the academy as which student, and why.
  `create table account_views (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users (id) on delete cascade,
    admin_id uuid references users (id) on delete set null,
    reason text not null,
    started_at timestamptz not null,
    ends_at timestamptz not null,
    ended_at timestamptz
  )`,
  `create index account_views_of_user on account_views (user_id, started_at desc)`,
  `create index account_views_admin on account_views (admin_id)`,
  `alter table sessions add column viewing_id uuid references account_views (id) on delete set null`,
  `create index sessions_viewing on sessions (viewing_id)`,

  // Every file that a product has had; products.file_upload_id says which one its buyers get.
  `create table product_file_versions (
    id uuid primary key default gen_random_uuid(),
    product_id integer not null references products (id) on delete cascade,
    upload_id uuid not null unique references uploads (id) on delete cascade,
    number integer not null,
    added_by uuid references users (id) on delete set null,
    added_at timestamptz not null default now(),
    unique (product_id, number)
  )`,
  `create index product_file_versions_added_by on product_file_versions (added_by)`,
  `insert into product_file_versions (product_id, upload_id, number, added_by, added_at)
    select products.id, uploads.id, 1, uploads.user_id, coalesce(uploads.claimed_at, uploads.created_at)
    from products join uploads on uploads.id = products.file_upload_id`,

  // What each subscription was when, so that the monthly figures of the past stay what they were.
  `create table subscription_states (
    id bigint generated always as identity primary key,
    subscription_id text not null references subscriptions (id) on delete cascade,
    at timestamptz not null,
    plan text not null,
    price_cents integer not null,
    is_running boolean not null
  )`,
  `create index subscription_states_of on subscription_states (subscription_id, at desc, id desc)`,
  // Running: it is paid or in its days of grace; a second subscription of the same person counts for nothing.
  `create function note_subscription_state() returns trigger language plpgsql as $$
  declare
    running boolean := new.status in ('active', 'trialing', 'past_due') and not new.is_duplicate;
    last subscription_states%rowtype;
  begin
    select * into last from subscription_states where subscription_id = new.id order by at desc, id desc limit 1;
    if not found or (last.plan, last.price_cents, last.is_running) is distinct from (new.plan, new.price_cents, running) then
      insert into subscription_states (subscription_id, at, plan, price_cents, is_running)
      values (new.id, greatest(case when tg_op = 'INSERT' then new.created_at else new.updated_at end, last.at),
        new.plan, new.price_cents, running);
    end if;
    return new;
  end $$`,
  `create trigger subscriptions_note_state after insert or update of status, plan, price_cents, is_duplicate
    on subscriptions for each row execute function note_subscription_state()`,
  // Of the time before nobody knows more than when a subscription began and, if it is over, when it was read last.
  `insert into subscription_states (subscription_id, at, plan, price_cents, is_running)
    select id, created_at, plan, price_cents, not is_duplicate
      and status not in ('incomplete', 'incomplete_expired') from subscriptions`,
  `insert into subscription_states (subscription_id, at, plan, price_cents, is_running)
    select id, greatest(updated_at, created_at), plan, price_cents, false from subscriptions
    where status not in ('active', 'trialing', 'past_due', 'incomplete', 'incomplete_expired') and not is_duplicate`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
