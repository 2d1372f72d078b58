import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MultipartUpload, SentPart } from './multipart.ts';
import type { Storage } from './storage.ts';
import { type ContractStore, startDiskStore, startS3Store } from './testing/contract-stores.ts';

const partBytes = 5 * 1024 * 1024;
const mp4 = { contentType: 'video/mp4', sizeBytes: 2 * partBytes + 1_000 };
const newKey = () => `videos/${randomUUID()}`;

/** A video of three parts, the last one short. */
const parts = [randomBytes(partBytes), randomBytes(partBytes), randomBytes(1_000)] as const;
const whole = Buffer.concat(parts);

const send = (url: string, body: Buffer) => fetch(url, { method: 'PUT', body: new Uint8Array(body) });

async function sendPart(storage: Storage, upload: MultipartUpload, number: number): Promise<SentPart> {
  const bytes = parts[number - 1] ?? Buffer.alloc(0);
  const { url } = await storage.multipart.signPart(upload, { number, sizeBytes: bytes.length }, 60);
  const response = await send(url, bytes);
  if (!response.ok) throw new Error(`part ${number} was rejected with ${response.status}`);
  return { number, etag: (response.headers.get('etag') ?? '').replaceAll('"', '') };
}

const sendAll = (storage: Storage, upload: MultipartUpload) =>
  Promise.all([3, 1, 2].map((number) => sendPart(storage, upload, number))).then((sent) =>
    sent.sort((a, b) => a.number - b.number),
  );

async function contentOf(storage: Storage, key: string): Promise<Buffer | undefined> {
  const found = await storage.read(key);
  return found && (await buffer(found.body));
}

describe.each([
  { name: 'disk', start: (): Promise<ContractStore> => startDiskStore() },
  { name: 's3', start: (): Promise<ContractStore> => startS3Store() },
])('multipart uploads on the $name store', ({ start }) => {
  let store: ContractStore;
  let storage: Storage;

  beforeAll(async () => {
    store = await start();
    storage = store.storage;
  });
  afterAll(() => store.stop());

  test('complete() joins parts that were sent concurrently and in any order; before that call, no object exists', async () => {
    const key = newKey();
    const upload = await storage.multipart.begin(key, mp4);
    const sent = await sendAll(storage, upload);
    expect(await storage.head(key)).toBeUndefined();
    expect(await Array.fromAsync(storage.list('videos/'))).toEqual([]);
    expect(await storage.multipart.listParts(upload)).toEqual(
      sent.map((part, index) => ({ ...part, sizeBytes: parts[index]?.length })),
    );
    expect(await storage.multipart.complete(upload, sent)).toBe(true);
    expect((await contentOf(storage, key))?.equals(whole)).toBe(true);
    expect(await storage.head(key)).toMatchObject({ sizeBytes: whole.length, contentType: 'video/mp4' });
    expect(await storage.multipart.listParts(upload)).toBeUndefined();
    expect(await storage.multipart.complete(upload, sent)).toBe(false);
    await storage.remove(key);
  });

  test('a part that is sent again replaces the previous part, and the etag of the previous part is then rejected', async () => {
    const key = newKey();
    const upload = await storage.multipart.begin(key, mp4);
    const { url } = await storage.multipart.signPart(upload, { number: 1, sizeBytes: partBytes }, 60);
    expect((await send(url, randomBytes(partBytes))).status).toBe(200);
    const stale = (await storage.multipart.listParts(upload))?.[0]?.etag ?? '';
    expect((await send(url, parts[0])).status).toBe(200);
    const rest = [await sendPart(storage, upload, 2), await sendPart(storage, upload, 3)];
    const [first] = (await storage.multipart.listParts(upload)) ?? [];
    if (!first) throw new Error('the first part is not listed');
    await expect(
      storage.multipart.complete(upload, [{ number: 1, etag: stale }, ...rest]),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await storage.multipart.complete(upload, [first, ...rest])).toBe(true);
    expect((await contentOf(storage, key))?.equals(whole)).toBe(true);
    await storage.remove(key);
  });

  test('a part must have exactly the signed size', async () => {
    const upload = await storage.multipart.begin(newKey(), mp4);
    const { url } = await storage.multipart.signPart(upload, { number: 3, sizeBytes: 1_000 }, 60);
    expect((await send(url, randomBytes(1_001))).status).toBe(store.statuses.tooLarge);
    expect((await send(url, randomBytes(999))).status).toBe(store.statuses.wrongSize);
    expect(await storage.multipart.listParts(upload)).toEqual([]);
    await storage.multipart.abort(upload);
  });

  test('a URL is valid only if it is unaltered, and only for one part of one upload', async () => {
    const upload = await storage.multipart.begin(newKey(), mp4);
    const other = await storage.multipart.begin(newKey(), mp4);
    const part = { number: 1, sizeBytes: 1_000 };
    const { url } = await storage.multipart.signPart(upload, part, 60);
    const { url: otherUrl } = await storage.multipart.signPart(other, part, 60);
    const otherId = [...new URL(otherUrl).searchParams].find(([name]) => /^upload(id)?$/i.test(name));
    // The disk store and S3 name these parameters differently; each URL contains only those of its own store.
    for (const [name, value] of [
      ['part', '2'],
      ['partNumber', '2'],
      ['exact', '1001'],
      [otherId?.[0] ?? '', otherId?.[1] ?? ''],
    ] as const) {
      const forged = new URL(url);
      if (!forged.searchParams.has(name)) continue;
      forged.searchParams.set(name, value);
      expect((await send(forged.href, randomBytes(1_000))).status, name).toBe(403);
    }
    const moved = new URL(url);
    moved.pathname = moved.pathname.replace(upload.key, other.key);
    expect((await send(moved.href, randomBytes(1_000))).status).toBe(403);
    expect(await storage.multipart.listParts(upload)).toEqual([]);
    expect(await storage.multipart.listParts(other)).toEqual([]);
    await storage.multipart.abort(upload);
    await storage.multipart.abort(other);
  });

  test('the response for an expired URL has the message that makes the uploader request a new URL', async () => {
    const upload = await storage.multipart.begin(newKey(), mp4);
    // Signed with a clock that is an hour slow, so the URL has already expired.
    const part = { number: 1, sizeBytes: 1_000 };
    const { url } = await store.slowClock.multipart.signPart(upload, part, 60);
    const response = await send(url, randomBytes(1_000));
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('Request has expired');
    expect(await storage.multipart.listParts(upload)).toEqual([]);
    await storage.multipart.abort(upload);
  });

  test('complete() rejects parts that were never sent, are out of order or have a wrong etag, and can then be retried', async () => {
    const key = newKey();
    const upload = await storage.multipart.begin(key, mp4);
    const [first, second, third] = await sendAll(storage, upload);
    if (!first || !second || !third) throw new Error('three parts were sent');
    for (const wrong of [
      [second, first, third],
      [first, { ...second, etag: third.etag }, third],
      [first, second, { ...third, etag: 'made-up' }],
      [first, second, third, { number: 4, etag: third.etag }],
    ]) {
      await expect(storage.multipart.complete(upload, wrong)).rejects.toMatchObject({
        code: 'invalid_request',
      });
    }
    expect(await storage.head(key)).toBeUndefined();
    expect(await storage.multipart.complete(upload, [first, second, third])).toBe(true);
    await storage.remove(key);
  });

  test('abort removes all parts, rejects parts that arrive later, and may be repeated', async () => {
    const key = newKey();
    const upload = await storage.multipart.begin(key, mp4);
    await sendPart(storage, upload, 1);
    const { url } = await storage.multipart.signPart(upload, { number: 2, sizeBytes: partBytes }, 60);
    await storage.multipart.abort(upload);
    await storage.multipart.abort(upload);
    expect(await storage.multipart.listParts(upload)).toBeUndefined();
    expect((await send(url, parts[1])).status).toBe(404);
    expect(await storage.multipart.complete(upload, [{ number: 1, etag: 'x' }])).toBe(false);
    expect(await storage.head(key)).toBeUndefined();
  });

  test('twenty concurrent calls of complete() make one file', async () => {
    const key = newKey();
    const upload = await storage.multipart.begin(key, mp4);
    const sent = await sendAll(storage, upload);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => storage.multipart.complete(upload, sent)),
    );
    expect(outcomes.some((outcome) => outcome.status === 'fulfilled' && outcome.value)).toBe(true);
    expect((await contentOf(storage, key))?.equals(whole)).toBe(true);
    expect(await storage.multipart.listParts(upload)).toBeUndefined();
    await storage.remove(key);
  });

  test('the sweep removes only uploads older than the given age', async () => {
    const upload = await storage.multipart.begin(newKey(), mp4);
    await sendPart(storage, upload, 3);
    await storage.sweepTemporary(60_000);
    expect(await storage.multipart.listParts(upload)).toHaveLength(1);
    await storage.sweepTemporary(-60_000);
    expect(await storage.multipart.listParts(upload)).toBeUndefined();
  });
});

describe('on disk', () => {
  let store: Awaited<ReturnType<typeof startDiskStore>>;

  beforeEach(async () => {
    store = await startDiskStore();
  });
  afterEach(() => store.stop());

  test('after a kill while the parts are joined or removed, no video is lost, and the sweep removes the remaining files', async () => {
    const { storage, root } = store;
    const key = newKey();
    const upload = await storage.multipart.begin(key, mp4);
    const sent = await sendAll(storage, upload);
    // After a kill while the parts are joined, a temporary file remains.
    await writeFile(join(root, 'temporary', `${randomUUID()}.part`), 'half a video');
    // After a kill right after the file was linked, the object and the parts exist.
    await storage.write(key, Readable.from(parts), { contentType: 'video/mp4' });
    expect(await storage.multipart.complete(upload, sent)).toBe(true);
    expect((await contentOf(storage, key))?.equals(whole)).toBe(true);
    // After a kill while the parts are removed, a folder whose name ends in `.aborted` remains.
    const left = join(root, 'multipart', `${randomUUID()}.aborted`);
    const aborted = await storage.multipart.begin(newKey(), mp4);
    await sendPart(storage, aborted, 1);
    await rename(join(root, 'multipart', aborted.id), left);
    expect(await storage.multipart.listParts(aborted)).toBeUndefined();
    const dayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await utimes(left, dayAgo, dayAgo);
    for (const name of await readdir(join(root, 'temporary'))) {
      await utimes(join(root, 'temporary', name), dayAgo, dayAgo);
    }
    expect(await storage.sweepTemporary(24 * 60 * 60 * 1000)).toBe(2);
    expect(existsSync(left)).toBe(false);
    expect(await readdir(join(root, 'multipart'))).toEqual([]);
    expect(await readdir(join(root, 'temporary'))).toEqual([]);
  });

  test('an upload never replaces an object that has other bytes under the same key', async () => {
    const key = newKey();
    const upload = await store.storage.multipart.begin(key, mp4);
    const sent = await sendAll(store.storage, upload);
    await store.storage.write(key, Buffer.from('another video'), { contentType: 'video/mp4' });
    await expect(store.storage.multipart.complete(upload, sent)).rejects.toMatchObject({ code: 'exists' });
    expect((await contentOf(store.storage, key))?.toString()).toBe('another video');
    expect(await readdir(join(store.root, 'temporary'))).toEqual([]);
  });

  test('an upload for which the disk has no room is rejected before its first part is sent', async () => {
    await expect(
      store.storage.multipart.begin(newKey(), { contentType: 'video/mp4', sizeBytes: 2 ** 52 }),
    ).rejects.toMatchObject({ code: 'full' });
    expect(await readdir(join(store.root, 'multipart'))).toEqual([]);
  });

  test('an invalid upload id is never used as a path', async () => {
    await store.storage.check();
    const sibling = { key: newKey(), id: '../temporary' };
    await store.storage.multipart.abort(sibling);
    expect(await store.storage.multipart.listParts(sibling)).toBeUndefined();
    expect(existsSync(join(store.root, 'temporary'))).toBe(true);
  });
});
