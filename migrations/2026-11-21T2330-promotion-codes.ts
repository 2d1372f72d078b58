import { type Kysely, sql } from 'kysely';

const statements = [
  // Codes that admins give out. A code is never used for anything else again, also once it has ended.
  `create table promotion_codes (
    id uuid primary key,
    code text not null constraint promotion_codes_code unique check (code ~ '^[A-Z0-9-]{3,40}$'),
    percent_off integer check (percent_off between 1 and 99),
    amount_off_cents integer check (amount_off_cents >= 50),
    scope text not null check (scope in ('everything', 'products', 'plans', 'product', 'plan')),
    product_id integer references products (id) on delete cascade,
    plan text check (plan in ('silver', 'gold', 'diamond')),
    expires_at timestamptz,
    max_redemptions integer check (max_redemptions >= 1),
    stripe_promotion_code_id text unique,
    ended_at timestamptz,
    created_at timestamptz not null default now(),
    constraint promotion_codes_one_discount check ((percent_off is null) <> (amount_off_cents is null)),
    constraint promotion_codes_scope_of_product check ((scope = 'product') = (product_id is not null)),
    constraint promotion_codes_scope_of_plan check ((scope = 'plan') = (plan is not null))
  )`,
  `create index promotion_codes_product on promotion_codes (product_id)`,
  `create index promotion_codes_newest on promotion_codes (created_at desc, id desc)`,

  // What is paid is the price without the discount.
  `alter table purchases
    add column discount_cents integer not null default 0 check (discount_cents >= 0),
    add column promotion_code_id uuid references promotion_codes (id)`,
  `create index purchases_promotion_code on purchases (promotion_code_id)`,
  `alter table subscription_checkouts
    add column discount_cents integer not null default 0 check (discount_cents >= 0),
    add column promotion_code_id uuid references promotion_codes (id)`,
  `create index subscription_checkouts_promotion_code on subscription_checkouts (promotion_code_id)`,

  // Every payment that a code took something off. The purchase, or the checkout of a plan, is no reference: checkouts go
  // with their account, what was sold stays in the books.
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

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
