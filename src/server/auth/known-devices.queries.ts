import type { Db, Trx } from '../platform/db/database.ts';
import { hasEmail } from './users.queries.ts';

/** The id of the device with this cookie if the account with this email has logged in on it. */
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
    .where(hasEmail(email))
    .executeTakeFirst();
  return row?.id;
}

/** @returns whether the device was known before, by its token or by the same browser on the same network */
export async function saveDevice(
  trx: Trx,
  device: { userId: string; tokenHash: string; family: string; ipPrefix: string; now: Date },
): Promise<boolean> {
  const seen = { family: device.family, ip_prefix: device.ipPrefix, last_seen_at: device.now };
  const { isKnown } = await trx
    .with('saved', (own) =>
      own
        .insertInto('known_devices')
        .values({ ...seen, user_id: device.userId, token_hash: device.tokenHash, created_at: device.now })
        .onConflict((conflict) => conflict.columns(['user_id', 'token_hash']).doUpdateSet(seen)),
    )
    .selectNoFrom((eb) =>
      eb
        .exists(
          // In Postgres, this subquery sees the rows as they were before `saved` inserts or updates one.
          eb
            .selectFrom('known_devices')
            .select('id')
            .where('user_id', '=', device.userId)
            .where((own) =>
              own.or([
                own('token_hash', '=', device.tokenHash),
                own.and([own('family', '=', device.family), own('ip_prefix', '=', device.ipPrefix)]),
              ]),
            ),
        )
        .as('isKnown'),
    )
    .executeTakeFirstOrThrow();
  return isKnown === true;
}

export async function deleteDevicesBefore(db: Db, before: Date): Promise<number> {
  const result = await db
    .deleteFrom('known_devices')
    .where('last_seen_at', '<', before.toISOString())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
