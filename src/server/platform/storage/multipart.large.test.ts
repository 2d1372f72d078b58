import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MultipartUpload, SentPart } from './multipart.ts';
import { type ContractStore, startDiskStore, startS3Store } from './testing/contract-stores.ts';

const partBytes = 5 * 1024 * 1024;
const partCount = 15;
const sizeBytes = partCount * partBytes;

/** Each part has different bytes, generated on demand, so the file is never in memory. */
const seed = randomBytes(partBytes);
function partOf(number: number): Buffer {
  const bytes = Buffer.from(seed);
  bytes.writeUInt32BE(number, 0);
  bytes.writeUInt32BE(number, partBytes - 4);
  return bytes;
}

/** Sends half of a part, then drops the connection. */
function sendHalf(url: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const sending = request(url, { method: 'PUT', headers: { 'content-length': bytes.length } });
    sending.on('error', () => resolve());
    sending.on('close', () => resolve());
    sending.write(bytes.subarray(0, bytes.length / 2), () => setTimeout(() => sending.destroy(), 50));
  });
}

describe.each([
  { name: 'disk', start: (): Promise<ContractStore> => startDiskStore() },
  { name: 's3', start: (): Promise<ContractStore> => startS3Store() },
])('a 75 MB video on the $name store', ({ start }) => {
  let store: ContractStore;

  beforeAll(async () => {
    store = await start();
  });
  afterAll(() => store.stop());

  const partSpec = (number: number) => ({ number, sizeBytes: partBytes });

  async function sendPart(upload: MultipartUpload, number: number): Promise<void> {
    const { url } = await store.storage.multipart.signPart(upload, partSpec(number), 60);
    const response = await fetch(url, { method: 'PUT', body: new Uint8Array(partOf(number)) });
    expect(response.status, `part ${number}`).toBe(200);
    await response.arrayBuffer();
  }

  const numbersOf = (parts: readonly SentPart[] | undefined) => (parts ?? []).map(({ number }) => number);

  test('resumes after two dropped connections and arrives intact', async () => {
    const { storage } = store;
    const key = `videos/${randomUUID()}`;
    const upload = await storage.multipart.begin(key, { contentType: 'video/mp4', sizeBytes });
    for (const cutAt of [5, 11]) {
      const known = numbersOf(await storage.multipart.listParts(upload));
      for (let number = 1; number < cutAt; number += 1) {
        if (!known.includes(number)) await sendPart(upload, number);
      }
      const { url } = await storage.multipart.signPart(upload, partSpec(cutAt), 60);
      await sendHalf(url, partOf(cutAt));
      // A part whose upload was interrupted is not stored.
      expect(numbersOf(await storage.multipart.listParts(upload))).toEqual(
        Array.from({ length: cutAt - 1 }, (_, index) => index + 1),
      );
      expect(await storage.head(key)).toBeUndefined();
    }
    const known = numbersOf(await storage.multipart.listParts(upload));
    for (let number = 1; number <= partCount; number += 1) {
      if (!known.includes(number)) await sendPart(upload, number);
    }
    const sent = (await storage.multipart.listParts(upload)) ?? [];
    expect(sent).toHaveLength(partCount);

    // A part altered in transit has a different ETag from the one that the client expects.
    const etags = sent.map(({ number, etag }) => ({ number, etag }));
    const [first] = etags;
    if (!first) throw new Error('the first part is not listed');
    const tampered = [{ ...first, etag: createHash('md5').update('other bytes').digest('hex') }];
    await expect(storage.multipart.complete(upload, [...tampered, ...etags.slice(1)])).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(await storage.head(key)).toBeUndefined();

    expect(await storage.multipart.complete(upload, etags)).toBe(true);
    expect(await storage.head(key)).toMatchObject({ sizeBytes });
    const expected = createHash('sha256');
    for (let number = 1; number <= partCount; number += 1) expected.update(partOf(number));
    const stored = await storage.read(key);
    const actual = createHash('sha256');
    for await (const chunk of stored?.body ?? []) actual.update(chunk as Uint8Array);
    expect(actual.digest('hex')).toBe(expected.digest('hex'));
    await storage.remove(key);
  });
});
