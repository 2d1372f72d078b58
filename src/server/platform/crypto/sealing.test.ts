import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { openSealing } from './open-sealing.ts';
import { createSealing, IntegrityError, sealingKeysOf } from './sealing.ts';

const hashKey = randomBytes(32);
const oldSecret = 'o'.repeat(32);
const newSecret = 'n'.repeat(32);
const sealing = createSealing(sealingKeysOf([oldSecret]), hashKey);
const rotated = createSealing(sealingKeysOf([newSecret, oldSecret]), hashKey);
const secret = Buffer.from('passport X1234567');

describe('createSealing', () => {
  it('opens what it sealed; sealed texts differ each time and do not contain the plaintext', () => {
    const sealed = sealing.seal('a:1', secret);
    expect(sealing.open('a:1', sealed)).toEqual(secret);
    expect(sealing.seal('a:1', secret)).not.toBe(sealed);
    expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').includes('X123')).toBe(false);
    expect(sealing.open('a:1', sealing.seal('a:1', Buffer.alloc(0)))).toHaveLength(0);
  });

  it('opens a sealed text only for its own purpose, and does not accept it as a data key', () => {
    const sealed = sealing.seal('a:1', secret);
    expect(() => sealing.open('a:2', sealed)).toThrow(IntegrityError);
    expect(() => sealing.unwrapKey('a:1', sealed)).toThrow(IntegrityError);
    const dataKey = randomBytes(32);
    expect(sealing.unwrapKey('a:1', sealing.wrapKey('a:1', dataKey))).toEqual(dataKey);
  });

  it('rejects a sealed text in which any single character was changed', () => {
    const sealed = sealing.seal('a:1', secret);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = `${sealed.slice(0, index)}${sealed[index] === 'A' ? 'B' : 'A'}${sealed.slice(index + 1)}`;
      expect(() => sealing.open('a:1', changed)).toThrow(IntegrityError);
    }
    for (const wrong of ['', 's1', 's1..', `${sealed}.x`, `${sealed}=`, sealed.slice(0, -4)]) {
      expect(() => sealing.open('a:1', wrong)).toThrow(IntegrityError);
    }
  });

  it('seals with the newest key, opens texts that were sealed with an older key, and returns the same hashes after a rotation', () => {
    const old = sealing.seal('a:1', secret);
    expect(rotated.open('a:1', old)).toEqual(secret);
    expect(rotated.isOutdated(old)).toBe(true);
    const fresh = rotated.seal('a:1', secret);
    expect(rotated.isOutdated(fresh)).toBe(false);
    expect(() => sealing.open('a:1', fresh)).toThrow(IntegrityError);
    expect(rotated.keyedHash('number', 'X1')).toBe(sealing.keyedHash('number', 'X1'));
    expect(sealing.keyedHash('number', 'X1')).not.toBe(sealing.keyedHash('number', 'X2'));
    expect(sealing.keyedHash('number', 'X1')).not.toBe(sealing.keyedHash('other', 'X1'));
    expect(createSealing(sealingKeysOf([oldSecret]), randomBytes(32)).keyedHash('number', 'X1')).not.toBe(
      sealing.keyedHash('number', 'X1'),
    );
  });

  it('requires a sealing key, and a hash key of 32 bytes', () => {
    expect(() => createSealing([], hashKey)).toThrow(RangeError);
    expect(() => createSealing(sealingKeysOf([oldSecret]), randomBytes(16))).toThrow(RangeError);
  });
});

describe('openSealing', () => {
  const app = setUpTestApp({ env: { ENCRYPTION_KEY: oldSecret } });

  it('returns the same hash key to 20 servers that start concurrently', async () => {
    await app.deps.db.deleteFrom('sealed_secrets').execute();
    const opened = await Promise.all(
      Array.from({ length: 20 }, () => openSealing(app.deps.db, [newSecret, oldSecret])),
    );
    expect(new Set(opened.map((each) => each.keyedHash('number', 'X1'))).size).toBe(1);
  });

  it('rejects a key that cannot open what is sealed in this database', async () => {
    await expect(openSealing(app.deps.db, ['x'.repeat(32)])).rejects.toThrow(/^ENCRYPTION_KEY is not/);
  });
});
