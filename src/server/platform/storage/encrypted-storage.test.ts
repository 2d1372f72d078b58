import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSealing, sealingKeysOf } from '../crypto/sealing.ts';
import { createEncryptedStorage } from './encrypted-storage.ts';
import type { Storage } from './storage.ts';
import { type ContractStore, startDiskStore, startS3Store } from './testing/contract-stores.ts';

const jpeg = { contentType: 'image/jpeg' };
const hashKey = randomBytes(32);
const oldKey = 'o'.repeat(32);
const newKey = 'n'.repeat(32);
const sealingWith = (...secrets: string[]) => createSealing(sealingKeysOf(secrets), hashKey);

async function contentOf(store: Storage, key: string): Promise<Buffer | undefined> {
  const found = await store.read(key);
  return found && (await buffer(found.body));
}

describe.each([
  { name: 'disk', start: (): Promise<ContractStore> => startDiskStore() },
  { name: 's3', start: (): Promise<ContractStore> => startS3Store() },
])('encrypted objects on the $name store', ({ start }) => {
  let store: ContractStore;
  let raw: Storage;
  let storage: ReturnType<typeof createEncryptedStorage>;

  beforeAll(async () => {
    store = await start();
    raw = store.storage;
    storage = createEncryptedStorage(raw, sealingWith(oldKey), 'documents/');
  });
  afterAll(() => store.stop());

  test('rejects an object that would be too large to read', async () => {
    const bytes = Buffer.alloc(64 * 1024 * 1024);
    await expect(storage.write('documents/large', bytes, jpeg)).rejects.toMatchObject({ code: 'too_large' });
    expect(await storage.head('documents/large')).toBeUndefined();
  });

  test('returns an object as it was written, in whole or in part; its bytes in the store are encrypted', async () => {
    const bytes = Buffer.concat([
      Buffer.from('ffd8ffe0', 'hex'),
      Buffer.from('JFIF marker'),
      randomBytes(200_000),
    ]);
    const info = await storage.write('documents/a', bytes, jpeg);
    expect(info).toMatchObject({ sizeBytes: bytes.length, contentType: 'image/jpeg' });
    expect(await storage.head('documents/a')).toEqual(info);
    expect(await contentOf(storage, 'documents/a')).toEqual(bytes);
    const part = await storage.read('documents/a', { start: 4, end: 14 });
    expect(part?.info.sizeBytes).toBe(bytes.length);
    expect(part && (await buffer(part.body)).toString()).toBe('JFIF marker');
    await expect(
      storage.read('documents/a', { start: bytes.length, end: bytes.length }),
    ).rejects.toMatchObject({
      code: 'invalid_range',
    });

    const stored = await contentOf(raw, 'documents/a');
    expect(stored?.includes('JFIF')).toBe(false);
    expect(stored?.includes(Buffer.from('ffd8ffe0', 'hex'))).toBe(false);

    await storage.write('documents/empty', Readable.from([]), jpeg);
    expect(await contentOf(storage, 'documents/empty')).toHaveLength(0);
    expect(await storage.head('documents/missing')).toBeUndefined();
    expect(await storage.read('documents/missing')).toBeUndefined();
  });

  test('rejects a read if the object’s bytes were changed, cut off or replaced by those of another object', async () => {
    await storage.write('documents/b', Buffer.from('the whole document'), jpeg);
    const stored = (await contentOf(raw, 'documents/b')) ?? Buffer.alloc(0);
    for (const position of [6, 30, stored.length - 40, stored.length - 17, stored.length - 1]) {
      const changed = Buffer.from(stored);
      changed[position] = (changed[position] ?? 0) ^ 1;
      await raw.write('documents/b', changed, jpeg);
      await expect(storage.read('documents/b'), `byte ${position}`).rejects.toMatchObject({
        code: 'damaged',
        message: expect.stringContaining('integrity'),
      });
    }
    await raw.write('documents/b', stored.subarray(0, stored.length - 1), jpeg);
    await expect(storage.read('documents/b')).rejects.toMatchObject({ code: 'damaged' });
    await raw.write('documents/other', stored, jpeg);
    await expect(storage.read('documents/other')).rejects.toMatchObject({ code: 'damaged' });
  });

  test('reads objects that an earlier version stored in plaintext, and `renew` encrypts them', async () => {
    await raw.write('documents/clear', Buffer.from('%PDF-1.7 clear'), jpeg);
    expect((await contentOf(storage, 'documents/clear'))?.toString()).toBe('%PDF-1.7 clear');
    expect(await storage.head('documents/clear')).toMatchObject({ sizeBytes: 14 });
    expect(await storage.renew('documents/clear')).toBe('renewed');
    expect((await contentOf(raw, 'documents/clear'))?.includes('%PDF')).toBe(false);
    expect((await contentOf(storage, 'documents/clear'))?.toString()).toBe('%PDF-1.7 clear');
  });

  test('`renew` wraps an object’s data key with the newest key; the old key then no longer opens the object', async () => {
    await storage.write('documents/c', Buffer.from('document'), jpeg);
    const rotating = createEncryptedStorage(raw, sealingWith(newKey, oldKey), 'documents/');
    expect((await contentOf(rotating, 'documents/c'))?.toString()).toBe('document');
    expect(await rotating.renew('documents/c')).toBe('renewed');
    expect(await rotating.renew('documents/c')).toBe('current');
    expect(await rotating.renew('documents/none')).toBe('missing');
    await expect(storage.read('documents/c')).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringContaining('a key that is not configured'),
    });
    const after = createEncryptedStorage(raw, sealingWith(newKey), 'documents/');
    expect((await contentOf(after, 'documents/c'))?.toString()).toBe('document');

    await storage.write('documents/d', Buffer.from('document'), jpeg);
    const stored = (await contentOf(raw, 'documents/d')) ?? Buffer.alloc(0);
    stored[stored.length - 1] = (stored.at(-1) ?? 0) ^ 1;
    await raw.write('documents/d', stored, jpeg);
    await expect(rotating.renew('documents/d')).rejects.toMatchObject({ code: 'damaged' });
  });

  test('signs no URL for objects that must be encrypted, and stores other objects unchanged', async () => {
    const put = { maxBytes: 10, expiresInSeconds: 60 };
    await expect(storage.signPut('documents/new', put)).rejects.toMatchObject({ code: 'invalid_request' });
    expect((await storage.signPut('products/new', put)).url).toContain('/products/new?');
    await storage.write('products/p', Buffer.from('product'), { contentType: 'application/pdf' });
    expect((await contentOf(raw, 'products/p'))?.toString()).toBe('product');
  });
});
