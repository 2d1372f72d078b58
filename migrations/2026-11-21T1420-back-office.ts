import { type Kysely, sql } from 'kysely';

// What the owner confirmed of our guesses, who answered a message, and what the figures are read by.
const statements = [
  `create table owner_confirmations (
    point text primary key,
    confirmed_by uuid references users (id) on delete set null,
    confirmed_at timestamptz not null default now()
  )`,
  `create index owner_confirmations_confirmed_by on owner_confirmations (confirmed_by)`,

  `alter table contact_messages add column handled_by uuid references users (id) on delete set null`,
  `create index contact_messages_handled_by on contact_messages (handled_by)`,
  `create index contact_messages_newest on contact_messages (created_at desc, id desc)`,

  `create index billing_payments_paid on billing_payments (paid_at) where status <> 'failed'`,
  `create index mail_messages_unsent on mail_messages (created_at) where status <> 'sent'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
