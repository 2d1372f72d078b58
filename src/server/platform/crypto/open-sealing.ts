import { randomBytes } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { StartupError } from '../startup-error.ts';
import { findSealedSecret, insertSealedSecret } from './sealed-secrets.queries.ts';
import { createSealing, type Sealing, type SealingKey, sealingKeysOf } from './sealing.ts';

const hashKeyName = 'hash key';

/** The purpose that the stored secret of this name is sealed with. */
export function sealedSecretPurpose(name: string): string {
  return `sealed_secrets.sealed:${name}`;
}

/**
 * Creates the `Sealing` that encrypts and decrypts the secrets of this database. The key of `keyedHash` is created on
 * first use; if several servers start together, one of them creates it.
 * @param secrets - the encryption keys, newest first
 * @throws StartupError if none of the keys is the one that this database was encrypted with
 */
export async function openSealing(db: Db, secrets: readonly string[]): Promise<Sealing> {
  const keys = sealingKeysOf(secrets);
  const purpose = sealedSecretPurpose(hashKeyName);
  // Used only to seal and open the hash key. `keyedHash` is not called, so its key may be any 32 bytes.
  const opener = createSealing(keys, Buffer.alloc(32));
  let sealed = await findSealedSecret(db, hashKeyName);
  if (sealed === undefined) {
    await insertSealedSecret(db, hashKeyName, opener.seal(purpose, randomBytes(32)));
    sealed = await findSealedSecret(db, hashKeyName);
  }
  if (sealed === undefined) throw new Error('The hash key could not be stored.');
  assertKey(keys, sealed);
  return createSealing(keys, opener.open(purpose, sealed));
}

function assertKey(keys: readonly SealingKey[], sealed: string): void {
  const needed = sealed.split('.')[1];
  if (keys.some(({ id }) => id === needed)) return;
  throw new StartupError(
    'ENCRYPTION_KEY is not the one that this database was encrypted with. Set it to that key (to rotate: new,old), or, ' +
      'if the database was encrypted without ENCRYPTION_KEY, put the encryption.key file of that time into DATA_DIR. ' +
      `Needed: ${needed}; configured: ${keys.map(({ id }) => id).join(', ')}.`,
  );
}
