import { context, propagation } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { type RequestSpan, startRequestSpan } from '../tracing.ts';

const requesters = new WeakMap<FastifyRequest, string>();

/** Tells the request's log line whose session it came with. */
export function rememberRequester(request: FastifyRequest, userId: string): void {
  requesters.set(request, userId);
}

/** A proxy's own id of the request, so that its log and ours can be read together; nothing else is written down. */
function inboundId(request: FastifyRequest): string | undefined {
  const id = request.headers['x-request-id'];
  return typeof id === 'string' && /^[\w-]{8,64}$/.test(id) ? id : undefined;
}

/**
 * One log line, one figure and one span a request: by the route's pattern, never the address with its ids and tokens
 * (SRV-6, SRV-14, SRV-15).
 */
export function watchRequests(app: FastifyInstance, deps: Pick<Deps, 'config' | 'metrics'>): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  // A stranger must not choose which requests are traced, nor what stands in the log: only a proxy that is named may.
  const isFromProxy = deps.config.http.trustedProxies.length > 0;
  const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'unknown';

  app.addHook('onRequest', (request, _reply, done) => {
    const parent = isFromProxy ? propagation.extract(context.active(), request.headers) : undefined;
    const span = startRequestSpan(request.method, parent);
    spans.set(request, span);
    span.within(done);
  });
  // A body is read on events of the socket, which know nothing of the span.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.within(done);
    else done();
  });
  if (deps.config.development) {
    app.addHook('onSend', async (_request, reply) => {
      reply.header('server-timing', `total;dur=${reply.elapsedTime.toFixed(1)}`);
    });
  }
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const route = routeOf(request);
    const status = reply.statusCode;
    spans.get(request)?.end({ route, status });
    deps.metrics.requestAnswered({ method, route, status, seconds: reply.elapsedTime / 1000 });
    request.log.info(
      {
        method,
        route,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: requesters.get(request),
        inboundId: isFromProxy ? inboundId(request) : undefined,
      },
      'request',
    );
  });
}
