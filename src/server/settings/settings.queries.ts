import type { ConfirmationPoint } from '../../shared/settings.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { lockKey } from '../platform/db/lock-key.ts';

export type StoredSetting = Awaited<ReturnType<typeof findSettings>>[number];

/** Only settings that have been changed; defaults are in the code. */
export async function findSettings(db: Db | Trx) {
  return db.selectFrom('settings').select(['key', 'value']).execute();
}

export type ChangedSetting = Awaited<ReturnType<typeof findChangedSettings>>[number];

/**
 * Like `findSettings`, with the time of each setting's last change and the name of the admin who changed it. The name
 * is null if the admin's account was deleted.
 */
export async function findChangedSettings(db: Db | Trx) {
  return db
    .selectFrom('settings')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'settings.updated_by').on('users.deleted_at', 'is', null),
    )
    .select(['settings.key', 'settings.value', 'settings.updated_at'])
    .select(['users.first_name', 'users.last_name', 'users.email'])
    .execute();
}

/** Serializes changes of settings until the transaction ends, so that rules across several settings hold. */
export async function lockSettings(trx: Trx): Promise<void> {
  await lockKey(trx, 'settings');
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

export type ConfirmationRow = Awaited<ReturnType<typeof findConfirmations>>[number];

/** The confirmed points, such as the company address. The admin's name is null if the account was deleted. */
export async function findConfirmations(db: Db | Trx) {
  return db
    .selectFrom('owner_confirmations')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'owner_confirmations.confirmed_by').on('users.deleted_at', 'is', null),
    )
    .select([
      'owner_confirmations.point',
      'owner_confirmations.confirmed_at',
      'users.first_name',
      'users.last_name',
      'users.email',
    ])
    .execute();
}

/** @returns false if the point was already confirmed; the first confirmation is retained */
export async function insertConfirmation(
  trx: Trx,
  confirmation: { point: ConfirmationPoint; confirmedBy: string; confirmedAt: Date },
): Promise<boolean> {
  const result = await trx
    .insertInto('owner_confirmations')
    .values({
      point: confirmation.point,
      confirmed_by: confirmation.confirmedBy,
      confirmed_at: confirmation.confirmedAt,
    })
    .onConflict((conflict) => conflict.column('point').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** @returns false if the point was not confirmed */
export async function deleteConfirmation(trx: Trx, point: ConfirmationPoint): Promise<boolean> {
  const result = await trx.deleteFrom('owner_confirmations').where('point', '=', point).executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/**
 * Counts for public pages, if the setting `useRealNumbers` is on: users, and those of them who started a coaching
 * session. Excludes admins and deleted accounts.
 */
export async function countRealNumbers(db: Db): Promise<{ members: number; students: number }> {
  return db
    .selectFrom('users')
    .select((eb) => [
      eb.fn.countAll<number>().as('members'),
      eb.fn
        .countAll<number>()
        .filterWhere((people) =>
          people.exists(
            people
              .selectFrom('user_progress')
              .select('user_progress.user_id')
              .whereRef('user_progress.user_id', '=', 'users.id'),
          ),
        )
        .as('students'),
    ])
    .where('deleted_at', 'is', null)
    .where('role', '<>', 'admin')
    .executeTakeFirstOrThrow();
}
