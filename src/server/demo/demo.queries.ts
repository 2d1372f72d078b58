import type { Insertable } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import type { CoachingPdfsTable } from '../platform/db/tables/shop-tables.ts';

const markKey = 'demo_data_seeded';

export async function findDemoMark(db: Db): Promise<boolean> {
  const row = await db.selectFrom('settings').select('key').where('key', '=', markKey).executeTakeFirst();
  return row !== undefined;
}

export async function insertDemoMark(db: Db): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key: markKey, value: JSON.stringify(true) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

export async function findUserIdByEmail(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  return row?.id;
}

export async function insertCoachingPdf(trx: Trx, pdf: Insertable<CoachingPdfsTable>): Promise<void> {
  await trx
    .insertInto('coaching_pdfs')
    .values(pdf)
    .onConflict((conflict) => conflict.column('pdf_number').doNothing())
    .execute();
}

/** As if each had followed the link of the email, which leaves the outbox with it. */
export async function verifyAddresses(trx: Trx, emails: readonly string[], now: Date): Promise<void> {
  const people = await trx
    .updateTable('users')
    .set({ email_verified_at: now })
    .where((eb) =>
      eb(
        eb.fn<string>('lower', ['email']),
        'in',
        emails.map((email) => email.toLowerCase()),
      ),
    )
    .returning('id')
    .execute();
  const ids = people.map(({ id }) => id);
  if (ids.length === 0) return;
  await trx
    .deleteFrom('account_tokens')
    .where('user_id', 'in', ids)
    .where('purpose', '=', 'verify_email')
    .execute();
  await trx
    .deleteFrom('mail_messages')
    .where('user_id', 'in', ids)
    .where('kind', '=', 'verify_email')
    .execute();
}
