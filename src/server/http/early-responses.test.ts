import { open } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import Fastify from 'fastify';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { signedIn } from '../../testing/http-client.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { keepConnectionForRestOfBody } from './early-responses.ts';

const test = setUpTestApp();
let port: number;

beforeAll(async () => {
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
});
afterEach(() => vi.restoreAllMocks());

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

/** A signed URL for a PDF. */
async function grantForPdf() {
  const { client } = await signedIn(test, 'admin');
  const request = { purpose: 'product', contentType: 'application/pdf' };
  const grant = (await client.request('POST', '/api/objects/upload', request)).json();
  const { pathname, search } = new URL(grant.uploadURL);
  return { path: pathname + search, headers: grant.headers };
}

it('an upload over a slow connection has an hour to arrive', () => {
  expect(test.app.server.requestTimeout).toBe(60 * 60_000);
});

/** Larger than the limit of a PDF, and larger than the buffers of the sockets. */
const tooLarge = Buffer.alloc(50 * 1024 * 1024 + 1, 'x');

/**
 * A proxy can send a whole request before it reads the response. If the server closed the connection while the proxy is
 * sending, the proxy would see a reset instead of the response, and nginx would send no requests to this server for
 * some time.
 */
describe('a sender that reads nothing before it has sent everything receives the response to', () => {
  it('a JSON body that is too large', async () => {
    const type = { 'content-type': 'application/json' };
    expect(await sendThenRead('POST', '/api/login', type, tooLarge)).toBe('HTTP/1.1 413 Payload Too Large');
  });

  it('headers that are too long and are followed by a body', async () => {
    const long = { cookie: 'x'.repeat(20_000) };
    expect(await sendThenRead('POST', '/api/login', long, tooLarge)).toBe(
      'HTTP/1.1 431 Request Header Fields Too Large',
    );
  });

  it('an upload that is too large', async () => {
    const { path, headers } = await grantForPdf();
    expect(await sendThenRead('PUT', path, headers, tooLarge)).toBe('HTTP/1.1 413 Payload Too Large');
  });

  it('an upload to a full disk', async () => {
    const { path, headers } = await grantForPdf();
    const handle = await open('/dev/null', 'w');
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' });
    vi.spyOn(Object.getPrototypeOf(handle), 'write').mockRejectedValue(full);
    await handle.close();
    const largest = tooLarge.subarray(1);
    expect(await sendThenRead('PUT', path, headers, largest)).toBe('HTTP/1.1 507 Insufficient Storage');
  });
});

describe('a request that is rejected before its body has arrived', () => {
  const crossSiteHead =
    'POST /api/logout HTTP/1.1\r\nHost: localhost\r\nOrigin: https://elsewhere.example\r\nContent-Length: 2';

  /** Sends one packet. @returns the statuses, and whether the server has closed the connection a second later */
  function exchange(bytes: string, toPort = port): Promise<{ statuses: string[]; isClosed: boolean }> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(toPort, '127.0.0.1', () => socket.write(bytes));
      let response = '';
      const end = (isClosed: boolean) => {
        resolve({ statuses: response.match(/HTTP\/1\.1 \d+/g) ?? [], isClosed });
        socket.destroy();
      };
      socket.on('data', (chunk) => {
        response += chunk;
      });
      socket.on('error', reject);
      socket.on('end', () => end(true));
      socket.setTimeout(1_000, () => end(false));
    });
  }

  it('keeps the connection open for the next request', async () => {
    const bytes = `${crossSiteHead}\r\n\r\n{}`;
    expect(await exchange(bytes + bytes)).toEqual({
      statuses: ['HTTP/1.1 403', 'HTTP/1.1 403'],
      isClosed: false,
    });
  });

  it('closes the connection after the body if the request has the header “Connection: close”', async () => {
    expect(await exchange(`${crossSiteHead}\r\nConnection: close\r\n\r\n{}`)).toEqual({
      statuses: ['HTTP/1.1 403'],
      isClosed: true,
    });
  });

  it('closes the connection if the request has the header “Connection: close” and an empty body', async () => {
    const head = crossSiteHead.replace('Content-Length: 2', 'Content-Length: 0');
    expect(await exchange(`${head}\r\nConnection: close\r\n\r\n`)).toEqual({
      statuses: ['HTTP/1.1 403'],
      isClosed: true,
    });
  });

  it('closes the connection if the body does not arrive in time', async () => {
    const app = Fastify();
    keepConnectionForRestOfBody(app, 300);
    app.put('/', { onRequest: async (_request, reply) => reply.code(403).send() }, () => undefined);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const bytes = 'PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nx';
    expect(await exchange(bytes, (app.server.address() as AddressInfo).port)).toEqual({
      statuses: ['HTTP/1.1 403'],
      isClosed: true,
    });
    await app.close();
  });
});
