import type { IncomingHttpHeaders } from 'node:http';
import { type Context, context, propagation } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { type RequestSpan, startRequestSpan } from '../platform/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: RequestSpan | null;
    /** The id of the session's user, for the log line. */
    requester: string | undefined;
  }
}

/**
 * What a trusted proxy states about a request in headers. If no proxy is trusted, the headers are ignored, because
 * clients could use them to influence tracing and logs.
 */
type ProxyHeaders = {
  /** The trace context of the proxy. The span of the request belongs to the same trace. */
  parent: Context | undefined;
  /** The request id of the proxy, which connects the log lines of the proxy with ours. */
  inboundId: string | undefined;
};

const noProxyHeaders: ProxyHeaders = { parent: undefined, inboundId: undefined };

/** @returns a function that reads the headers of a request, or ignores them if no proxy is trusted */
function proxyHeaderReader({ http }: Deps['config']): (headers: IncomingHttpHeaders) => ProxyHeaders {
  if (http.trustedProxies.length === 0) return () => noProxyHeaders;
  return (headers) => {
    const id = headers['x-request-id'];
    return {
      parent: propagation.extract(context.active(), headers),
      inboundId: typeof id === 'string' && /^[\w-]{8,64}$/.test(id) ? id : undefined,
    };
  };
}

/**
 * Logs, measures and, if tracing is on, traces each request. Logs, metrics and traces contain the pattern of the route,
 * never the URL, which may contain ids and tokens.
 */
export function watchRequests(app: FastifyInstance, deps: Pick<Deps, 'config' | 'metrics'>): void {
  const readProxyHeaders = proxyHeaderReader(deps.config);
  const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'unknown';

  app.decorateRequest('span', null);
  app.decorateRequest('requester', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    request.span = startRequestSpan(request.method, readProxyHeaders(request.headers).parent);
    if (request.span) request.span.within(done);
    else done();
  });
  // Fastify reads the body in socket events, which run outside of the context of the span, so the context is set again.
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
    deps.metrics.requestCompleted({ method, route, status, seconds: reply.elapsedTime / 1000 });
    request.log.info(
      {
        method,
        route,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.requester,
        inboundId: readProxyHeaders(request.headers).inboundId,
      },
      'request',
    );
    done();
  });
}
