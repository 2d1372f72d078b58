import { open } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { signedIn } from '../../testing/http-client.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

/**
 * Responses that are sent before the body has arrived, to a sender that reads nothing until it has sent everything, such
 * as a proxy. If the server closed the connection then, the sender would see a reset instead of the response, and nginx
 * would send no further requests to this server for a while.
 */

let test: TestApp;
let port: number;

beforeAll(async () => {
  test = await createTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => test.close());

/** Sends everything, then reads. @returns the first line of the response */
function sendThenRead(method: string, path: string, headers: Record<string, string>, body: Buffer) {
  const lines = Object.entries({
    host: 'localhost',
    connection: 'close',
    'content-length': String(body.length),
    ...headers,
  });
  const head = `${method} ${path} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`;
  return new Promise<string>((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', reject);
    socket.write(head);
    socket.write(body, (error) => {
      if (error) return reject(error);
      socket.on('data', (chunk) => {
        resolve(chunk.toString().split('\r\n')[0] ?? '');
        socket.destroy();
      });
    });
  });
}

/** A signed address for a PDF. */
async function grantFor(size?: number) {
  const { client } = await signedIn(test, 'admin');
  const request = { purpose: 'product', contentType: 'application/pdf', size };
  const grant = (await client.request('POST', '/api/objects/upload', request)).json();
  const { pathname, search } = new URL(grant.uploadURL);
  return { path: pathname + search, headers: grant.headers };
}

/** Larger than a PDF may be, and than what the buffers of the sockets hold. */
const tooLarge = Buffer.alloc(50 * 1024 * 1024 + 1, 'x');

it('a JSON body that is too large', async () => {
  const type = { 'content-type': 'application/json' };
  expect(await sendThenRead('POST', '/api/login', type, tooLarge)).toBe('HTTP/1.1 413 Payload Too Large');
});

it('headers that are too long, before a body', async () => {
  const long = { cookie: 'x'.repeat(20_000) };
  expect(await sendThenRead('POST', '/api/login', long, tooLarge)).toBe(
    'HTTP/1.1 431 Request Header Fields Too Large',
  );
});

it('an upload that is too large', async () => {
  const { path, headers } = await grantFor();
  expect(await sendThenRead('PUT', path, headers, tooLarge)).toBe('HTTP/1.1 413 Payload Too Large');
});

it('an upload to a full disk', async () => {
  const { path, headers } = await grantFor();
  const handle = await open('/dev/null', 'w');
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' });
  vi.spyOn(Object.getPrototypeOf(handle), 'write').mockRejectedValue(full);
  await handle.close();
  const largest = tooLarge.subarray(1);
  expect(await sendThenRead('PUT', path, headers, largest)).toBe('HTTP/1.1 507 Insufficient Storage');
});

it('a request with an empty body ends the connection as it asks', async () => {
  const head =
    'POST /trpc/auth.logout HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';
  const socket = net.connect(port, '127.0.0.1', () => socket.write(head));
  socket.setTimeout(5_000, () => socket.destroy(new Error('the connection was kept open')));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 415 /);
});
