import { type Kysely, sql } from 'kysely';

/** Whose these things are, which earlier entries name by their own ids. */
const owned = {
  kyc_application: 'kyc_applications',
  document: 'uploads',
  payment: 'billing_payments',
  purchase: 'purchases',
  subscription: 'subscriptions',
  data_export: 'data_exports',
  contact_message: 'contact_messages',
  mail: 'mail_messages',
};
const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

const statements = [
  `alter table audit_log add column about_user_id uuid`,
  // Nobody changes an entry; what it is about is only written beside it.
  `alter table audit_log disable trigger user`,
  `update audit_log set about_user_id = subject_id::uuid where subject_type = 'user' and subject_id ~ '${uuid}'`,
  ...Object.entries(owned).map(
    ([subject, table]) => `update audit_log set about_user_id = thing.user_id from ${table} thing
      where subject_type = '${subject}' and subject_id = thing.id::text and thing.user_id is not null`,
  ),
  `update audit_log set about_user_id = (details->>'userId')::uuid
     where about_user_id is null and details->>'userId' ~ '${uuid}'`,
  `alter table audit_log enable trigger user`,
  `create index audit_log_about_newest on audit_log (about_user_id, id desc) where about_user_id is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
