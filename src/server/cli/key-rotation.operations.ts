import type { Deps } from '../deps.ts';
import { IntegrityError } from '../platform/crypto/sealing.ts';
import type { EncryptedStorage } from '../platform/storage/encrypted-storage.ts';
import { StorageError } from '../platform/storage/storage.ts';
import { findSealedValues, replaceSealedValue, type SealedColumn } from './sealed-columns.queries.ts';

const batchSize = 200;

export type RotationResult = {
  /** How many values and objects this run re-encrypted with the newest key. */
  values: number;
  objects: number;
  /**
   * How many values and objects could not be decrypted. They are logged and stay unchanged. Unless this is 0, keep the
   * older keys.
   */
  damaged: number;
};

export type RotationParts = Pick<Deps, 'db' | 'sealing' | 'log'> & {
  storage: EncryptedStorage;
  columns: readonly SealedColumn[];
  /** Prefix of the encrypted objects. */
  prefix: string;
  /** Called for every object, re-encrypted or not. Removes the object if its upload was erased meanwhile. */
  removeIfErased: (key: string) => Promise<void>;
};

/**
 * `npm run keys:rotate`: re-encrypts every sealed (encrypted) value in the database, and the data key of every
 * encrypted object, with the newest key. Servers that have all keys can keep running. Idempotent: skips values and
 * objects that use the newest key.
 */
export async function rotateKeys(parts: RotationParts): Promise<RotationResult> {
  const result: RotationResult = { values: 0, objects: 0, damaged: 0 };
  for (const column of parts.columns) await rotateColumn(parts, column, result);
  for await (const { key } of parts.storage.list(parts.prefix)) {
    try {
      if ((await parts.storage.renew(key)) === 'renewed') result.objects += 1;
    } catch (error) {
      if (!(error instanceof StorageError) || error.code !== 'damaged') throw error;
      result.damaged += 1;
      parts.log.error({ err: error, object: key }, 'integrity: an encrypted object cannot be decrypted');
    }
    await parts.removeIfErased(key);
  }
  return result;
}

async function rotateColumn(
  { db, sealing, log }: RotationParts,
  column: SealedColumn,
  result: RotationResult,
): Promise<void> {
  for (let afterKey = ''; ; ) {
    const rows = await findSealedValues(db, column, afterKey, batchSize);
    for (const row of rows) {
      if (!sealing.isOutdated(row.sealed)) continue;
      const purpose = column.purposeOf(row.key);
      try {
        const renewed = sealing.seal(purpose, sealing.open(purpose, row.sealed));
        if (await replaceSealedValue(db, column, row, renewed)) result.values += 1;
      } catch (error) {
        if (!(error instanceof IntegrityError)) throw error;
        result.damaged += 1;
        const { table, column: name } = column;
        log.error(
          { err: error, table, column: name, key: row.key },
          'integrity: a sealed value cannot be decrypted',
        );
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    afterKey = last.key;
  }
}
