import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';

const version = 's1';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** A 32-byte `key` and the short public id by which sealed texts refer to it. */
export type SealingKey = { id: string; key: Buffer };

/**
 * Authenticated encryption for secrets at rest. A sealed text opens only with the purpose it was sealed for. The
 * purpose names the kind and the owner (`two_factor.secret:{userId}`), so that a value copied to another row does not
 * open.
 */
export type Sealing = {
  /** `s1.{key id}.{base64url of nonce, ciphertext and tag}`; sealing the same value twice gives different texts. */
  seal(purpose: string, plaintext: Buffer): string;
  /** @throws IntegrityError for another purpose, an unknown key, or a changed text */
  open(purpose: string, sealed: string): Buffer;
  /** Seals the data key of one object. Data keys of the same length give results of the same length. */
  wrapKey(purpose: string, dataKey: Buffer): string;
  /** @throws IntegrityError for the same reasons as `open` */
  unwrapKey(purpose: string, wrapped: string): Buffer;
  /** Whether the text was sealed with a key other than the newest; `npm run keys:rotate` seals it again. */
  isOutdated(sealed: string): boolean;
  /**
   * HMAC-SHA-256 as hex, to find equal values without storing them. For the same purpose, the same text always gives
   * the same hash, even after a rotation of the keys. The hash key is random, and stored sealed in the database.
   */
  keyedHash(purpose: string, text: string): string;
};

/** The text is not sealed, was changed, or was sealed for another purpose or with an unknown key. */
export class IntegrityError extends Error {
  override readonly name: string = 'IntegrityError';
}

/** The text was sealed with a key that is not configured. It can be opened again when the key is. */
export class UnknownKeyError extends IntegrityError {
  override readonly name = 'UnknownKeyError';
}

/** Derives keys from the environment's secrets, newest first. The id does not reveal the secret. */
export function sealingKeysOf(secrets: readonly string[]): SealingKey[] {
  return secrets.map((secret) => ({
    id: derive(secret, 'academy sealing key id v1', 6).toString('hex'),
    key: derive(secret, 'academy sealing key v1', keyBytes),
  }));
}

function derive(secret: string | Buffer, use: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', use, length));
}

/**
 * @param keys - newest first: the first one seals, all of them open
 * @param hashKey - 32 random bytes, fixed for the lifetime of the database
 * @throws RangeError without keys or with keys of the wrong length
 */
export function createSealing(keys: readonly SealingKey[], hashKey: Buffer): Sealing {
  const [newest] = keys;
  if (newest === undefined) throw new RangeError('Sealing needs a key.');
  if ([hashKey, ...keys.map(({ key }) => key)].some((key) => key.length !== keyBytes)) {
    throw new RangeError(`Sealing keys have ${keyBytes} bytes.`);
  }
  const sealingKey = newest;
  const byId = new Map(keys.map(({ id, key }) => [id, key]));
  /** By purpose. */
  const hashKeys = new LRUCache<string, KeyObject>({
    max: 100,
    memoMethod: (purpose) => createSecretKey(derive(hashKey, `academy keyed hash v1:${purpose}`, keyBytes)),
  });

  function seal(purpose: string, plaintext: Buffer): string {
    return `${version}.${sealingKey.id}.${encrypt(sealingKey.key, aadOf(purpose), plaintext).toString('base64url')}`;
  }

  function open(purpose: string, sealed: string): Buffer {
    const [format, id = '', data = '', ...rest] = sealed.split('.');
    if (format !== version || rest.length > 0) throw new IntegrityError('This is not a sealed text.');
    const key = byId.get(id);
    if (!key) throw new UnknownKeyError('A sealed text names a key that is not configured.');
    const bytes = Buffer.from(data, 'base64url');
    // Base64 can encode the same bytes in several ways; only the canonical one is accepted.
    if (bytes.toString('base64url') !== data) throw new IntegrityError('This is not a sealed text.');
    return decrypt(key, aadOf(purpose), bytes);
  }

  return {
    seal,
    open,
    wrapKey: (purpose, dataKey) => seal(`data key:${purpose}`, dataKey),
    unwrapKey: (purpose, wrapped) => open(`data key:${purpose}`, wrapped),
    isOutdated: (sealed) => sealed.split('.')[1] !== sealingKey.id,
    keyedHash: (purpose, text) => createHmac('sha256', hashKeys.memo(purpose)).update(text).digest('hex'),
  };
}

function aadOf(purpose: string): Buffer {
  return Buffer.from(`${version}:${purpose}`);
}

/** AES-256-GCM: nonce, ciphertext, tag. The nonce is random, so one key may seal about 2^32 values. */
export function encrypt(key: Buffer, aad: Buffer, plaintext: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad);
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** @throws IntegrityError unless every byte is as `encrypt` returned it */
export function decrypt(key: Buffer, aad: Buffer, encrypted: Buffer): Buffer {
  if (encrypted.length < encryptionOverhead) throw new IntegrityError('Sealed data is truncated.');
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(aad).setAuthTag(encrypted.subarray(encrypted.length - tagBytes));
  const body = encrypted.subarray(nonceBytes, encrypted.length - tagBytes);
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch (cause) {
    throw new IntegrityError('Sealed data was changed, or sealed for another purpose.', { cause });
  }
}

/** The number of bytes that encryption adds to the plaintext. */
export const encryptionOverhead = nonceBytes + tagBytes;
