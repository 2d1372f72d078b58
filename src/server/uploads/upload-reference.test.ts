import { expect, test } from 'vitest';
import { createS3Storage } from '../platform/storage/s3-storage.ts';
import { quarantineKey } from '../platform/storage/upload-objects.ts';
import { parseUploadReference } from './upload-reference.ts';

const id = '2f6c1d1e-5b0a-4c59-9a57-0d7f3d9a1b2c';
const account = { region: 'eu-west-1', bucket: 'academy', accessKeyId: 'key', secretAccessKey: 'secret' };

test.each([
  ['path style', { ...account, endpoint: 'http://127.0.0.1:9', forcePathStyle: true }],
  ['virtual-hosted style', { ...account, forcePathStyle: false }],
])('an upload is recognized only by its path or its URL in the bucket: %s', async (_name, options) => {
  const storage = createS3Storage(options);
  const other = createS3Storage({ ...options, bucket: 'someone-else' });
  const put = { maxBytes: 10, contentType: 'image/png', expiresInSeconds: 60 };
  const { url } = await storage.signPut(quarantineKey(id), put);
  expect(await parseUploadReference(storage, url)).toBe(id);
  expect(await parseUploadReference(storage, `/objects/${id}`)).toBe(id);
  expect(
    await parseUploadReference(storage, (await other.signPut(quarantineKey(id), put)).url),
  ).toBeUndefined();
  const { host } = new URL(url);
  expect(await parseUploadReference(storage, url.replace(host, `${host}.evil.example`))).toBeUndefined();
  expect(await parseUploadReference(storage, url.replace('quarantine/', 'documents/'))).toBeUndefined();
  await storage.close();
  await other.close();
});
