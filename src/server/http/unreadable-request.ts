import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ErrorBody } from '../../shared/error-codes.ts';

type Rejection = Pick<ErrorBody, 'message' | 'code'> & { status: 400 | 408 | 431 };

const rejections: Record<string, Rejection> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'too_large',
    message: 'The URL or the headers of the request are too long',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'busy', message: 'The request arrived too slowly' },
};
const unreadable: Rejection = {
  status: 400,
  code: 'invalid_input',
  message: 'The request could not be read',
};

/** For how many milliseconds a rejected sender may continue to send. */
const discardMs = 5_000;

/**
 * Sends an `ErrorBody` if Node cannot parse a request, discards the rest of the request, and then closes the
 * connection. `keepConnectionForRestOfBody` states why the connection is not closed earlier. Logs the request id,
 * because no hook runs for such a request. Node calls this function again for each further chunk.
 */
export function rejectUnreadableRequest(
  this: FastifyInstance,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const { status, ...facts } = rejections[error.code ?? ''] ?? unreadable;
  const requestId = randomUUID();
  this.log.info({ reqId: requestId, code: error.code, status }, 'unreadable request');
  const body = JSON.stringify({ ...facts, requestId } satisfies ErrorBody);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'connection: close',
      `x-request-id: ${requestId}`,
      '',
      body,
    ].join('\r\n'),
  );
  const timer = setTimeout(() => socket.destroy(), discardMs);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
  socket.once('end', () => socket.destroy());
}
