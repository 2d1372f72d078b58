import type { Db, Trx } from '../db/database.ts';

/** The device of this cookie, if the account with this address signed in on it. */
export async function findDeviceByEmail(
  db: Db,
  email: string,
  tokenHash: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('known_devices.id')
    .where('known_devices.token_hash', '=', tokenHash)
    .where((eb) => eb(eb.fn<string>('lower', ['users.email']), '=', eb.fn<string>('lower', [eb.val(email)])))
    .executeTakeFirst();
  return row?.id;
}

export async function findDevice(
  db: Db | Trx,
  userId: string,
  tokenHash: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('known_devices')
    .select('id')
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.id;
}

export async function hasDeviceAt(
  trx: Trx,
  userId: string,
  place: { family: string; ipPrefix: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('known_devices')
    .select('id')
    .where('user_id', '=', userId)
    .where('family', '=', place.family)
    .where('ip_prefix', '=', place.ipPrefix)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function saveDevice(
  trx: Trx,
  device: { userId: string; tokenHash: string; family: string; ipPrefix: string; now: Date },
): Promise<void> {
  const seen = { family: device.family, ip_prefix: device.ipPrefix, last_seen_at: device.now };
  await trx
    .insertInto('known_devices')
    .values({ ...seen, user_id: device.userId, token_hash: device.tokenHash, created_at: device.now })
    .onConflict((conflict) => conflict.columns(['user_id', 'token_hash']).doUpdateSet(seen))
    .execute();
}

export async function deleteDevicesBefore(db: Db, before: Date): Promise<number> {
  const result = await db
    .deleteFrom('known_devices')
    .where('last_seen_at', '<', before.toISOString())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
