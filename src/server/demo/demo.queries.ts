import type { Insertable } from 'kysely';
import type { ProductType } from '../../shared/enums.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import type { CoachingPdfsTable } from '../platform/db/tables/shop-tables.ts';

type DemoMark = 'demo_data_begun' | 'demo_data_seeded' | 'demo_booklets_seeded';

export async function findDemoMark(db: Db, mark: DemoMark): Promise<boolean> {
  const row = await db.selectFrom('settings').select('key').where('key', '=', mark).executeTakeFirst();
  return row !== undefined;
}

export async function insertDemoMark(db: Db, mark: DemoMark): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key: mark, value: JSON.stringify(true) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
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

/** PDFs and coaching plans that have no file, by title. */
export async function findWithoutFile(
  db: Db,
): Promise<{ products: Map<string, { id: number; updated_at: string }>; plans: Map<string, number> }> {
  const products = await db
    .selectFrom('products')
    .select(['id', 'title', 'updated_at'])
    .where('type', '=', 'pdf')
    .where('file_upload_id', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();
  const plans = await db
    .selectFrom('coaching_pdfs')
    .select(['pdf_number', 'title'])
    .where('file_upload_id', 'is', null)
    .execute();
  return {
    products: new Map(products.map((product) => [product.title, product])),
    plans: new Map(plans.map(({ title, pdf_number }) => [title, pdf_number])),
  };
}

export async function setCoachingPdfFile(trx: Trx, pdfNumber: number, uploadId: string): Promise<void> {
  await trx
    .updateTable('coaching_pdfs')
    .set({ file_upload_id: uploadId })
    .where('pdf_number', '=', pdfNumber)
    .execute();
}

/** Marks email addresses as verified, and deletes the emails and tokens for verifying them. */
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

export async function findProducts(db: Db): Promise<{ id: number; type: ProductType; title: string }[]> {
  return db.selectFrom('products').select(['id', 'type', 'title']).execute();
}
