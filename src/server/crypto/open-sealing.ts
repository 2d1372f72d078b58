import { randomBytes } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { findSealedSecret, insertSealedSecret } from './sealed-secrets.queries.ts';
import { createSealing, type Sealing, sealingKeysOf } from './sealing.ts';

const hashKeyName = 'hash key';

/** The purpose that the sealed secret of this name is sealed for. */
export function sealedSecretPurpose(name: string): string {
  return `sealed_secrets.sealed:${name}`;
}

/**
 * The sealing of this database. Its hash key is made on first use; of several servers that start at once one writes it.
 * @param secrets ENCRYPTION_KEY, newest first
 * @throws IntegrityError when none of the secrets is the one that this database was sealed with
 */
export async function openSealing(db: Db, secrets: readonly string[]): Promise<Sealing> {
  const keys = sealingKeysOf(secrets);
  const purpose = sealedSecretPurpose(hashKeyName);
  // Only to seal and open the hash key itself.
  const opener = createSealing(keys, Buffer.alloc(32));
  let sealed = await findSealedSecret(db, hashKeyName);
  if (sealed === undefined) {
    await insertSealedSecret(db, hashKeyName, opener.seal(purpose, randomBytes(32)));
    sealed = await findSealedSecret(db, hashKeyName);
  }
  if (sealed === undefined) throw new Error('The hash key could not be stored.');
  return createSealing(keys, opener.open(purpose, sealed));
}
