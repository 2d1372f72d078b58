import type { Insertable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { CoachingPdfsTable } from '../db/schema.ts';

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
