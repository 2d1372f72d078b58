import { type Kysely, sql } from 'kysely';

// Subscriptions as Stripe has them, the way into them, and where the reading of missed events stands.
const statements = [
  `alter table subscriptions
     add column customer_id text,
     add column currency text not null default 'usd',
     add column schedule_id text,
     add column pending_plan text check (pending_plan in ('silver', 'gold', 'diamond')),
     add column pending_from timestamptz,
     add column latest_invoice_id text,
     add column pay_url text,
     add column is_duplicate boolean not null default false,
     add column change_key uuid,
     add column change_started_at timestamptz,
     add column synced_at timestamptz,
     add check ((pending_plan is null) = (pending_from is null)),
     add check ((change_key is null) = (change_started_at is null))`,
  `create index subscriptions_running on subscriptions (synced_at nulls first)
     where status not in ('canceled', 'incomplete_expired')`,
  `create index subscriptions_due on subscriptions (current_period_end)
     where status in ('active', 'trialing', 'past_due')`,
  // Taken before Stripe is read: a read is applied only over an older one.
  `create sequence subscription_reads`,

  // The amount that the price at Stripe has: another one in price_cents asks for a new price there.
  `alter table plans add column stripe_price_cents integer`,

  `create table subscription_checkouts (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users (id) on delete cascade,
    plan text not null check (plan in ('silver', 'gold', 'diamond')),
    price_cents integer not null check (price_cents >= 0),
    stripe_price_id text not null,
    customer_id text not null,
    status text not null default 'open' check (status in ('open', 'completed', 'ended')),
    subscription_id text,
    checkout_session_id text unique,
    checkout_url text,
    checkout_expires_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index subscription_checkouts_user on subscription_checkouts (user_id)`,
  // Two tabs cannot subscribe twice.
  `create unique index subscription_checkouts_one_open on subscription_checkouts (user_id) where status = 'open'`,
  `create index subscription_checkouts_open on subscription_checkouts (updated_at) where status = 'open'`,

  // Events up to here were asked for at Stripe.
  `create table stripe_event_pulls (name text primary key, seen_until timestamptz not null)`,

  `alter table plan_grants add column revoke_reason text`,
  `create index plan_grants_ending on plan_grants (ends_at) where revoked_at is null and ends_at is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
