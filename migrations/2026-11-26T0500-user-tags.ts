import { type Kysely, sql } from 'kysely';

// Tags that admins put on accounts, and the payments and refunds of each account.
const statements = [
  `create table user_tags (
    user_id uuid not null references users (id) on delete cascade,
    tag text not null check (char_length(tag) between 1 and 40),
    created_at timestamptz not null default now()
  )`,
  // "VIP" and "vip" are one tag.
  `create unique index user_tags_once on user_tags (user_id, lower(tag))`,
  `create index user_tags_holders on user_tags (lower(tag), user_id)`,

  // Must contain the same amounts as the list of payments. A test compares the two. A failed purchase with a
  // `held_reason` was paid but not delivered, so its payment counts.
  `create view payment_facts as
     select purchases.user_id as holder,
       case
         when purchases.status in ('completed', 'refunded') then purchases.amount_cents
         when purchases.status = 'failed' and purchases.held_reason is not null then coalesce(paid.amount_cents, 0)
         else 0
       end as gross_cents,
       case when paid.status = 'lost' then purchases.amount_cents else purchases.refunded_cents end as returned_cents
     from purchases left join billing_payments paid on paid.purchase_id = purchases.id
     union all
     select user_id, case status when 'failed' then 0 else amount_cents end,
       case status when 'lost' then amount_cents else refunded_cents end
     from billing_payments where stripe_invoice_id is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
