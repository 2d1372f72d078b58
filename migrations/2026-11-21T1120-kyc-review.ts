import { type Kysely, sql } from 'kysely';

// The review of identities complete: reason codes, final decisions and their one appeal, remarks among
// admins, claiming, undoing a decision and what is asked for.
const reasons = `('unreadable', 'cropped', 'glare', 'expired', 'wrong_type', 'missing_side', 'name_mismatch',
  'birth_date_mismatch', 'duplicate_person', 'suspected_alteration')`;

const statements = [
  `alter table kyc_applications
     add column reason_code text check (reason_code in ${reasons}),
     add column can_resubmit boolean not null default true,
     add column requested_items text[] not null default '{}',
     add column assigned_to uuid references users (id) on delete set null,
     add column assigned_at timestamptz,
     add check (requested_items <@ array['front_side', 'back_side', 'other_document', 'proof_of_address', 'explanation'])`,
  `create index kyc_applications_assigned_to on kyc_applications (assigned_to)`,
  `alter table kyc_events
     add column kind text not null default 'decision' check (kind in ('submission', 'decision', 'appeal', 'undo')),
     add column reason_code text check (reason_code in ${reasons}),
     add column internal_note text,
     add column former jsonb`,
  `update kyc_events set kind = 'submission' where from_status is null`,
  `create unique index kyc_events_one_appeal on kyc_events (application_id) where kind = 'appeal'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
