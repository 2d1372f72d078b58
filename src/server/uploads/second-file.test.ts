import { expect, test } from 'vitest';
import { documentImage, setUpTestApp } from '../../testing/test-app.ts';
import { tinyWebm } from '../../testing/tiny-webm.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { person, rowOf, send, storedBytes } from './testing/sent-uploads.ts';
import { secureDocument } from './uploads.operations.ts';

const app = setUpTestApp();

async function video(): Promise<Buffer> {
  return tinyWebm(await documentImage(), { seconds: 1, width: 2, height: 2, hasDuration: true });
}

test.each([
  ['kyc', documentImage],
  ['session_video', video],
] as const)(
  'a second file for an upload (%s), sent after the first was secured, does not replace it, even if the call began earlier',
  async (purpose, fileOf) => {
    const uploader = person(await app.createUser({ role: 'admin' }));
    const { url } = await send(app, uploader, await fileOf(), purpose);
    const hasBegun = Promise.withResolvers<void>();
    const isSent = Promise.withResolvers<void>();
    const { storage } = app.deps;
    const slowStorage: Storage = {
      ...storage,
      async read(...args) {
        hasBegun.resolve();
        await isSent.promise;
        return storage.read(...args);
      },
    };
    const late = secureDocument({ ...app.deps, storage: slowStorage }, uploader, url);
    await hasBegun.promise;
    const secured = await secureDocument(app.deps, uploader, url);
    const { storage_key: key } = await rowOf(app, url);
    const first = await storedBytes(app, key);
    expect(await app.put(url, await fileOf(), {})).toBe(200);
    isSent.resolve();
    expect(await late).toEqual(secured);
    expect((await storedBytes(app, key))?.toString('hex')).toBe(first?.toString('hex'));
  },
);
