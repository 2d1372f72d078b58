import type { Db, Trx } from '../db/database.ts';

export type StoredSetting = { key: string; value: unknown; updated_at: string };

/** Only what was changed; the defaults are in the code. */
export async function findSettings(db: Db | Trx): Promise<StoredSetting[]> {
  return db.selectFrom('settings').select(['key', 'value', 'updated_at']).execute();
}

/** Holds back other changes of the settings until the transaction ends, so that rules over two of them hold. */
export async function lockSettings(trx: Trx): Promise<void> {
  await trx
    .selectNoFrom((eb) => eb.fn<void>('pg_advisory_xact_lock', [eb.val(7_310_014)]).as('lock'))
    .execute();
}

export async function saveSetting(
  trx: Trx,
  setting: { key: string; value: unknown; updatedBy: string; updatedAt: Date },
): Promise<void> {
  const columns = {
    value: JSON.stringify(setting.value),
    updated_by: setting.updatedBy,
    updated_at: setting.updatedAt,
  };
  await trx
    .insertInto('settings')
    .values({ key: setting.key, ...columns })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(columns))
    .execute();
}
