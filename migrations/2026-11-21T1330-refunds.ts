import { type Kysely, sql } from 'kysely';

// The ledger of payments, refunds and requests for them, disputes.
const statements = [
  `alter table purchases
     add column policy_version text,
     add column suspended_at timestamptz,
     add column access_ended_at timestamptz`,
  // One place that says who may open what was bought: paid, not disputed at the moment, not ended with a refund.
  `alter table purchases add column grants_access boolean not null
     generated always as (status = 'completed' and suspended_at is null and access_ended_at is null) stored`,
  // Whoever lost access by a partial refund may buy again.
  `drop index purchases_owned_once`,
  `create unique index purchases_owned_once on purchases (user_id, product_id)
     where status = 'completed' and access_ended_at is null`,
  `create index purchases_held on purchases (updated_at) where held_reason is not null`,

  `alter table subscriptions add column suspended_at timestamptz`,

  // Taken before Stripe is read: of two reads the one that began later wins.
  `create sequence billing_payment_reads`,

  `create table billing_payments (
    id uuid primary key default gen_random_uuid(),
    user_id uuid references users (id) on delete set null,
    purchase_id uuid unique references purchases (id) on delete set null,
    subscription_id text references subscriptions (id) on delete set null,
    stripe_invoice_id text unique,
    payment_intent_id text unique,
    charge_id text,
    amount_cents integer not null check (amount_cents >= 0),
    refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
    currency text not null default 'usd',
    status text not null check (status in ('paid', 'failed', 'refunded', 'disputed', 'lost')),
    description text not null,
    statement_descriptor text,
    receipt_url text,
    invoice_pdf_url text,
    is_first_payment boolean not null default false,
    policy_version text,
    access_ended_at timestamptz,
    read_sequence bigint not null default 0,
    paid_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (status = 'failed' or paid_at is not null)
  )`,
  `create index billing_payments_user on billing_payments (user_id, paid_at desc)`,
  `create index billing_payments_subscription on billing_payments (subscription_id)`,
  `create index billing_payments_charge on billing_payments (charge_id)`,
  `create index billing_payments_newest on billing_payments (created_at desc, id desc)`,
  `create index billing_payments_unread on billing_payments (created_at) where read_sequence = 0`,

  `create table billing_refunds (
    id uuid primary key default gen_random_uuid(),
    payment_id uuid not null references billing_payments (id) on delete cascade,
    stripe_refund_id text unique,
    amount_cents integer not null check (amount_cents > 0),
    reason text,
    status text not null check (status in ('requested', 'pending', 'succeeded', 'failed')),
    failure_reason text,
    requested_by uuid references users (id) on delete set null,
    end_access boolean,
    end_renewal boolean not null default false,
    renewal_ended_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index billing_refunds_payment on billing_refunds (payment_id, created_at)`,
  `create index billing_refunds_requested_by on billing_refunds (requested_by)`,
  `create index billing_refunds_open on billing_refunds (updated_at) where status in ('requested', 'pending')`,
  `create index billing_refunds_renewals on billing_refunds (updated_at)
     where end_renewal and status = 'succeeded' and renewal_ended_at is null`,

  `create table billing_disputes (
    id text primary key,
    payment_id uuid not null references billing_payments (id) on delete cascade,
    status text not null,
    standing text not null check (standing in ('open', 'settled', 'lost', 'unclear')),
    reason text not null,
    amount_cents integer not null check (amount_cents >= 0),
    evidence_due_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null default now()
  )`,
  `create index billing_disputes_payment on billing_disputes (payment_id)`,
  `create index billing_disputes_open on billing_disputes (updated_at) where standing in ('open', 'unclear')`,

  `create table refund_requests (
    id uuid primary key default gen_random_uuid(),
    payment_id uuid not null references billing_payments (id) on delete cascade,
    user_id uuid references users (id) on delete set null,
    reason text,
    status text not null default 'open' check (status in ('open', 'accepted', 'declined')),
    answer text,
    answered_by uuid references users (id) on delete set null,
    answered_at timestamptz,
    created_at timestamptz not null default now(),
    check ((status = 'open') = (answered_at is null))
  )`,
  `create unique index refund_requests_one_open on refund_requests (payment_id) where status = 'open'`,
  `create index refund_requests_payment on refund_requests (payment_id, created_at desc)`,
  `create index refund_requests_user on refund_requests (user_id)`,
  `create index refund_requests_answered_by on refund_requests (answered_by)`,
  `create index refund_requests_newest on refund_requests (created_at desc)`,

  // What was paid before there was a ledger, held payments included.
  `insert into billing_payments (user_id, purchase_id, payment_intent_id, amount_cents, refunded_cents, currency, status,
       description, is_first_payment, paid_at, created_at)
     select user_id, id, payment_intent_id, amount_cents, refunded_cents, currency,
       case when status = 'refunded' then 'refunded' else 'paid' end, product_name,
       row_number() over (partition by user_id, product_id order by coalesce(purchased_at, updated_at), id) = 1,
       coalesce(purchased_at, updated_at), created_at
     from purchases
     where payment_intent_id is not null and (status in ('completed', 'refunded') or held_reason is not null)
     on conflict do nothing`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
