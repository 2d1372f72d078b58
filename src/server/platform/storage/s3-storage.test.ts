import { createServer, type RequestListener, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { listen } from '../../../testing/free-port.ts';
import { createS3Storage, type S3StorageOptions } from './s3-storage.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A store whose service responds with `listener`. */
async function storeAgainst(listener: RequestListener, options: Partial<S3StorageOptions> = {}) {
  const server = createServer(listener);
  servers.push(server);
  const port = await listen(server);
  return createS3Storage({ ...settings, endpoint: `http://127.0.0.1:${port}`, ...options });
}

const settings = {
  region: 'eu-west-1',
  bucket: 'private-files',
  accessKeyId: 'KEY',
  secretAccessKey: 'SECRET',
  forcePathStyle: true,
};

const xmlError = (status: number, code: string): RequestListener => {
  return (incoming, response) => {
    incoming.resume();
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>m</Message></Error>`);
  };
};

test('a PUT URL is signed for the requested length and type and for `if-none-match`, without a checksum or an ACL', async () => {
  const storage = createS3Storage(settings);
  const put = { maxBytes: 100, exactBytes: 42, contentType: 'image/png', expiresInSeconds: 900 };
  const grant = await storage.signPut('documents/a.png', put);
  const query = new URL(grant.url).searchParams;
  expect(query.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match');
  expect(query.get('X-Amz-Expires')).toBe('900');
  const names = [...query.keys()].map((name) => name.toLowerCase());
  expect(names.filter((name) => name.includes('checksum') || name.includes('acl'))).toEqual([]);
  expect(grant.headers).toEqual({ 'content-type': 'image/png', 'if-none-match': '*' });

  const plain = await storage.signPut('documents/a.png', { maxBytes: 100, expiresInSeconds: 60 });
  expect(new URL(plain.url).searchParams.get('X-Amz-SignedHeaders')).toBe('host;if-none-match');
  expect(plain.headers).toEqual({ 'if-none-match': '*' });
});

test('the error names the reason why the object store cannot be reached', async () => {
  const storage = createS3Storage({ ...settings, endpoint: 'http://127.0.0.1:1' });
  await expect(storage.check()).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The object store is not usable (ECONNREFUSED).',
  });
  await storage.close();
});

test('the error names the reason why a connection ends', async () => {
  const storage = await storeAgainst((incoming) => incoming.socket.destroy(), { maxAttempts: 1 });
  await expect(storage.check()).rejects.toMatchObject({
    message: 'The object store is not usable (ECONNRESET).',
  });
});

test.each([403, 502, 503])(
  'the error names the status %i of a response without an error code',
  async (status) => {
    const proxy: RequestListener = (incoming, response) => {
      incoming.resume();
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Try later</h1>');
    };
    const storage = await storeAgainst(proxy, { maxAttempts: 1 });
    const reason = { code: 'unavailable', message: `The object store is not usable (HTTP ${status}).` };
    await expect(storage.head('documents/a.png')).rejects.toMatchObject(reason);
    await expect(storage.read('documents/a.png')).rejects.toMatchObject(reason);
  },
);

test('a request that S3 rejects with 503 is sent three times, and then fails with `unavailable`', async () => {
  let requests = 0;
  const storage = await storeAgainst((incoming, response) => {
    requests += 1;
    xmlError(503, 'SlowDown')(incoming, response);
  });
  await expect(storage.head('documents/a.png')).rejects.toMatchObject({
    name: 'StorageError',
    code: 'unavailable',
  });
  expect(requests).toBe(3);
});

test('a read times out when the service never responds', async () => {
  const storage = await storeAgainst(() => {}, { requestTimeoutMs: 100, maxAttempts: 1 });
  await expect(storage.read('documents/a.png')).rejects.toMatchObject({ code: 'unavailable' });
});

test('the store still responds while many downloads are stalled because their clients stopped reading', async () => {
  const storage = await storeAgainst(
    ({ method }, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': String(video.length) });
      response.end(method === 'HEAD' ? undefined : video);
    },
    { maxAttempts: 1 },
  );
  const stalled = await Promise.all(Array.from({ length: 60 }, () => storage.read('videos/a.mp4')));
  expect(await storage.head('documents/a.png')).toMatchObject({ sizeBytes: video.length });
  for (const file of stalled) file?.body.destroy();
  await storage.close();
});

/** Larger than the buffers of a connection. */
const video = Buffer.alloc(8 * 1024 * 1024);

test('after five failures in a row, S3 gets no requests for a while, and the error names the reason for the failures', async () => {
  let requests = 0;
  const listener: RequestListener = (incoming, response) => {
    requests += 1;
    xmlError(500, 'InternalError')(incoming, response);
  };
  const storage = await storeAgainst(listener, { maxAttempts: 1 });
  for (let i = 0; i < 8; i += 1) {
    await expect(storage.remove('documents/a.png')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^The object store is not usable \(InternalError\)\./),
    });
  }
  expect(requests).toBe(5);
});

test.each([
  { status: 403, code: 'AccessDenied', expected: 'unavailable' },
  { status: 404, code: 'NoSuchBucket', expected: 'unavailable' },
  { status: 400, code: 'EntityTooLarge', expected: 'too_large' },
  { status: 507, code: 'QuotaExceeded', expected: 'full' },
])('maps $code ($status) to $expected', async ({ status, code, expected }) => {
  const storage = await storeAgainst(xmlError(status, code), { maxAttempts: 1 });
  const write = storage.write('documents/a.png', Buffer.from('x'), { contentType: 'image/png' });
  await expect(write).rejects.toMatchObject({ name: 'StorageError', code: expected });
  await expect(storage.check()).rejects.toMatchObject({ code: expected });
});

test('a missing bucket is not mistaken for a missing object', async () => {
  const storage = await storeAgainst(xmlError(404, 'NoSuchBucket'), { maxAttempts: 1 });
  await expect(storage.read('documents/a.png')).rejects.toMatchObject({ code: 'unavailable' });
  const without = await storeAgainst(xmlError(404, 'NoSuchKey'), { maxAttempts: 1 });
  expect(await without.read('documents/a.png')).toBeUndefined();
});

/** A service that begins multipart uploads. `failures`: the error codes of the PUT of a part, and of the abort. */
const failingUpload = (failures: { part?: string; abort?: string }): RequestListener => {
  return (incoming, response) => {
    const failure = { PUT: failures.part, DELETE: failures.abort }[incoming.method ?? ''];
    if (failure !== undefined) return xmlError(400, failure)(incoming, response);
    incoming.resume();
    response.end('<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>');
  };
};

function* partsAndMore() {
  for (let i = 0; i < 20; i += 1) yield Buffer.alloc(1024 * 1024);
}

test.each([
  { name: 'the upload does not begin', listener: xmlError(403, 'AccessDenied') },
  { name: 'the first part fails', listener: failingUpload({ part: 'InternalError' }) },
])('the store closes the source stream if $name', async ({ listener }) => {
  const storage = await storeAgainst(listener, { maxAttempts: 1 });
  const source = Readable.from(partsAndMore());
  const write = storage.write('documents/a.png', source, { contentType: 'image/png' });
  await expect(write).rejects.toMatchObject({ code: 'unavailable' });
  expect(source.destroyed).toBe(true);
});

test('a failed upload keeps its error code if its parts cannot be removed either', async () => {
  const listener = failingUpload({ part: 'QuotaExceeded', abort: 'AccessDenied' });
  const storage = await storeAgainst(listener, { maxAttempts: 1 });
  const write = storage.write('documents/a.png', Readable.from(partsAndMore()), { contentType: 'image/png' });
  await expect(write).rejects.toMatchObject({
    code: 'full',
    cause: { errors: [{ name: 'QuotaExceeded' }, { name: 'AccessDenied' }] },
  });
});

test('a copy fails with `unavailable` if the download of its source breaks off', async () => {
  const storage = await storeAgainst((_, response) => {
    response.writeHead(200, { 'content-length': 1_000, 'content-type': 'video/mp4' });
    response.write('the first bytes', () => response.destroy());
  });
  const source = await storage.read('quarantine/video');
  if (!source) throw new Error('the service sent no object');
  const copy = storage.write('products/video', source.body, { contentType: 'video/mp4' });
  await expect(copy).rejects.toMatchObject({ code: 'unavailable' });
});
