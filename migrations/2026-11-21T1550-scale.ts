import { type Kysely, sql } from 'kysely';

// What a million people need (issue "Speed and size"): a version of what everybody is shown, figures that are kept
// instead of counted, and an index for each list, filter and order. SQL is the common subset of Postgres 15 to 18.

/** A new version for each committed write: whoever keeps content compares it and never shows an older one. */
const contentVersions = [
  `create table content_versions (
    kind text primary key,
    -- Random, so that a restored backup never repeats one that a running server knows.
    version uuid not null default gen_random_uuid()
  )`,
  `create function content_changed() returns trigger language plpgsql as $$
     begin
       update content_versions set version = gen_random_uuid() where kind = tg_argv[0];
       return null;
     end $$`,
  ...['products', 'plans', 'coaching_pdfs', 'settings'].flatMap((table) => [
    `insert into content_versions (kind) values ('${table}')`,
    `create trigger ${table}_content after insert or update or delete or truncate on ${table}
       for each statement execute function content_changed('${table}')`,
  ]),
];

/**
 * Figures are the sum of both tables. A writer only appends, so that no two writers wait for the same row; a job moves
 * the appended ones into the first table. What belongs to no day stands at the beginning of time.
 */
const counts = [
  `create table counts (
    name text not null,
    day date not null,
    value bigint not null,
    primary key (name, day)
  )`,
  `create table count_changes (
    id bigint generated always as identity primary key,
    name text not null,
    day date not null,
    delta bigint not null
  )`,
];

/** Keeps the figures that `figures` gives for each row of a table, whatever writes it. */
function counted(table: string, columns: Record<string, string>, figures: string): string[] {
  const names = Object.keys(columns);
  const row = (alias: string) => names.map((name) => `${alias}.${name}`).join(', ');
  const parameters = Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
  const statement = (rows: string, sign: string) =>
    `insert into count_changes (name, day, delta)
       select c.name, c.day, ${sign}sum(c.value) from ${rows} r, counts_of_${table}(${row('r')}) c
       group by c.name, c.day having sum(c.value) <> 0`;
  return [
    `create function counts_of_${table}(${parameters}) returns table (name text, day date, value bigint)
       language sql immutable as $$ ${figures} $$`,
    `create function count_${table}() returns trigger language plpgsql as $$
       begin
         if tg_op = 'INSERT' then
           ${statement('added', '')};
         elsif tg_op = 'DELETE' then
           ${statement('removed', '-')};
         else
           insert into count_changes (name, day, delta)
             select c.name, c.day, sum(c.value) from (
               select * from counts_of_${table}(${row('new')})
               union all select o.name, o.day, -o.value from counts_of_${table}(${row('old')}) o
             ) c group by c.name, c.day having sum(c.value) <> 0;
         end if;
         return null;
       end $$`,
    `create trigger ${table}_counted_in after insert on ${table}
       referencing new table as added for each statement execute function count_${table}()`,
    `create trigger ${table}_counted_out after delete on ${table}
       referencing old table as removed for each statement execute function count_${table}()`,
    `create trigger ${table}_counted_anew after update of ${names.join(', ')} on ${table}
       for each row when ((${row('old')}) is distinct from (${row('new')})) execute function count_${table}()`,
    `insert into counts (name, day, value)
       select c.name, c.day, sum(c.value) from ${table} r, counts_of_${table}(${row('r')}) c
       group by c.name, c.day`,
  ];
}

const figures = [
  ...counted(
    'users',
    { kyc_status: 'text', deleted_at: 'timestamptz', created_at: 'timestamptz' },
    `select 'users', date '-infinity', 1::bigint where deleted_at is null
     union all select 'users_approved', date '-infinity', 1 where deleted_at is null and kyc_status = 'approved'
     union all select 'registered', (created_at at time zone 'UTC')::date, 1`,
  ),
  ...counted(
    'kyc_applications',
    { status: 'text', superseded_at: 'timestamptz' },
    `select 'kyc_all', date '-infinity', 1::bigint
     union all select 'kyc_ever_rejected', date '-infinity', 1 where status = 'rejected'
     union all select case when status in ('approved', 'rejected') then 'kyc_' || status else 'kyc_open' end,
       date '-infinity', 1 where superseded_at is null`,
  ),
  // Totals of a filter are sums of these: `purchases:{status}:{type}:{count | completed | refunded}`, money in cents.
  ...counted(
    'purchases',
    {
      product_id: 'integer',
      product_type: 'text',
      status: 'text',
      held_reason: 'text',
      amount_cents: 'integer',
      refunded_cents: 'integer',
      purchased_at: 'timestamptz',
      created_at: 'timestamptz',
    },
    `select 'purchases:' || case when status = 'failed' and held_reason is not null then 'held' else status end
         || ':' || product_type || ':' || figure.name,
       (coalesce(purchased_at, created_at) at time zone 'UTC')::date, figure.value
     from (values ('count', 1::bigint), ('completed', case when status = 'completed' then amount_cents else 0 end),
       ('refunded', refunded_cents)) figure (name, value)
     union all select 'sold:' || product_id, date '-infinity', 1
       where status = 'completed' and product_id is not null`,
  ),
];

/** The plan that counts: between which moments each subscription and grant gives which rank. */
const memberPlans = [
  // Seven days of grace for a renewal that fails, as in plan-rules.ts; a test holds the two together.
  `create view plan_facts as
     select user_id as holder,
       case plan when 'silver' then 1 when 'gold' then 2 else 3 end as rank,
       timestamptz '-infinity' as live_from,
       case
         when status = 'past_due' then coalesce(past_due_since, current_period_end) + interval '168 hours'
         when current_period_end is null then timestamptz 'infinity'
         when cancel_at_period_end then current_period_end
         else current_period_end + interval '168 hours'
       end as live_until
     from subscriptions
     where suspended_at is null and (status in ('active', 'trialing')
       or (status = 'past_due' and coalesce(past_due_since, current_period_end) is not null))
     union all
     select user_id,
       case plan when 'silver' then 1 when 'gold' then 2 when 'diamond' then 3 else 4 end,
       starts_at, coalesce(ends_at, timestamptz 'infinity')
     from plan_grants where revoked_at is null`,
  // The rank of everybody who has or had a plan, and between which moments it is this one if nothing is written.
  `create table member_plans (
    user_id uuid primary key references users (id) on delete cascade,
    rank smallint not null,
    -- Neither an admin nor deleted.
    is_counted boolean not null,
    valid_from timestamptz not null,
    valid_until timestamptz not null
  )`,
  `create index member_plans_until on member_plans (valid_until)`,
  `create index member_plans_from on member_plans (valid_from) where valid_from <> '-infinity'`,
  `create index member_plans_rank on member_plans (rank, user_id)`,
  ...counted(
    'member_plans',
    { rank: 'smallint', is_counted: 'boolean' },
    `select 'plan:' || rank, date '-infinity', 1::bigint where is_counted`,
  ),
  `create function refresh_member_plan(person uuid, at timestamptz) returns void language plpgsql as $$
     begin
       insert into member_plans (user_id, rank, is_counted, valid_from, valid_until)
         select id, 0, false, '-infinity', 'infinity' from users
         where id = person and deleted_at is null and exists (select 1 from plan_facts where holder = person)
         on conflict do nothing;
       -- Whoever else changes this person's plan is waited for; the next statement sees what they wrote.
       perform 1 from member_plans where user_id = person for update;
       if not found then return; end if;
       update member_plans m set rank = now_is.rank, is_counted = now_is.is_counted,
           valid_from = now_is.valid_from, valid_until = now_is.valid_until
         from (
           select coalesce(max(f.rank) filter (where f.live_from <= at and at < f.live_until), 0)::smallint as rank,
             greatest(timestamptz '-infinity', max(f.live_from) filter (where f.live_from <= at),
               max(f.live_until) filter (where f.live_until <= at)) as valid_from,
             least(timestamptz 'infinity', min(f.live_from) filter (where f.live_from > at),
               min(f.live_until) filter (where f.live_until > at)) as valid_until,
             (select role <> 'admin' and deleted_at is null from users where id = person) as is_counted
           from plan_facts f where f.holder = person
         ) now_is
         where m.user_id = person and (m.rank, m.is_counted, m.valid_from, m.valid_until)
           is distinct from (now_is.rank, now_is.is_counted, now_is.valid_from, now_is.valid_until);
     end $$`,
  `create function plan_of_member_changed() returns trigger language plpgsql as $$
     begin
       if tg_op <> 'INSERT' then perform refresh_member_plan(old.user_id, now()); end if;
       if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.user_id <> old.user_id) then
         perform refresh_member_plan(new.user_id, now());
       end if;
       return null;
     end $$`,
  `create function standing_of_member_changed() returns trigger language plpgsql as $$
     begin
       perform refresh_member_plan(new.id, now());
       return null;
     end $$`,
  // At the end of the transaction: nobody holds this row while they wait for another one.
  `create constraint trigger subscriptions_plan after insert or update or delete on subscriptions
     deferrable initially deferred for each row execute function plan_of_member_changed()`,
  `create constraint trigger plan_grants_plan after insert or update or delete on plan_grants
     deferrable initially deferred for each row execute function plan_of_member_changed()`,
  `create constraint trigger users_plan after update of role, deleted_at on users
     deferrable initially deferred for each row
     when (old.role <> new.role or old.deleted_at is distinct from new.deleted_at)
     execute function standing_of_member_changed()`,
  `select refresh_member_plan(holder, now()) from (select distinct holder from plan_facts) holders`,
];

const indexes = [
  `create index users_by_kyc_status on users (kyc_status, created_at desc, id desc) where deleted_at is null`,
  `drop index users_kyc_status`,
  `create index users_newest_admins on users (created_at desc, id desc) where role = 'admin' and deleted_at is null`,
  `create index users_newest_leaving on users (created_at desc, id desc)
     where deletion_due_at is not null and deleted_at is null`,

  `create index kyc_applications_open on kyc_applications (created_at, id)
     where superseded_at is null and status in ('pending', 'requires_review')`,
  `create index kyc_applications_decided on kyc_applications (status, created_at desc, id desc)
     where superseded_at is null`,
  `create index kyc_applications_country on kyc_applications (country, created_at desc, id desc)`,
  `create index kyc_applications_reviewed on kyc_applications (reviewed_at) where reviewed_at is not null`,

  // The list of purchases goes by the moment of the sale, which its days mean, too.
  `create index purchases_sold_at on purchases (coalesce(purchased_at, created_at) desc, id desc)`,
  `create index purchases_by_status on purchases (status, coalesce(purchased_at, created_at) desc, id desc)`,
  `create index purchases_held_newest on purchases (coalesce(purchased_at, created_at) desc, id desc)
     where held_reason is not null`,
  `create index purchases_intent_begins on purchases (payment_intent_id text_pattern_ops)`,
  `create index purchases_session_begins on purchases (checkout_session_id text_pattern_ops)`,
  `drop index purchases_payment_intent`,
  `create index purchases_product_name on purchases (product_name)`,

  `create index audit_log_action on audit_log (action text_pattern_ops, id desc)`,
  `create index audit_log_actor_newest on audit_log (actor_id, id desc)`,

  // Half a name anywhere in the text; without the extension the search goes along the index of the list's order.
  `do $$ begin
     if exists (select 1 from pg_extension where extname = 'pg_trgm') then
       create index kyc_applications_words on kyc_applications
         using gin (lower(first_name || ' ' || last_name) gin_trgm_ops);
     end if;
   end $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...contentVersions, ...counts, ...figures, ...memberPlans, ...indexes]) {
    await sql.raw(statement).execute(db);
  }
}
