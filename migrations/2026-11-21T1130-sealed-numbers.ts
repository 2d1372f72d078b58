import { type Kysely, sql } from 'kysely';

// Document numbers sealed: ciphertext, a keyed hash to find equal ones, and the last characters for
// people. The clear columns empty themselves at the next start, which has the key (src/server/kyc/clear-numbers.ts).
// Mails get an HTML body, and people a say in the optional ones.
const statements = [
  `create table sealed_secrets (
    name text primary key,
    sealed text not null,
    created_at timestamptz not null default now()
  )`,
  `alter table kyc_applications
     alter column document_number1 drop not null,
     alter column document_number2 drop not null,
     add column document_number_sealed1 text,
     add column document_number_sealed2 text,
     add column document_number_hash1 text,
     add column document_number_hash2 text,
     add column document_number_tail1 text check (char_length(document_number_tail1) <= 4),
     add column document_number_tail2 text check (char_length(document_number_tail2) <= 4),
     add column documents_erased_at timestamptz`,
  `create index kyc_applications_number_hash1 on kyc_applications (document_number_hash1)`,
  `create index kyc_applications_number_hash2 on kyc_applications (document_number_hash2)`,
  `create index kyc_applications_clear_numbers on kyc_applications (id)
     where document_number1 is not null or document_number2 is not null`,
  `create index kyc_applications_with_documents on kyc_applications (reviewed_at, superseded_at)
     where documents_erased_at is null`,
  `alter table mail_messages add column body_html text`,
  `create table mail_preferences (
    user_id uuid not null references users (id) on delete cascade,
    kind text not null,
    enabled boolean not null,
    updated_at timestamptz not null default now(),
    primary key (user_id, kind)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
