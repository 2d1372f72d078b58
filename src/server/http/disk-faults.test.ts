import { promises as fs } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { signedIn } from '../../testing/http-client.ts';
import { documentImage, setUpTestApp } from '../../testing/test-app.ts';

const test = setUpTestApp();
let fileHandlePrototype: { write: (...parameters: unknown[]) => Promise<unknown> };

beforeAll(async () => {
  const handle = await open('/dev/null', 'w');
  fileHandlePrototype = Object.getPrototypeOf(handle);
  await handle.close();
});
afterEach(() => vi.restoreAllMocks());

/** Lets the first `passed` writes to files succeed. All later writes fail with this error code. */
function failWrites(code: 'ENOSPC' | 'EDQUOT' | 'EIO' | 'EACCES' | 'EROFS', passed = 0): void {
  const real = fileHandlePrototype.write;
  let writes = 0;
  vi.spyOn(fileHandlePrototype, 'write').mockImplementation(function (this: unknown, ...parameters) {
    writes += 1;
    if (writes <= passed) return real.apply(this, parameters);
    const error = Object.assign(new Error(`${code}: write failed`), { code, syscall: 'write', errno: -28 });
    return Promise.reject(error);
  });
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await fs.readdir(path.join(test.deps.config.dataDir, folder), { recursive: true });
  return entries.toSorted();
}

const causes = [
  ['ENOSPC', 507],
  ['EDQUOT', 507],
  ['EIO', 503],
  ['EACCES', 503],
  ['EROFS', 503],
] as const;

describe.each(causes)('during the disk error %s', (code, status) => {
  it(`an upload returns ${status} and leaves no file behind, and succeeds after the disk error has ended`, async () => {
    const { client } = await signedIn(test);
    const bytes = await documentImage();
    const grant = await client.request('POST', '/api/objects/upload', {
      contentType: 'image/jpeg',
      size: bytes.length,
    });
    const { uploadURL, headers } = grant.json();
    const { pathname, search } = new URL(uploadURL);
    const put = () => test.app.inject({ method: 'PUT', url: pathname + search, headers, payload: bytes });
    // Creates the folders that are listed next.
    await test.deps.storage.check();
    const before = await filesBelow('objects');

    // The first write succeeds, but its bytes must not remain.
    failWrites(code, 1);
    const rejected = await put();
    expect(rejected.statusCode).toBe(status);
    expect(rejected.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    expect(rejected.body).not.toContain(test.deps.config.dataDir);
    expect(await filesBelow('objects')).toEqual(before);
    const ready = await test.app.inject('/readyz');
    expect(ready.statusCode).toBe(503);
    expect(ready.json().checks.storage).not.toBe('ok');
    expect((await test.app.inject('/healthz')).statusCode).toBe(200);
    expect((await client.request('GET', '/api/user')).statusCode).toBe(200);

    vi.restoreAllMocks();
    expect((await test.app.inject('/readyz')).statusCode).toBe(200);
    expect((await put()).statusCode).toBe(200);
    const secured = await client.request('PUT', '/api/kyc/document', { documentImageUrl: uploadURL });
    expect(secured.statusCode).toBe(200);
  });

  it('PUT /api/kyc/document fails, but keeps the upload for another attempt', async () => {
    const { client, user } = await signedIn(test);
    const bytes = await documentImage();
    const grant = await client.request('POST', '/api/objects/upload', { contentType: 'image/jpeg' });
    const { uploadURL, headers } = grant.json();
    expect(await test.put(uploadURL, bytes, headers)).toBe(200);
    failWrites(code);
    const secure = () => client.request('PUT', '/api/kyc/document', { documentImageUrl: uploadURL });
    expect((await secure()).statusCode).toBe(status);
    vi.restoreAllMocks();
    const row = await test.deps.db
      .selectFrom('uploads')
      .select('status')
      .where('user_id', '=', user.userId)
      .executeTakeFirstOrThrow();
    expect(row.status).toBe('issued');
    expect((await secure()).statusCode).toBe(200);
  });
});
