import { type Kysely, sql } from 'kysely';

// A reason for people who are too young, and the queue without the cases that wait for their applicants.
const reasons = `('unreadable', 'cropped', 'glare', 'expired', 'wrong_type', 'missing_side', 'name_mismatch',
  'birth_date_mismatch', 'duplicate_person', 'suspected_alteration', 'under_age')`;

const statements = [
  ...['kyc_applications', 'kyc_events'].flatMap((table) => [
    `alter table ${table} drop constraint ${table}_reason_code_check`,
    `alter table ${table} add constraint ${table}_reason_code_check check (reason_code in ${reasons}) not valid`,
    `alter table ${table} validate constraint ${table}_reason_code_check`,
  ]),
  `create index kyc_applications_asked on kyc_applications (created_at, id)
     where superseded_at is null and status = 'requires_review' and requested_items <> '{}'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
