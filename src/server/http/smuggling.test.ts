import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { setUpTestApp } from '../../testing/test-app.ts';

/**
 * A proxy and this server could disagree about where these requests end (RFC 9112 §11.2). A request that hides another
 * request in its body is rejected, and the hidden request gets no response.
 */

const test = setUpTestApp();
let port: number;

beforeAll(async () => {
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
});

/** Sends bytes on one connection. @returns everything that the server sends back */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
    let response = '';
    socket.on('data', (chunk) => {
      response += chunk;
    });
    socket.on('close', () => resolve(response));
    socket.on('error', reject);
    // A server that waits for more bytes has not responded to the hidden request.
    socket.setTimeout(3_000, () => socket.destroy());
  });
}

const hidden = 'GET /api/products HTTP/1.1\r\nHost: localhost\r\n\r\n';
const post = (headers: string, body: string) =>
  `POST /api/logout HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;

it.each([
  [
    'a Content-Length and a Transfer-Encoding header',
    post(`Content-Length: 5\r\nTransfer-Encoding: chunked`, `0\r\n\r\n${hidden}`),
  ],
  [
    'a Transfer-Encoding and a Content-Length header',
    post(`Transfer-Encoding: chunked\r\nContent-Length: 5`, `0\r\n\r\n${hidden}`),
  ],
  ['two Content-Length headers', post(`Content-Length: 0\r\nContent-Length: ${hidden.length}`, hidden)],
  ['two lengths in one Content-Length header', post(`Content-Length: 0, ${hidden.length}`, hidden)],
  ['a length with a sign', post(`Content-Length: +${hidden.length}`, hidden)],
  ['a transfer coding after chunked', post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${hidden}`)],
  ['an unknown transfer coding', post('Transfer-Encoding: xchunked', `0\r\n\r\n${hidden}`)],
  [
    'two Transfer-Encoding headers',
    post('Transfer-Encoding: identity\r\nTransfer-Encoding: chunked', `0\r\n\r\n${hidden}`),
  ],
  ['a space before the colon', post('Transfer-Encoding : chunked', `0\r\n\r\n${hidden}`)],
  ['an invalid chunk length', post('Transfer-Encoding: chunked', `0x2\r\n{}\r\n0\r\n\r\n${hidden}`)],
  ['a header that ends in a bare carriage return', post('X-Odd: a\rTransfer-Encoding: chunked', hidden)],
])('rejects %s, and does not respond to the hidden request', async (_name, bytes) => {
  const response = await exchange(bytes);
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  // The parser may respond to the remaining bytes of the connection with another 400.
  expect(response).not.toMatch(/HTTP\/1\.1 (?!400)/);
});

it.each([
  ['two Host headers', 'GET /api/user HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n'],
  ['no Host header', 'GET /api/user HTTP/1.1\r\n\r\n'],
])('the response to a request with %s does not contain a foreign host', async (_name, bytes) => {
  const response = await exchange(bytes);
  expect(response).toMatch(/^HTTP\/1\.1 (400|401) /);
  expect(response).not.toContain('evil.example');
});

it('two valid requests on one connection get two responses', async () => {
  const response = await exchange(hidden + hidden);
  expect(response.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
});

it.each(['Accept: text/html, application/jsonl', 'TRPC-Accept: application/jsonl'])(
  'the response to a call with %s has a Content-Length and no Transfer-Encoding',
  async (header) => {
    const response = await exchange(
      `GET /trpc/auth.me?batch=1&input=%7B%7D HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${header}\r\n\r\n`,
    );
    const [head = '', body] = response.split('\r\n\r\n');
    expect(body).toBe('[{"result":{"data":null}}]');
    expect(head).toMatch(new RegExp(`\r\ncontent-length: ${body?.length}\r\n`, 'i'));
    expect(head).not.toMatch(/transfer-encoding/i);
  },
);
