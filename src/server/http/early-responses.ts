import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Whether the request has a body. Without `Content-Length` and `Transfer-Encoding`, or with a length of 0, it has none
 * (RFC 9112 §6.3).
 */
export function announcesBody({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

const bodyTimeoutMs = 30_000;

/**
 * The time limit for the rest of a rejected upload. It is long, because a sender whose connection is closed while it
 * sends does not see why the upload was rejected.
 */
const uploadTimeoutMs = 5 * 60_000;

/** Closes the connection of a request whose body takes longer than `timeoutMs`. */
export function limitBodyTime({ raw }: FastifyRequest, timeoutMs = bodyTimeoutMs): void {
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, timeoutMs);
  timer.unref();
  raw.once('close', () => clearTimeout(timer));
}

/**
 * Keeps the connection open after a response that is sent before the body has arrived, and discards the rest of the
 * body. If the server closed the connection while the sender was sending, the sender would see a reset and often miss
 * the response, and nginx would stop using the server for a while. If the request asks to close the connection, the
 * server closes it after the body has arrived.
 */
export function keepConnectionForRestOfBody(app: FastifyInstance, timeoutMs?: number): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    // For a body that is too large, Fastify sets `connection: close`, which is removed here. A handler sets this header
    // if no more of the body will arrive; the connection is then closed.
    if (reply.statusCode === 413) reply.removeHeader('connection');
    const { raw } = request;
    if (
      !raw.complete &&
      announcesBody(request) &&
      raw.httpVersion === '1.1' &&
      !reply.hasHeader('connection')
    ) {
      if (!reply.raw.shouldKeepAlive) {
        reply.raw.shouldKeepAlive = true;
        const close = () => {
          if (raw.readableEnded && reply.raw.writableFinished) raw.socket.destroySoon();
        };
        raw.once('end', close);
        reply.raw.once('finish', close);
      }
      limitBodyTime(request, request.routeOptions.url === '/uploads/*' ? uploadTimeoutMs : timeoutMs);
      raw.resume();
    }
    done();
  });
}
