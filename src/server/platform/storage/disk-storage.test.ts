import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDiskStorage } from './disk-storage.ts';
import { createUrlSigner } from './signed-url.ts';
import type { PutOptions } from './storage.ts';
import { startDiskStore } from './testing/contract-stores.ts';

let store: Awaited<ReturnType<typeof startDiskStore>>;

beforeEach(async () => {
  store = await startDiskStore({ stallTimeoutMs: 200 });
});
afterEach(() => store.stop());

// The file of an object is `objects/{key}~`. It begins with a header of 512 bytes, then the content follows.
const newKey = () => `documents/${randomUUID()}.pdf`;
const signed = (key: string, options: Partial<PutOptions> = {}) =>
  store.storage.signPut(key, { maxBytes: 1_000_000, expiresInSeconds: 60, ...options });

async function temporaryFiles(): Promise<string[]> {
  return await readdir(join(store.root, 'temporary')).catch(() => []);
}

async function eventually(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 5_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('The condition was not met within 5 s.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A PUT without Content-Length whose chunks the test sends manually. */
function chunkedPut(url: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const outgoing = request(url, { method: 'PUT' }, (response) => {
    text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
  });
  outgoing.on('error', reject);
  return { outgoing, response: promise };
}

/** Calls `acceptPut` for a URL, without a network. */
async function putDirectly(key: string, url: string, body = Readable.from([Buffer.from('x')])) {
  const query = Object.fromEntries(new URL(url).searchParams);
  return await store.storage.acceptPut({ key, query, headers: {}, body });
}

describe('the size limit while streaming', () => {
  test('cuts off a chunked body without length as soon as it exceeds the limit, and leaves no file', async () => {
    const key = newKey();
    const { url } = await signed(key);
    const put = chunkedPut(url);
    const chunk = randomBytes(64 * 1024);
    for (let sent = 0; sent <= 1_000_000; sent += chunk.length) put.outgoing.write(chunk);
    // The request is never ended: the rejection comes from counting, not from the end of the body.
    expect((await put.response).status).toBe(413);
    put.outgoing.destroy();
    expect(await store.storage.head(key)).toBeUndefined();
    expect(await temporaryFiles()).toEqual([]);
  });

  test('reads an endless body only up to the limit', async () => {
    let produced = 0;
    const endless = new Readable({
      read() {
        produced += 64 * 1024;
        this.push(Buffer.alloc(64 * 1024));
      },
    });
    const key = newKey();
    const { url } = await signed(key);
    expect(await putDirectly(key, url, endless)).toMatchObject({ status: 413, code: 'too_large' });
    expect(produced).toBeLessThan(1_500_000);
    expect(await temporaryFiles()).toEqual([]);
    endless.destroy();
  });

  test('accepts a body of exactly the signed size or of the maximum size; rejects bodies that are too short, too long or empty', async () => {
    const exact = newKey();
    const { url } = await signed(exact, { maxBytes: 10, exactBytes: 5 });
    const of = (size: number) => Readable.from(size === 0 ? [] : [Buffer.alloc(size)]);
    expect(await putDirectly(exact, url, of(4))).toMatchObject({ status: 400, code: 'size_mismatch' });
    expect(await putDirectly(exact, url, of(6))).toMatchObject({ status: 400, code: 'size_mismatch' });
    expect(await putDirectly(exact, url, of(11))).toMatchObject({ status: 413 });
    expect(await putDirectly(exact, url, of(0))).toMatchObject({ status: 400, code: 'empty' });
    expect(await temporaryFiles()).toEqual([]);
    expect(await putDirectly(exact, url, of(5))).toMatchObject({ status: 200 });

    const full = newKey();
    const { url: fullUrl } = await signed(full, { maxBytes: 10 });
    expect(await putDirectly(full, fullUrl, of(10))).toMatchObject({ status: 200 });
  });

  test('rejects a Content-Length above the limit before it reads a byte of the body', async () => {
    const { url } = await signed(newKey());
    const { promise, resolve } = Promise.withResolvers<string>();
    const { hostname, port, pathname, search } = new URL(url);
    const socket = connect(Number(port), hostname, () => {
      socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999999\r\n\r\n`);
    });
    socket.once('data', (data) => resolve(data.toString()));
    expect(await promise).toContain('HTTP/1.1 413');
    socket.destroy();
    expect(await temporaryFiles()).toEqual([]);
  });
});

describe('interrupted uploads', () => {
  test('an aborted body leaves no temporary file and no object', async () => {
    const key = newKey();
    const { url } = await signed(key);
    const put = chunkedPut(url);
    put.outgoing.write(randomBytes(100_000));
    await eventually(async () => (await temporaryFiles()).length === 1);
    put.outgoing.destroy();
    await expect(put.response).rejects.toThrow();
    await eventually(async () => (await temporaryFiles()).length === 0);
    expect(await store.storage.head(key)).toBeUndefined();
  });

  test('returns 408 for a body that stalls', async () => {
    const key = newKey();
    const { url } = await signed(key);
    const put = chunkedPut(url);
    put.outgoing.write(randomBytes(10));
    expect((await put.response).status).toBe(408);
    put.outgoing.destroy();
    expect(await temporaryFiles()).toEqual([]);
    expect(await store.storage.head(key)).toBeUndefined();
  });

  test('an error while the request body is read, even ENOSPC, is not reported as an error of the store', async () => {
    const key = newKey();
    const { url } = await signed(key);
    async function* broken() {
      yield Buffer.from('half');
      throw Object.assign(new Error('read ENOSPC'), { code: 'ENOSPC', syscall: 'read' });
    }
    expect(await putDirectly(key, url, Readable.from(broken()))).toMatchObject({
      status: 400,
      code: 'aborted',
    });
    expect(await temporaryFiles()).toEqual([]);
  });

  test('stale temporary files are swept, fresh ones remain', async () => {
    await store.storage.check();
    const stale = join(store.root, 'temporary', 'stale.part');
    const fresh = join(store.root, 'temporary', 'fresh.part');
    await writeFile(stale, 'x');
    await writeFile(fresh, 'x');
    await utimes(stale, new Date(0), new Date(0));
    expect(await store.storage.sweepTemporary(3_600_000)).toBe(1);
    expect(await temporaryFiles()).toEqual(['fresh.part']);
  });
});

describe('one object per URL', () => {
  test('one URL cannot fill the disk: only five uploads to it are received at a time', async () => {
    await store.stop();
    store = await startDiskStore({ stallTimeoutMs: 10_000 });
    const { url } = await signed(newKey());
    const puts = Array.from({ length: 5 }, () => chunkedPut(url));
    for (const put of puts) put.outgoing.write(randomBytes(100_000));
    await eventually(async () => (await temporaryFiles()).length === 5);
    const sixth = chunkedPut(url);
    sixth.outgoing.write(randomBytes(100_000));
    expect((await sixth.response).status).toBe(409);
    sixth.outgoing.destroy();
    for (const put of puts) put.outgoing.destroy();
    await Promise.allSettled(puts.map(({ response }) => response));
    await eventually(async () => (await temporaryFiles()).length === 0);
    const again = chunkedPut(url);
    again.outgoing.end('x');
    expect((await again.response).status).toBe(200);
  });

  test('of twenty concurrent PUTs to the same URL, one succeeds, and its bytes are stored', async () => {
    const key = newKey();
    const { url } = await signed(key);
    const bodies = Array.from({ length: 20 }, () => randomBytes(50_000));
    const responses = await Promise.all(bodies.map((body) => putDirectly(key, url, Readable.from([body]))));
    const winners = responses.flatMap((response, index) => (response.status === 200 ? [index] : []));
    expect(winners).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(19);
    const stored = await store.storage.read(key);
    expect(await buffer(stored?.body ?? Readable.from([]))).toEqual(bodies[winners[0] ?? -1]);
    expect(await temporaryFiles()).toEqual([]);
  });

  test('a PUT to a signed URL does not overwrite an object that the server has written', async () => {
    const key = newKey();
    const { url } = await signed(key);
    await store.storage.write(key, Buffer.from('secured'), { contentType: 'image/png' });
    expect(await putDirectly(key, url)).toMatchObject({ status: 409, code: 'exists' });
    const stored = await store.storage.read(key);
    expect((await buffer(stored?.body ?? Readable.from([]))).toString()).toBe('secured');
  });
});

describe('signatures', () => {
  test('a signature is valid only for its key, parameters and secret', async () => {
    const key = newKey();
    const grant = await signed(key, { exactBytes: 5, contentType: 'image/png' });
    expect(await putDirectly(newKey(), grant.url)).toMatchObject({ status: 403, code: 'bad_signature' });
    for (const name of ['expires', 'max', 'exact', 'type']) {
      const altered = new URL(grant.url);
      altered.searchParams.set(name, name === 'type' ? 'text/html' : '4999999999');
      expect(await putDirectly(key, altered.href), name).toMatchObject({
        status: 403,
        code: 'bad_signature',
      });
      altered.searchParams.delete(name);
      expect(await putDirectly(key, altered.href), name).toMatchObject({
        status: 403,
        code: 'bad_signature',
      });
    }

    const otherStorage = createDiskStorage({
      root: store.root,
      baseUrl: () => store.baseUrl,
      secret: randomBytes(32),
    });
    const foreign = await otherStorage.signPut(key, { maxBytes: 5, expiresInSeconds: 60 });
    expect(await putDirectly(key, foreign.url)).toMatchObject({ status: 403, code: 'bad_signature' });
  });

  test('a URL with repeated or missing parameters is rejected, and so is a short secret', async () => {
    const key = newKey();
    const query = Object.fromEntries(new URL((await signed(key)).url).searchParams);
    const put = (altered: Record<string, unknown>) =>
      store.storage.acceptPut({ key, query: altered, headers: {}, body: Readable.from([Buffer.from('x')]) });
    expect(await put({ ...query, max: [query.max, query.max] })).toMatchObject({ status: 403 });
    expect(await put({ ...query, signature: undefined })).toMatchObject({ status: 403 });
    expect(await put({ ...query, signature: '' })).toMatchObject({ status: 403 });
    expect(await put({})).toMatchObject({ status: 403 });
    expect(await put(query)).toMatchObject({ status: 200 });
    expect(() => createDiskStorage({ root: store.root, baseUrl: () => '', secret: 'short' })).toThrow(
      /16 bytes/,
    );
  });
});

describe('paths outside the root', () => {
  const hostile = [
    '../secret',
    'a/../../secret',
    '..%2f..%2fsecret',
    '%2e%2e/secret',
    '%252e%252e/secret',
    '/etc/passwd',
    '%2fetc/passwd',
    'a%00b',
    '%0d%0aset-cookie:x',
    '..%5c..%5csecret',
    'CON',
    'a'.repeat(5_000),
    '',
    '.',
    '..',
  ];

  // In the title, the long path is shortened.
  test.each(hostile.map((path) => [path.slice(0, 40), path]))(
    'rejects the raw path %j over a raw socket',
    async (_start, path) => {
      const { port } = new URL(store.baseUrl);
      const { promise, resolve } = Promise.withResolvers<string>();
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(`PUT /uploads/${path}?signature=x HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`);
      });
      socket.once('data', (data) => resolve(data.toString()));
      const response = await promise;
      socket.destroy();
      expect(response).toContain('HTTP/1.1 403');
      expect(response).not.toContain('set-cookie');
    },
  );

  test('rejects a hostile key even with a genuine signature', async () => {
    const secret = randomBytes(32);
    const signer = createUrlSigner(secret);
    const storage = createDiskStorage({ root: store.root, baseUrl: () => store.baseUrl, secret });
    await writeFile(join(store.root, 'secret~'), 'outside of objects');
    const expiresAt = Math.floor(Date.now() / 1000) + 60;
    for (const key of ['../secret', 'a/../../secret', '/etc/passwd', 'a\0b', 'a/', '.', '..', '']) {
      const put = signer.putQuery({
        key,
        expiresAt,
        maxBytes: 9,
        exactBytes: undefined,
        contentType: undefined,
      });
      const query = Object.fromEntries(new URLSearchParams(put));
      const body = Readable.from([Buffer.from('x')]);
      expect(await storage.acceptPut({ key, query, headers: {}, body }), key).toMatchObject({ status: 403 });
    }
    expect(await readFile(join(store.root, 'secret~'), 'utf8')).toBe('outside of objects');
  });

  test('does not follow planted symbolic links to files or folders', async () => {
    const outside = join(store.root, 'outside');
    await mkdir(outside);
    const real = `documents/${randomUUID()}`;
    await store.storage.write(real, Buffer.from('inside'), { contentType: 'image/png' });
    const objects = join(store.root, 'objects');
    // A valid stored file outside of `objects`. Only a store that does not follow the links hides it.
    await writeFile(join(outside, 'leak~'), await readFile(join(objects, `${real}~`)));
    await symlink(join(outside, 'leak~'), join(objects, 'documents', 'leak~'));
    await symlink(outside, join(objects, 'linked'));

    for (const key of ['documents/leak', 'linked/leak']) {
      expect(await store.storage.head(key), key).toBeUndefined();
      expect(await store.storage.read(key), key).toBeUndefined();
    }
    const keys = (await Array.fromAsync(store.storage.list(''))).map(({ key }) => key);
    expect(keys).toEqual([real]);

    const { url } = await signed('linked/new');
    expect(await putDirectly('linked/new', url)).toMatchObject({ status: 503 });
    await expect(
      store.storage.write('linked/deep/new', Buffer.from('x'), { contentType: 'image/png' }),
    ).rejects.toMatchObject({ code: 'unavailable' });
    await store.storage.remove('linked/leak');
    expect(await readdir(outside)).toEqual(['leak~']);

    await store.storage.write('documents/leak', Buffer.from('replaced'), { contentType: 'image/png' });
    expect((await readFile(join(outside, 'leak~'))).toString('utf8', 512)).toBe('inside');
  });
});

describe('files on disk', () => {
  test('no other account of the machine can read the files, and the first byte can be read alone', async () => {
    const key = newKey();
    await store.storage.write(key, Buffer.from('0123'), { contentType: 'image/png' });
    const path = join(store.root, 'objects', `${key}~`);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
    expect((await stat(join(store.root, 'temporary'))).mode & 0o777).toBe(0o700);
    const found = await store.storage.read(key, { start: 0, end: 0 });
    expect(await buffer(found?.body ?? Readable.from([]))).toEqual(Buffer.from('0'));
  });

  test('an object is reported as damaged, and not served, if its file was truncated or overwritten on the disk', async () => {
    const key = newKey();
    await store.storage.write(key, Buffer.from('0123456789'), { contentType: 'image/png' });
    const path = join(store.root, 'objects', `${key}~`);
    await writeFile(path, (await readFile(path)).subarray(0, 515));
    await expect(store.storage.head(key)).rejects.toMatchObject({ code: 'damaged' });
    await writeFile(path, 'short');
    await expect(store.storage.read(key)).rejects.toMatchObject({ code: 'damaged' });
    await store.storage.remove(key);
    expect(await store.storage.head(key)).toBeUndefined();
  });

  test('a store that cannot be written to fails the readiness check and rejects a PUT', async () => {
    const blocked = join(store.root, 'file-not-folder');
    await writeFile(blocked, '');
    const broken = createDiskStorage({
      root: blocked,
      baseUrl: () => store.baseUrl,
      secret: randomBytes(32),
    });
    await expect(broken.check()).rejects.toMatchObject({ name: 'StorageError', code: 'unavailable' });
    const key = newKey();
    const { url } = await broken.signPut(key, { maxBytes: 5, expiresInSeconds: 60 });
    const query = Object.fromEntries(new URL(url).searchParams);
    const response = await broken.acceptPut({
      key,
      query,
      headers: {},
      body: Readable.from([Buffer.from('x')]),
    });
    expect(response).toMatchObject({ status: 503, code: 'unavailable', cause: expect.any(Error) });
  });

  // Permissions do not restrict root.
  test.skipIf(process.getuid?.() === 0)(
    'a store without write permission for a folder is reported as unavailable',
    async () => {
      await store.storage.check();
      await chmod(join(store.root, 'temporary'), 0o500);
      await expect(store.storage.check()).rejects.toMatchObject({ code: 'unavailable' });
      await chmod(join(store.root, 'temporary'), 0o700);
    },
  );
});
