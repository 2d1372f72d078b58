import { type Kysely, sql } from 'kysely';

// The discount and the promotion code of each payment, for the receipt on the billing page.
const statements = [
  `alter table billing_payments
     add column discount_cents integer not null default 0,
     add column promotion_code text`,
  `update billing_payments set discount_cents = purchases.discount_cents, promotion_code = promotion_codes.code
   from purchases left join promotion_codes on promotion_codes.id = purchases.promotion_code_id
   where purchases.id = billing_payments.purchase_id and purchases.discount_cents > 0`,
  // A promotion code reduces only the first payment of a membership.
  `update billing_payments set discount_cents = started.discount_cents, promotion_code = started.code
   from (
     select distinct on (payments.subscription_id) payments.id, checkouts.discount_cents, promotion_codes.code
     from billing_payments payments
     join subscription_checkouts checkouts on checkouts.subscription_id = payments.subscription_id
     join promotion_codes on promotion_codes.id = checkouts.promotion_code_id
     where payments.status <> 'failed' and checkouts.discount_cents > 0
     order by payments.subscription_id, payments.paid_at
   ) started where started.id = billing_payments.id`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
