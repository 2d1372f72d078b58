import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { startRequestSpan } from '../platform/tracing.ts';
import { listProductsForVisitors } from '../shop/shop.operations.ts';
import { matchesEtag } from './etag.ts';
import { readsProxyNotes } from './watch-requests.ts';

/** What every visitor gets, serialised once. */
type Content = { json: Buffer; etag: string };
/** Names and values in turn, as Node writes them without looking at each. */
type Headers = readonly string[];
type Ready = { headers: Headers; body: Buffer; etag: string | undefined };

type Kept = {
  /** As in the figures and the log. */
  route: string;
  make: (deps: Deps) => Promise<Content>;
  ready: (content: Content) => Ready;
};

/** The browser asks again each time, and gets 304 while nothing has changed for visitors. */
const rest: Kept = {
  route: '/api/products',
  make: listProductsForVisitors,
  ready: ({ json, etag }) => ({
    body: json,
    etag,
    headers: [
      ...['content-type', 'application/json; charset=utf-8', 'cache-control', 'private, no-cache'],
      ...['vary', 'cookie', 'etag', etag],
    ],
  }),
};

/** In tRPC's envelope: of a call of its own, or of a batch that holds one. */
function trpc(before: string, after: string): Kept {
  return {
    route: '/trpc/:path',
    make: listProductsForVisitors,
    ready: ({ json }) => ({
      body: Buffer.concat([Buffer.from(before), json, Buffer.from(after)]),
      etag: undefined,
      headers: ['content-type', 'application/json', 'cache-control', 'private, no-store'],
    }),
  };
}

/** By whole addresses: a query that says more than these is none of them. */
const keptAnswers = new Map<string, Kept>([
  ['/api/products', rest],
  ['/trpc/shop.listProducts', trpc('{"result":{"data":', '}}')],
  ['/trpc/shop.listProducts?batch=1&input=%7B%7D', trpc('[{"result":{"data":', '}}]')],
]);

/** True of what every visitor may be given as it is kept, which costs next to nothing. */
export function isKeptAnswer(method: string, url: string): boolean {
  return method === 'GET' && keptAnswers.has(url);
}

const sessionCookie = /(?:^|;\s*)(?:__Host-)?session=/;

/** Whoever sends a session's cookie, or a body, is answered by the procedure. */
function keptFor({ method, url, headers }: IncomingMessage): Kept | undefined {
  const kept = method === 'GET' && url !== undefined ? keptAnswers.get(url) : undefined;
  if (!kept || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
    return undefined;
  }
  return sessionCookie.test(headers.cookie ?? '') ? undefined : kept;
}

export type EarlyAnswers = {
  /** Those of every answer. */
  securityHeaders: Record<string, string>;
  /** Then Fastify says that the server ends. */
  isStopping: () => boolean;
};

/**
 * Answers visitors who ask for what is the same for all of them before Fastify makes anything of the request: what it
 * makes costs more than these answers. They carry the same headers and leave the same log line and figure behind as all
 * others. To be registered last of what stands before Fastify.
 */
export function answerVisitorsEarly(
  app: FastifyInstance,
  deps: Deps,
  { securityHeaders, isStopping }: EarlyAnswers,
): void {
  const fixed = Object.entries(securityHeaders).flat();
  const notesOf = readsProxyNotes(deps.config);
  const lastReady = new Map<Kept, { content: Content; ready: Ready }>();

  function readyOf(kept: Kept, content: Content): Ready {
    const last = lastReady.get(kept);
    if (last?.content === content) return last.ready;
    const { headers, ...made } = kept.ready(content);
    const ready = { ...made, headers: [...fixed, ...headers] };
    lastReady.set(kept, { content, ready });
    return ready;
  }

  function send(
    kept: Kept,
    content: Content,
    request: IncomingMessage,
    response: ServerResponse,
    since: number,
  ) {
    const { headers, body, etag } = readyOf(kept, content);
    const isKnown = etag !== undefined && matchesEtag(request.headers['if-none-match'], etag);
    const reqId = randomUUID();
    const elapsed = () => performance.now() - since;
    const own = ['x-request-id', reqId];
    if (deps.config.development) own.push('server-timing', `total;dur=${elapsed().toFixed(1)}`);
    if (!isKnown) own.push('content-length', String(body.length));
    response.writeHead(isKnown ? 304 : 200, headers.concat(own));
    response.end(isKnown ? undefined : body);
    response.once('close', () => {
      const { route } = kept;
      const { statusCode: status } = response;
      const ms = elapsed();
      deps.metrics.requestAnswered({ method: 'GET', route, status, seconds: ms / 1000 });
      const { inboundId } = notesOf(request.headers);
      deps.log.info(
        { reqId, method: 'GET', route, status, ms: Math.round(ms * 10) / 10, inboundId },
        'request',
      );
    });
  }

  const handlers = app.server.listeners('request');
  const passOn = (request: IncomingMessage, response: ServerResponse) => {
    for (const handle of handlers) Reflect.apply(handle, app.server, [request, response]);
  };
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const kept = isStopping() ? undefined : keptFor(request);
    if (!kept) return passOn(request, response);
    const since = performance.now();
    const span = startRequestSpan('GET', notesOf(request.headers).parent);
    if (span) {
      response.once('close', () => span.end({ route: kept.route, status: response.statusCode }));
    }
    kept.make(deps).then(
      (content) => send(kept, content, request, response, since),
      // The procedure meets the same, and tells it as all errors are told.
      () => passOn(request, response),
    );
  });
}
