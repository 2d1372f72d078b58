import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape, TRPCError } from '@trpc/server';
import { getHTTPStatusCode } from '@trpc/server/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { describeError } from '../describe-error.ts';
import { DomainError } from '../errors.ts';
import type { Context } from '../trpc/context.ts';
import { appRouter } from '../trpc/router.ts';
import { createContext } from './context.ts';
import { parseJson } from './parse-json.ts';

const mostCalls = 10;

type Answer = { result: { data: unknown } } | { error: ReturnType<typeof getTRPCErrorShape> };
type Answered = { answer: Answer; error?: TRPCError };
type Calls = {
  type: 'query' | 'mutation';
  paths: readonly string[];
  isBatch: boolean;
  /** Of each call, read when its procedure asks for it. @throws DomainError invalid_input */
  inputOf(index: number): unknown;
};

/**
 * The procedures over HTTP, as tRPC's documentation writes the protocol down (trpc.io/docs/rpc): queries by GET, mutations
 * by POST, some calls of one kind in one. tRPC's own door to Fastify makes of every request and answer the objects of
 * the browser's fetch and streams; that costs twice what the procedure does.
 */
export function registerTrpcCalls(app: FastifyInstance, deps: Deps): void {
  app.all<{ Params: { path: string } }>(
    '/trpc/:path',
    {
      preValidation: (request, _reply, done) => {
        // Other types need no preflight, so another site's page could send them (hazard M9).
        const isRead = request.method === 'GET' || request.method === 'HEAD';
        const isJson = /^application\/json(;|$)/i.test(request.headers['content-type'] ?? '');
        if (isRead || isJson) return done();
        done(new DomainError('unsupported_type', 'Send JSON with the content type application/json'));
      },
    },
    async (request, reply) => {
      if (request.method === 'HEAD') return reply.status(204).send();
      const answered = await answerAll(deps, request);
      return send(reply, answered, isBatch(request));
    },
  );
}

function isBatch(request: FastifyRequest): boolean {
  return parameterOf(request, 'batch') === '1';
}

/** A repeated parameter arrives as an array: the first one counts. */
function parameterOf(request: FastifyRequest, name: string): string | undefined {
  const value: unknown = Reflect.get(Object(request.query), name);
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
}

/** @throws TRPCError for what cannot be one request */
function readCalls(request: FastifyRequest<{ Params: { path: string } }>): Calls {
  const { method, params } = request;
  if (method !== 'GET' && method !== 'POST') {
    throw new TRPCError({ code: 'METHOD_NOT_SUPPORTED', message: `${method} is not supported` });
  }
  const isBatchCall = isBatch(request);
  const paths = isBatchCall ? params.path.split(',') : [params.path];
  if (paths.length > mostCalls)
    throw new TRPCError({ code: 'BAD_REQUEST', message: 'Too many calls at once' });
  let read: { inputs: unknown } | undefined;
  const inputs = (): unknown => {
    if (!read) {
      const text = method === 'GET' ? parameterOf(request, 'input') : undefined;
      read = { inputs: method === 'POST' ? request.body : text ? parseJson(text) : undefined };
    }
    return read.inputs;
  };
  return {
    type: method === 'GET' ? 'query' : 'mutation',
    paths,
    isBatch: isBatchCall,
    inputOf(index) {
      const all = inputs();
      if (!isBatchCall || all === undefined) return all;
      if (typeof all !== 'object' || all === null) {
        throw new DomainError('invalid_input', 'The inputs of several calls come as an object');
      }
      return Object.hasOwn(all, index) ? Reflect.get(all, index) : undefined;
    },
  };
}

async function answerAll(
  deps: Deps,
  request: FastifyRequest<{ Params: { path: string } }>,
): Promise<Answered[]> {
  let ctx: Context | undefined;
  const failed = (thrown: unknown, path?: string, type: Calls['type'] | 'unknown' = 'unknown'): Answered => {
    const error = getTRPCErrorFromUnknown(thrown);
    if (describeError(error).status >= 500) {
      deps.log.error({ err: error.cause ?? error, path, reqId: request.id }, 'procedure failed');
    }
    const config = appRouter._def._config;
    return {
      error,
      answer: { error: getTRPCErrorShape({ config, error, type, path, input: undefined, ctx }) },
    };
  };
  let calls: Calls;
  try {
    calls = readCalls(request);
  } catch (error) {
    return [failed(error)];
  }
  const { type, paths } = calls;
  try {
    ctx = await createContext(deps, request);
  } catch (error) {
    return paths.map((path) => failed(error, path, type));
  }
  return Promise.all(
    paths.map(async (path, index): Promise<Answered> => {
      try {
        const data: unknown = await callTRPCProcedure({
          router: appRouter,
          path,
          type,
          ctx,
          getRawInput: async () => calls.inputOf(index),
          signal: undefined,
          batchIndex: index,
        });
        return { answer: { result: { data } } };
      } catch (error) {
        return failed(error, path, type);
      }
    }),
  );
}

function send(reply: FastifyReply, answered: readonly Answered[], isBatchCall: boolean): FastifyReply {
  const answers = answered.map(({ answer }) => answer);
  const [first] = answers;
  const body = isBatchCall || !first ? answers : first;
  const waits = answered.map(({ error }) => (error ? (describeError(error).retryAfterSeconds ?? 0) : 0));
  const wait = Math.max(0, ...waits);
  if (wait > 0) reply.header('retry-after', wait);
  return reply
    .status(getHTTPStatusCode(body))
    .headers({ 'cache-control': 'private, no-store', 'content-type': 'application/json' })
    .send(JSON.stringify(body));
}
