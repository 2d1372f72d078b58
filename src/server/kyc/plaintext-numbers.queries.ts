import type { Updateable } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { KycApplicationsTable } from '../platform/db/tables/kyc-tables.ts';

/** Applications with document numbers that an earlier version stored in plain text and that are not sealed yet. */
export async function findPlaintextNumbers(db: Db, limit: number) {
  return db
    .selectFrom('kyc_applications')
    .select((eb) => [
      'id',
      eb.fn.coalesce('document_number1', eb.val('')).as('number1'),
      eb.fn.coalesce('document_number2', eb.val('')).as('number2'),
    ])
    .where((eb) => eb.or([eb('document_number1', 'is not', null), eb('document_number2', 'is not', null)]))
    .limit(limit)
    .execute();
}

/** @returns false if another server has sealed this application in the meantime */
export async function replacePlaintextNumbers(
  db: Db,
  id: string,
  columns: Updateable<KycApplicationsTable>,
): Promise<boolean> {
  const result = await db
    .updateTable('kyc_applications')
    .set(columns)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('document_number1', 'is not', null), eb('document_number2', 'is not', null)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
