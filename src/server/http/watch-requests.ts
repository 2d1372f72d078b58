import type { IncomingHttpHeaders } from 'node:http';
import { type Context, context, propagation } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { type RequestSpan, startRequestSpan } from '../platform/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: RequestSpan | null;
    /** The user of the session, for the log line. */
    requester: string | undefined;
  }
}

/** Adds the session's user to the request's log line. */
export function rememberRequester(request: FastifyRequest, userId: string): void {
  request.requester = userId;
}

/** What a trusted proxy says about a request. Other clients must not influence tracing or logs. */
type ProxyNotes = {
  /** The context that its trace continues. */
  parent: Context | undefined;
  /** The proxy's request id, so that its log and ours can be joined; nothing else is recorded. */
  inboundId: string | undefined;
};

const noNotes: ProxyNotes = { parent: undefined, inboundId: undefined };

/** @returns a reader that trusts no client if no proxy is configured */
function readsProxyNotes({ http }: Deps['config']): (headers: IncomingHttpHeaders) => ProxyNotes {
  if (http.trustedProxies.length === 0) return () => noNotes;
  return (headers) => {
    const id = headers['x-request-id'];
    return {
      parent: propagation.extract(context.active(), headers),
      inboundId: typeof id === 'string' && /^[\w-]{8,64}$/.test(id) ? id : undefined,
    };
  };
}

/** One log line, one metric and one span per request: by the route's pattern, never the URL with its ids and tokens. */
export function watchRequests(app: FastifyInstance, deps: Pick<Deps, 'config' | 'metrics'>): void {
  const notesOf = readsProxyNotes(deps.config);
  const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'unknown';

  app.decorateRequest('span', null);
  app.decorateRequest('requester', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    request.span = startRequestSpan(request.method, notesOf(request.headers).parent);
    if (request.span) request.span.within(done);
    else done();
  });
  // The body is read in events of the socket, outside the span.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.span) request.span.within(done);
    else done();
  });
  if (deps.config.development) {
    app.addHook('onSend', (_request, reply, payload, done) => {
      reply.header('server-timing', `total;dur=${reply.elapsedTime.toFixed(1)}`);
      done(null, payload);
    });
  }
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const route = routeOf(request);
    const status = reply.statusCode;
    request.span?.end({ route, status });
    deps.metrics.requestAnswered({ method, route, status, seconds: reply.elapsedTime / 1000 });
    request.log.info(
      {
        method,
        route,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.requester,
        inboundId: notesOf(request.headers).inboundId,
      },
      'request',
    );
    done();
  });
}
