import { type Kysely, sql } from 'kysely';

// Purchases, subscriptions, and the ledger of payments and refunds. The SQL runs on Postgres 15 to 18.

const purchases = [
  // A purchase remains after its buyer's account is deleted, with the product's name at the time of the sale.
  `create table purchases (
    id uuid primary key default gen_random_uuid(),
    user_id uuid references users (id) on delete set null,
    product_id integer references products (id) on delete restrict,
    product_type text not null check (product_type in ('pdf', 'session')),
    product_name text not null,
    amount_cents integer not null check (amount_cents >= 0),
    -- Already deducted from amount_cents.
    discount_cents integer not null default 0 check (discount_cents >= 0),
    promotion_code_id uuid references promotion_codes (id),
    currency text not null default 'usd',
    status text not null default 'pending' check (status in ('completed', 'pending', 'failed', 'refunded')),
    -- Why a paid purchase was put on hold until an admin decides, for example because the amount differs.
    held_reason text,
    refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
    payment_intent_id text,
    checkout_session_id text unique,
    checkout_url text,
    checkout_expires_at timestamptz,
    -- The Stripe customer of this purchase, deleted together with the account.
    customer_id text,
    granted_by uuid references users (id) on delete set null,
    grant_reason text,
    revoke_reason text,
    -- The version of the terms that was in force at the purchase.
    policy_version text,
    -- Pre-ordered: the buyer is notified when the content is available.
    awaits_content boolean not null default false,
    suspended_at timestamptz,
    access_ended_at timestamptz,
    -- The only rule for access to a purchase: completed, not suspended by a dispute, not ended by a refund or an admin.
    grants_access boolean not null
      generated always as (status = 'completed' and suspended_at is null and access_ended_at is null) stored,
    purchased_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (status <> 'completed' or purchased_at is not null)
  )`,
  // A user owns a product at most once, and has at most one open payment for it. After access has ended, the user can
  // buy the product again.
  `create unique index purchases_owned_once on purchases (user_id, product_id)
     where status = 'completed' and access_ended_at is null`,
  `create unique index purchases_one_open on purchases (user_id, product_id) where status = 'pending'`,
  `create index purchases_user on purchases (user_id, created_at desc)`,
  `create index purchases_product on purchases (product_id, status)`,
  `create index purchases_granted_by on purchases (granted_by)`,
  `create index purchases_promotion_code on purchases (promotion_code_id)`,
  `create index purchases_newest on purchases (created_at desc, id desc)`,
  // The admin list is sorted and filtered by the time of sale.
  `create index purchases_sold_at on purchases (coalesce(purchased_at, created_at) desc, id desc)`,
  `create index purchases_by_status on purchases (status, coalesce(purchased_at, created_at) desc, id desc)`,
  `create index purchases_held_newest on purchases (coalesce(purchased_at, created_at) desc, id desc)
     where held_reason is not null`,
  // Stripe ids are searched by prefix.
  `create index purchases_intent_begins on purchases (payment_intent_id text_pattern_ops)`,
  `create index purchases_session_begins on purchases (checkout_session_id text_pattern_ops)`,
  `create index purchases_product_name on purchases (product_name)`,
  // The totals of the admin list are computed by index-only scans.
  `create index purchases_totals on purchases (status, product_type, amount_cents, refunded_cents)`,
  // Queried by jobs.
  `create index purchases_pending on purchases (created_at) where status = 'pending'`,
  `create index purchases_held on purchases (updated_at) where held_reason is not null`,
  `create index purchases_awaiting on purchases (product_id) where awaits_content`,
];

const subscriptions = [
  // Mirrors Stripe's subscriptions.
  `create table subscriptions (
    id text primary key,
    user_id uuid not null references users (id) on delete cascade,
    customer_id text,
    plan text not null check (plan in ('silver', 'gold', 'diamond')),
    status text not null,
    price_cents integer not null check (price_cents >= 0),
    currency text not null default 'usd',
    current_period_end timestamptz,
    cancel_at_period_end boolean not null default false,
    past_due_since timestamptz,
    -- The cardholder must authenticate; the card was not declined.
    needs_confirmation boolean not null default false,
    latest_invoice_id text,
    pay_url text,
    schedule_id text,
    pending_plan text check (pending_plan in ('silver', 'gold', 'diamond')),
    pending_from timestamptz,
    announced_price_cents integer check (announced_price_cents > 0),
    price_announced_at timestamptz,
    -- The user has a newer one: this one is not renewed and not counted.
    is_duplicate boolean not null default false,
    -- Set while its Stripe price belongs to no plan: an admin must review it.
    held_at timestamptz,
    -- Set while payments of the current period are disputed or lost, or after a refund that ended access.
    -- For a dispute, covered_plan is the plan that the other payments of the period paid for.
    suspended_at timestamptz,
    covered_plan text check (covered_plan in ('silver', 'gold', 'diamond')),
    access_plan text generated always as (case when suspended_at is null then plan else covered_plan end) stored,
    -- Set while a call changes the subscription at Stripe, so that there is one change at a time.
    change_key uuid,
    change_started_at timestamptz,
    sync_sequence bigint not null default 0,
    synced_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check ((pending_plan is null) = (pending_from is null)),
    check ((change_key is null) = (change_started_at is null)),
    constraint subscriptions_announcement check ((announced_price_cents is null) = (price_announced_at is null))
  )`,
  `create index subscriptions_user on subscriptions (user_id)`,
  `create index subscriptions_held on subscriptions (held_at) where held_at is not null`,
  // Queried by jobs.
  `create index subscriptions_running on subscriptions (synced_at nulls first)
     where status not in ('canceled', 'incomplete_expired')`,
  `create index subscriptions_due on subscriptions (current_period_end)
     where status in ('active', 'trialing', 'past_due')`,
  `create index subscriptions_announced on subscriptions (current_period_end) where announced_price_cents is not null`,
  // Incremented before each read of Stripe, so that an older read does not overwrite a later one.
  `create sequence subscription_reads`,

  `create table subscription_checkouts (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users (id) on delete cascade,
    plan text not null check (plan in ('silver', 'gold', 'diamond')),
    price_cents integer not null check (price_cents >= 0),
    discount_cents integer not null default 0 check (discount_cents >= 0),
    promotion_code_id uuid references promotion_codes (id),
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
  // A user cannot subscribe twice in two tabs.
  `create unique index subscription_checkouts_one_open on subscription_checkouts (user_id) where status = 'open'`,
  `create index subscription_checkouts_user on subscription_checkouts (user_id)`,
  `create index subscription_checkouts_open on subscription_checkouts (updated_at) where status = 'open'`,
  `create index subscription_checkouts_promotion_code on subscription_checkouts (promotion_code_id)`,

  // The history of each subscription, so that past monthly figures do not change.
  `create table subscription_states (
    id bigint generated always as identity primary key,
    subscription_id text not null references subscriptions (id) on delete cascade,
    at timestamptz not null,
    plan text not null,
    price_cents integer not null,
    is_running boolean not null
  )`,
  `create index subscription_states_of on subscription_states (subscription_id, at desc, id desc)`,
  // A subscription is running while it is paid, on trial or past due. A duplicate subscription never counts as running.
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

  // Plans granted by admins.
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
    revoke_reason text,
    created_at timestamptz not null default now()
  )`,
  `create index plan_grants_user on plan_grants (user_id)`,
  `create index plan_grants_granted_by on plan_grants (granted_by)`,
  `create index plan_grants_ending on plan_grants (ends_at) where revoked_at is null and ends_at is not null`,

  // The rank that each subscription and grant gives, with its time range. A failed renewal keeps access for seven days,
  // as in effective-plan.ts; user-plan.test.ts compares the two.
  `create view plan_facts as
     select user_id as holder,
       case access_plan when 'silver' then 1 when 'gold' then 2 else 3 end as rank,
       timestamptz '-infinity' as live_from,
       case
         when status = 'past_due' then coalesce(past_due_since, current_period_end) + interval '168 hours'
         when current_period_end is null then timestamptz 'infinity'
         when cancel_at_period_end then current_period_end
         else current_period_end + interval '168 hours'
       end as live_until
     from subscriptions
     where access_plan is not null and (status in ('active', 'trialing')
       or (status = 'past_due' and coalesce(past_due_since, current_period_end) is not null))
     union all
     select user_id,
       case plan when 'silver' then 1 when 'gold' then 2 when 'diamond' then 3 else 4 end,
       starts_at, coalesce(ends_at, timestamptz 'infinity')
     from plan_grants where revoked_at is null`,
];

const ledger = [
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
    -- The plan that an invoice paid for, until the end of its period.
    covers_plan text check (covers_plan in ('silver', 'gold', 'diamond')),
    covers_until timestamptz,
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
  `create index billing_payments_paid on billing_payments (paid_at) where status <> 'failed'`,
  // Incremented before each read of Stripe, so that an older read does not overwrite a later one.
  `create sequence billing_payment_reads`,

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

  // An inquiry withdraws no funds: access stays, and the payment can be refunded.
  `create table billing_disputes (
    id text primary key,
    payment_id uuid not null references billing_payments (id) on delete cascade,
    status text not null,
    -- The academy's reading of Stripe's status; unclear: a status that it does not know.
    standing text not null check (standing in ('inquiry', 'open', 'settled', 'lost', 'unclear')),
    reason text not null,
    amount_cents integer not null check (amount_cents >= 0),
    evidence_due_at timestamptz,
    -- A lost dispute ends the renewal once: if the subscriber resumes it, it is not ended again.
    renewal_ended_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null default now()
  )`,
  `create index billing_disputes_payment on billing_disputes (payment_id)`,
  `create index billing_disputes_open on billing_disputes (updated_at)
     where standing in ('inquiry', 'open', 'unclear')`,

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

  // Payments that need an admin's decision. Each object at Stripe causes at most one task.
  `create table admin_tasks (
    id uuid primary key default gen_random_uuid(),
    kind text not null check (kind in ('refunded_at_stripe', 'fraud_warning')),
    payment_id uuid not null references billing_payments (id) on delete cascade,
    source text not null constraint admin_tasks_source unique,
    created_at timestamptz not null default now(),
    done_at timestamptz,
    done_by uuid references users (id) on delete set null,
    decision text check (decision in ('end_plan', 'done')),
    check ((done_at is null) = (decision is null))
  )`,
  `create index admin_tasks_open on admin_tasks (created_at desc) where done_at is null`,
  `create index admin_tasks_payment on admin_tasks (payment_id)`,
  `create index admin_tasks_done_by on admin_tasks (done_by)`,

  // Every payment with a promotion code. source_id is the id of a purchase, or of a checkout of a plan. It is not a
  // foreign key, because checkouts are deleted with the account, and redemptions are not.
  `create table promotion_redemptions (
    id bigint generated always as identity primary key,
    promotion_code_id uuid not null references promotion_codes (id),
    user_id uuid references users (id) on delete set null,
    source_id uuid not null constraint promotion_redemptions_source unique,
    what text not null,
    paid_cents integer not null,
    discount_cents integer not null,
    at timestamptz not null
  )`,
  `create index promotion_redemptions_of_code on promotion_redemptions (promotion_code_id, id desc)`,
  `create index promotion_redemptions_user on promotion_redemptions (user_id, promotion_code_id)`,
];

const stripe = [
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

  // The time up to which events were fetched from Stripe.
  `create table stripe_event_pulls (name text primary key, seen_until timestamptz not null)`,

  // Payments of other applications on the same Stripe account. They are stored, so that they are not looked up again:
  // Stripe lists their refunds and disputes together with ours.
  // The id is that of a payment intent, or of a charge without one.
  `create table foreign_payments (
    id text primary key,
    seen_at timestamptz not null
  )`,
  `create index foreign_payments_seen on foreign_payments (seen_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...purchases, ...subscriptions, ...ledger, ...stripe]) {
    await sql.raw(statement).execute(db);
  }
}
