import { randomBytes } from 'node:crypto';
import { decrypt, encrypt, encryptionOverhead, IntegrityError, type Sealing } from '../crypto/sealing.ts';

/**
 * Format of an encrypted object: the magic, the length of the wrapped data key (16 bits, big-endian), the wrapped data
 * key, then nonce, ciphertext and tag of AES-256-GCM under this object's own data key. The object's key in the store is
 * authenticated, so that objects cannot be swapped.
 */
const magic = Buffer.from('PAE1');
const dataKeyBytes = 32;

/** The number of bytes at the start of an object that show whether it is encrypted and how long its header is. */
export const headerPrefixBytes = magic.length + 2;

/** The length of the header; undefined for an object that is not encrypted. */
export function encryptedHeaderLength(headerPrefix: Buffer): number | undefined {
  if (headerPrefix.length < headerPrefixBytes || !headerPrefix.subarray(0, magic.length).equals(magic))
    return undefined;
  return headerPrefixBytes + headerPrefix.readUInt16BE(magic.length);
}

/** The length of an encrypted object's plaintext. */
export function plainLength(headerLength: number, storedLength: number): number {
  return Math.max(0, storedLength - headerLength - encryptionOverhead);
}

/** Encrypts a complete object with a new data key. */
export function encryptObject(sealing: Sealing, key: string, plaintext: Buffer): Buffer {
  const dataKey = randomBytes(dataKeyBytes);
  return Buffer.concat([
    header(sealing.wrapKey(purposeOf(key), dataKey)),
    encrypt(dataKey, purposeBytes(key), plaintext),
  ]);
}

/** @throws IntegrityError if the stored bytes were changed, or were stored with another `key` */
export function decryptObject(sealing: Sealing, key: string, stored: Buffer): Buffer {
  const { wrapped, body } = parts(stored);
  return decrypt(sealing.unwrapKey(purposeOf(key), wrapped), purposeBytes(key), body);
}

/**
 * The same object with its data key wrapped by the newest key. If the newest key already wraps it, returns undefined
 * and does not check the bytes.
 * @throws IntegrityError like `decryptObject`, before it rewraps: a damaged object must not be rewrapped
 */
export function rewrapObject(sealing: Sealing, key: string, stored: Buffer): Buffer | undefined {
  const { wrapped, body } = parts(stored);
  if (!sealing.isOutdated(wrapped)) return undefined;
  const dataKey = sealing.unwrapKey(purposeOf(key), wrapped);
  decrypt(dataKey, purposeBytes(key), body);
  return Buffer.concat([header(sealing.wrapKey(purposeOf(key), dataKey)), body]);
}

function header(wrapped: string): Buffer {
  const text = Buffer.from(wrapped);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length);
  return Buffer.concat([magic, length, text]);
}

function parts(stored: Buffer): { wrapped: string; body: Buffer } {
  const length = encryptedHeaderLength(stored);
  if (length === undefined || stored.length < length) {
    throw new IntegrityError('The header of an encrypted object is incomplete.');
  }
  return { wrapped: stored.toString('latin1', headerPrefixBytes, length), body: stored.subarray(length) };
}

function purposeOf(key: string): string {
  return `object:${key}`;
}

function purposeBytes(key: string): Buffer {
  return Buffer.from(purposeOf(key));
}
