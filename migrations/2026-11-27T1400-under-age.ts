import { type Kysely, sql } from 'kysely';

// For the list of applications of people under the minimum age, which is a setting.
const statement = `create index kyc_applications_birth on kyc_applications (date_of_birth)`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db);
}
