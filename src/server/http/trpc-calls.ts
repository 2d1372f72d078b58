import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { describeError } from '../platform/describe-error.ts';
import { type AppRouter, appRouter } from '../router.ts';
import { createContext } from './context.ts';
import { parseJson } from './parse-json.ts';

export const maxCallsPerBatch = 10;

/** The procedures over HTTP: queries by GET, mutations by POST, several calls of one kind in a batch. */
export async function registerTrpcCalls(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('preValidation', (request: FastifyRequest, _reply, done) => {
      // Otherwise, a client could ask tRPC for JSON lines, which it sends chunked although this server adds a length. A
      // proxy could split two such responses at different places (RFC 9112 §6.3).
      delete request.raw.headers['trpc-accept'];
      request.raw.headers.accept = 'application/json';
      if (request.method === 'GET' || request.method === 'HEAD') return done();
      // Other content types are rejected, because another site can send some of them without a preflight request.
      if (!/^application\/json(;|$)/i.test(request.headers['content-type'] ?? '')) {
        throw new DomainError('unsupported_type', 'Send JSON with the content type application/json');
      }
      // tRPC would parse the text itself, but less strictly.
      if (typeof request.body === 'string' && request.body !== '') parseJson(request.body);
      done();
    });
    // tRPC returns a stream that already contains the whole response. As a buffer, it is sent with a
    // `Content-Length`.
    scope.addHook('onSend', async (_request, reply, payload) => {
      // By this header, the client corrects the clock of its device.
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

/** Manual, because `node:stream/consumers` creates an iterator and a decoder for each response. */
async function readWhole(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    chunks.push(value);
  }
}
