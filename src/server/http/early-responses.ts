import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Without either header, or with a length of 0, there is no body (RFC 9112 §6.3). */
export function announcesBody({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

const bodyTimeoutMs = 30_000;

/** A rejected upload may take longer to arrive, because a sender that is cut off does not see why it was rejected. */
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
 * body. Closing the connection at that time would reset it: the sender, still sending, would often miss the response,
 * and nginx would stop using the server. If the request asks for it, the connection is closed once the body has
 * arrived.
 */
export function keepConnectionForRestOfBody(app: FastifyInstance, timeoutMs?: number): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    // Fastify closes the connection when a body is too large. Other handlers close it if no more of the body will come.
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
