import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { describeError } from '../platform/describe-error.ts';
import { type AppRouter, appRouter } from '../router.ts';
import { createContext } from './context.ts';
import { parseJson } from './parse-json.ts';

export const maxCallsPerBatch = 10;

/**
 * Serves the procedures over HTTP: queries by GET, mutations by POST. A batch contains several queries or several
 * mutations.
 */
export async function registerTrpcCalls(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('preValidation', (request: FastifyRequest, _reply, done) => {
      // With these headers, a client could request JSON lines. tRPC sends them with `Transfer-Encoding: chunked`, and
      // this server adds a `Content-Length`, so that a proxy and a client could disagree about where the response ends
      // (RFC 9112 §6.3).
      delete request.raw.headers['trpc-accept'];
      request.raw.headers.accept = 'application/json';
      if (request.method === 'GET' || request.method === 'HEAD') return done();
      // Other content types are rejected, because another site can send some of them without a preflight request.
      if (!/^application\/json(;|$)/i.test(request.headers['content-type'] ?? '')) {
        throw new DomainError('unsupported_type', 'Send JSON with the content type application/json');
      }
      // `parseJson` is stricter than tRPC, which parses the text again.
      if (typeof request.body === 'string' && request.body !== '') parseJson(request.body);
      done();
    });
    // tRPC returns a stream that already contains the whole response. It is converted to a buffer, which Fastify sends
    // with a `Content-Length`.
    scope.addHook('onSend', async (_request, reply, payload) => {
      // The client uses this header to correct for a wrong clock of its device.
      reply.header('date', deps.now().toUTCString());
      if (!(payload instanceof Response) || payload.body === null) return payload;
      reply.code(payload.status).headers(Object.fromEntries(payload.headers));
      return readWhole(payload.body);
    });
    const trpcOptions = {
      router: appRouter,
      maxBatchSize: maxCallsPerBatch,
      createContext: ({ req }) => createContext(deps, req),
      responseMeta: ({ errors }) => {
        const wait = Math.max(0, ...errors.map((error) => describeError(error).retryAfterSeconds ?? 0));
        return {
          headers: new Headers({
            'cache-control': 'private, no-store',
            ...(wait > 0 && { 'retry-after': String(wait) }),
          }),
        };
      },
      onError: ({ error, path, ctx }) => {
        if (describeError(error).status < 500) return;
        deps.log.error(
          { err: error.cause ?? error, path, reqId: ctx?.metadata.requestId },
          'procedure failed',
        );
      },
    } satisfies FastifyTRPCPluginOptions<AppRouter>['trpcOptions'];
    await scope.register(fastifyTRPCPlugin, { prefix: '/trpc', trpcOptions });
  });
}

/**
 * Reads the stream by hand, because `node:stream/consumers` would create an iterator and a decoder for each response.
 */
async function readWhole(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    chunks.push(value);
  }
}
