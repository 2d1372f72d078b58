import { type Kysely, sql } from 'kysely';

// Stores how much of a payment was lost in disputes, because a dispute can be over only a part of the amount.
const statements = [
  `alter table billing_payments
     add column lost_cents integer not null default 0 check (lost_cents between 0 and amount_cents),
     add column returned_cents integer generated always as (least(amount_cents, refunded_cents + lost_cents)) stored`,
  `create or replace view payment_facts as
     select purchases.user_id as holder,
       case
         when purchases.status in ('completed', 'refunded') then purchases.amount_cents
         when purchases.status = 'failed' and purchases.held_reason is not null then coalesce(paid.amount_cents, 0)
         else 0
       end as gross_cents,
       coalesce(paid.returned_cents, purchases.refunded_cents) as returned_cents
     from purchases left join billing_payments paid on paid.purchase_id = purchases.id
     union all
     select user_id, case status when 'failed' then 0 else amount_cents end, returned_cents
     from billing_payments where stripe_invoice_id is not null`,
  // Triggers of `purchases` and `billing_payments` call this function. `to_jsonb(row) ->> 'column'` is
  // null, not an error, for a column that one of the tables lacks.
  `create or replace function note_spending() returns trigger language plpgsql as $$
   declare holders uuid[];
   begin
     if tg_op = 'INSERT' then
       select array_agg(distinct user_id) into holders from new_rows where user_id is not null;
     elsif tg_op = 'DELETE' then
       select array_agg(distinct user_id) into holders from old_rows where user_id is not null;
     else
       select array_agg(distinct holder) into holders
       from old_rows before join new_rows after using (id),
         lateral unnest(array[before.user_id, after.user_id]) holder
       where holder is not null
         and (before.user_id, before.status, before.amount_cents, before.refunded_cents,
              to_jsonb(before) ->> 'held_reason', to_jsonb(before) ->> 'lost_cents')
           is distinct from (after.user_id, after.status, after.amount_cents, after.refunded_cents,
              to_jsonb(after) ->> 'held_reason', to_jsonb(after) ->> 'lost_cents');
     end if;
     if holders is null then return null; end if;
     -- Of two concurrent changes for a user, the later one waits here, and then sees the amounts of the earlier one.
     perform from users where id = any(holders) order by id for no key update;
     update users set net_cents = spent.cents
     from (
       select holder, coalesce(sum(gross_cents - returned_cents), 0)::bigint as cents
       from unnest(holders) holder left join payment_facts using (holder) group by holder
     ) spent
     where users.id = spent.holder and users.net_cents <> spent.cents;
     return null;
   end $$`,
  `update billing_payments set lost_cents = least(amount_cents, lost.cents)
   from (
     select payment_id, sum(amount_cents) as cents from billing_disputes where standing = 'lost' group by payment_id
   ) lost
   where lost.payment_id = billing_payments.id and billing_payments.status = 'lost'`,

  // The indexes contain all columns of the sums, so that the sums are computed without reading the table.
  `drop index billing_payments_amounts`,
  `create index billing_payments_amounts on billing_payments (paid_at)
     include (amount_cents, returned_cents) where status <> 'failed'`,
  `drop index billing_payments_invoice_totals`,
  `create index billing_payments_invoice_totals on billing_payments
     (status, amount_cents, refunded_cents) include (returned_cents) where stripe_invoice_id is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
