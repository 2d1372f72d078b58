import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { IntegrityError, type Sealing } from '../crypto/sealing.ts';
import {
  decryptObject,
  encryptedHeaderLength,
  encryptObject,
  headerPrefixBytes,
  plainLength,
  rewrapObject,
} from './encrypted-object.ts';
import { clampRange, type ObjectInfo, type Storage, StorageError } from './storage.ts';

type Renewal = 'renewed' | 'current' | 'missing';

export type EncryptedStorage = Storage & {
  /**
   * Rewraps the data key of an encrypted object with the newest sealing key, and encrypts an object that an earlier
   * version stored in plaintext.
   * @throws StorageError `damaged` if the bytes of an object to rewrap are not what was written
   */
  renew(key: string): Promise<Renewal>;
};

/**
 * Identity documents have at most 10 MB, and data exports rarely exceed 40 MB. An object above this limit cannot be
 * written. If the store contains such an object, the academy did not write it, and does not read it into memory.
 */
const maxStoredBytes = 64 * 1024 * 1024;

/**
 * Encrypts the objects below `prefix` at rest; all others pass through. An encrypted object is read, decrypted and
 * verified completely before its first byte is sent: a changed object throws `damaged`, and no part of it is sent.
 * Objects that earlier versions stored in plaintext stay readable. URLs are not signed below `prefix`, because an
 * upload would store plaintext. Sizes in `list` are the stored sizes. Writing an object that would be too large to read
 * throws `too_large`.
 */
export function createEncryptedStorage(store: Storage, sealing: Sealing, prefix: string): EncryptedStorage {
  const isEncrypted = (key: string) => key.startsWith(prefix);

  function rejectSigning(key: string): void {
    if (!isEncrypted(key)) return;
    throw new StorageError('invalid_request', 'An encrypted object has no signed URL.');
  }

  async function readStored(key: string): Promise<{ info: ObjectInfo; bytes: Buffer } | undefined> {
    const found = await store.read(key);
    if (!found) return undefined;
    if (found.info.sizeBytes > maxStoredBytes) {
      found.body.destroy();
      throw new StorageError('damaged', 'An object is larger than any that was encrypted.');
    }
    const bytes = await buffer(found.body);
    if (bytes.length !== found.info.sizeBytes) {
      throw new StorageError('damaged', 'An object does not have the size it states.');
    }
    return { info: found.info, bytes };
  }

  return {
    ...store,

    async signPut(key, options) {
      rejectSigning(key);
      return store.signPut(key, options);
    },

    multipart: {
      ...store.multipart,
      async begin(key, file) {
        rejectSigning(key);
        return store.multipart.begin(key, file);
      },
    },

    async head(key) {
      const info = await store.head(key);
      if (!info || !isEncrypted(key) || info.sizeBytes < headerPrefixBytes) return info;
      const headerPrefix = await store.read(key, { start: 0, end: headerPrefixBytes - 1 });
      if (!headerPrefix) return undefined;
      const headerLength = encryptedHeaderLength(await buffer(headerPrefix.body));
      if (headerLength === undefined) return headerPrefix.info;
      return { ...headerPrefix.info, sizeBytes: plainLength(headerLength, headerPrefix.info.sizeBytes) };
    },

    async read(key, range) {
      if (!isEncrypted(key)) return store.read(key, range);
      const stored = await readStored(key);
      if (!stored) return undefined;
      const isPlaintext = encryptedHeaderLength(stored.bytes) === undefined;
      const bytes = isPlaintext ? stored.bytes : verified(() => decryptObject(sealing, key, stored.bytes));
      const wanted = range && clampRange(range, bytes.length);
      const part = wanted ? bytes.subarray(wanted.start, wanted.end + 1) : bytes;
      return { info: { ...stored.info, sizeBytes: bytes.length }, body: Readable.from([part]) };
    },

    async write(key, body, options) {
      if (!isEncrypted(key)) return store.write(key, body, options);
      const plaintext = Buffer.isBuffer(body) ? body : await buffer(body);
      const encrypted = encryptObject(sealing, key, plaintext);
      if (encrypted.length > maxStoredBytes) {
        throw new StorageError('too_large', `An encrypted object has at most ${maxStoredBytes} bytes.`);
      }
      const info = await store.write(key, encrypted, options);
      return { ...info, sizeBytes: plaintext.length };
    },

    async renew(key) {
      if (!isEncrypted(key)) throw new StorageError('invalid_request', 'This object is not encrypted.');
      const stored = await readStored(key);
      if (!stored) return 'missing';
      const isPlaintext = encryptedHeaderLength(stored.bytes) === undefined;
      const renewed = isPlaintext
        ? encryptObject(sealing, key, stored.bytes)
        : verified(() => rewrapObject(sealing, key, stored.bytes));
      if (!renewed) return 'current';
      await store.write(key, renewed, { contentType: stored.info.contentType });
      return 'renewed';
    },
  };
}

function verified<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof IntegrityError)) throw error;
    const message = `integrity: an encrypted object cannot be decrypted. ${error.message}`;
    throw new StorageError('damaged', message, { cause: error });
  }
}
