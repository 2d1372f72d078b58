import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileBytes } from './file-bytes.ts';

/** Not a multiple of the read size. */
const bytes = randomBytes(3 * 1024 * 1024 + 17);

let folder: string;
let file: string;
let handle: FileHandle;
const closers: (() => unknown)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'academy-file-bytes-'));
  file = path.join(folder, 'file');
  await writeFile(file, bytes);
  handle = await open(file);
});
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await handle.close();
  await rm(folder, { recursive: true });
});

/** The response of a real server, written by `send`. Resolves when its headers arrive. */
async function receive(send: (response: ServerResponse) => void): Promise<IncomingMessage> {
  const server = createServer((_request, response) => send(response)).listen(0, '127.0.0.1');
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  await once(server, 'listening');
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
  const [received] = (await once(request, 'response')) as [IncomingMessage];
  return received;
}

const whole = { start: 0, end: bytes.length - 1 };
const isClosed = () => handle.fd === -1;

describe('FileBytes', () => {
  test.each([
    ['all', whole],
    ['a part', { start: 700_001, end: 1_500_000 }],
    ['one byte', { start: 5, end: 5 }],
    ['none', { start: 9, end: 8 }],
  ])('sends bytes to a response: %s', async (_what, range) => {
    const body = new FileBytes(handle, range);
    const received = await receive((response) => body.pipe(response));
    expect((await buffer(received)).equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
    await expect.poll(isClosed).toBe(true);
  });

  test('sends the right bytes to a reader that pauses repeatedly', async () => {
    const received = await receive((response) => new FileBytes(handle, whole).pipe(response));
    const parts: Buffer[] = [];
    for await (const part of received) {
      parts.push(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  });

  test('works in a pipeline that ends in a response', async () => {
    const done = Promise.withResolvers<void>();
    const received = await receive((response) => {
      pipeline(new FileBytes(handle, whole), response).then(done.resolve, done.reject);
    });
    expect((await buffer(received)).equals(bytes)).toBe(true);
    await done.promise;
  });

  test('never overwrites a chunk that it passed to a stream other than a response', async () => {
    // A response gets all chunks in one reused buffer. For this consumer, reuse would overwrite the collected chunks.
    const collected = new PassThrough({ highWaterMark: 8 * 1024 * 1024 });
    new FileBytes(handle, whole).pipe(collected);
    expect((await buffer(collected)).equals(bytes)).toBe(true);
    expect((await buffer(new FileBytes(await open(file), whole))).equals(bytes)).toBe(true);
  });

  test('closes the file when the client disconnects midway', async () => {
    const body = new FileBytes(handle, whole);
    const failures: Error[] = [];
    body.on('error', (error) => failures.push(error));
    const received = await receive((response) => {
      response.once('close', () => body.destroy());
      body.pipe(response);
    });
    await once(received, 'data');
    received.destroy();
    await expect.poll(isClosed).toBe(true);
    expect(failures).toEqual([]);
  });

  test('aborts the response when the file was truncated', async () => {
    const body = new FileBytes(handle, { start: 0, end: bytes.length });
    const failure = once(body, 'error');
    const received = await receive((response) => {
      body.once('error', () => response.destroy());
      body.pipe(response);
    });
    await expect(buffer(received)).rejects.toThrow();
    await expect(failure).resolves.toMatchObject([{ message: expect.stringContaining('shorter') }]);
    expect(isClosed()).toBe(true);
  });
});
