import { type Kysely, sql } from 'kysely';

// Replies to contact messages, notes about them, and templates for replies.
const statements = [
  `alter table contact_messages
     add column answered_at timestamptz,
     -- Counts replies and changes of state, so that two admins cannot both answer without seeing each other's reply.
     add column version integer not null default 1`,
  // The messages that wait for an admin. A privacy request waits until it is closed, even if it was answered.
  `create index contact_messages_waiting on contact_messages (created_at)
     where handled_at is null and (answered_at is null or topic = 'privacy')`,

  `create table contact_entries (
    id uuid primary key default gen_random_uuid(),
    message_id uuid not null references contact_messages (id) on delete cascade,
    kind text not null check (kind in ('reply', 'note')),
    body text not null check (char_length(body) between 1 and 8000),
    author_id uuid references users (id) on delete set null,
    created_at timestamptz not null
  )`,
  `create index contact_entries_message on contact_entries (message_id, created_at)`,
  `create index contact_entries_author on contact_entries (author_id)`,

  `create table reply_templates (
    id uuid primary key default gen_random_uuid(),
    title text not null check (char_length(title) between 1 and 80),
    body text not null check (char_length(body) between 1 and 8000),
    version integer not null default 1,
    updated_by uuid references users (id) on delete set null,
    updated_at timestamptz not null
  )`,
  `create unique index reply_templates_title on reply_templates (lower(title))`,
  `create index reply_templates_updated_by on reply_templates (updated_by)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
