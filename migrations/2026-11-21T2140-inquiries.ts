import { type Kysely, sql } from 'kysely';

const statements = [
  // A bank that only asks takes no money: access stays, and the payment can be refunded.
  `alter table billing_disputes drop constraint billing_disputes_standing_check`,
  `alter table billing_disputes add constraint billing_disputes_standing_check
     check (standing in ('inquiry', 'open', 'settled', 'lost', 'unclear'))`,
  `drop index billing_disputes_open`,
  // Payments of those that count as open by now are read again by the reconciling job, which gives access back.
  `create index billing_disputes_open on billing_disputes (updated_at)
     where standing in ('inquiry', 'open', 'unclear')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
