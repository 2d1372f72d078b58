import { type Kysely, sql } from 'kysely';

const whenChanged = (table: string) => [
  `create trigger ${table}_spending_new after insert on ${table}
     referencing new table as new_rows for each statement execute function note_spending()`,
  `create trigger ${table}_spending_changed after update on ${table}
     referencing old table as old_rows new table as new_rows for each statement execute function note_spending()`,
  `create trigger ${table}_spending_gone after delete on ${table}
     referencing old table as old_rows for each statement execute function note_spending()`,
];

// Stores what each account paid, minus refunds and lost disputes, so that the list of users can be sorted by it.
const statements = [
  `alter table users add column net_cents bigint not null default 0`,
  `create function note_spending() returns trigger language plpgsql as $$
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
              to_jsonb(before) ->> 'held_reason')
           is distinct from (after.user_id, after.status, after.amount_cents, after.refunded_cents,
              to_jsonb(after) ->> 'held_reason');
     end if;
     if holders is null then return null; end if;
     -- Of concurrent payments, the later one sees the amounts of the earlier one.
     perform from users where id = any(holders) order by id for no key update;
     update users set net_cents = spent.cents
     from (
       select holder, coalesce(sum(gross_cents - returned_cents), 0)::bigint as cents
       from unnest(holders) holder left join payment_facts using (holder) group by holder
     ) spent
     where users.id = spent.holder and users.net_cents <> spent.cents;
     return null;
   end $$`,
  ...whenChanged('purchases'),
  ...whenChanged('billing_payments'),
  `update users set net_cents = spent.cents
   from (select holder, sum(gross_cents - returned_cents)::bigint as cents from payment_facts group by holder) spent
   where users.id = spent.holder and users.net_cents <> spent.cents`,
  `create index users_by_spending on users (net_cents desc, id desc) where deleted_at is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
