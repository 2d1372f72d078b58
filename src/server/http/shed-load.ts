import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../shared/error-codes.ts';
import type { Deps } from '../deps.ts';
import { DomainError, statusOf } from '../errors.ts';
import { isKeptAnswer } from './kept-answers.ts';

/** Answered however busy the server is: health, and Stripe, which would send again anyway (SRV-3). */
const neverShed = new Set(['/healthz', '/readyz', '/api/stripe/webhook']);
/** Who may wait for each connection to the database; behind more than these a call would be answered late. */
const mostWaitingPerConnection = 15;
const retryAfterSeconds = 3;
const message = 'The academy is busy, please try again in a moment';

/** Refuses new work early when the event loop or the database falls behind, instead of answering everybody late (SRV-3). */
export async function shedLoad(app: FastifyInstance, deps: Deps): Promise<void> {
  const { config, pool } = deps;
  const refuse = (request: FastifyRequest) => {
    if (neverShed.has(request.routeOptions.url ?? '')) return;
    throw new DomainError('busy', message, { retryAfterSeconds });
  };
  await app.register(underPressure, {
    maxEventLoopDelay: config.shedLoadAfterMs,
    // An interval without one measurement counts as endlessly late, so it may not be shorter than what is allowed.
    sampleInterval: Math.max(500, config.shedLoadAfterMs),
    pressureHandler: refuse,
  });
  const mostWaiting = pool.options.max * mostWaitingPerConnection;
  app.addHook('onRequest', (request, _reply, done) => {
    if (pool.waitingCount > mostWaiting) refuse(request);
    done();
  });
  refuseAtTheDoor(app, deps, () => pool.waitingCount > mostWaiting || app.isUnderPressure());
}

/**
 * The same before Fastify begins with a request. At ten times the load nine of ten are refused, and each refusal that
 * passes the hooks costs a fifth of an answer: then there is no time left for the tenth.
 */
function refuseAtTheDoor(app: FastifyInstance, { log }: Deps, isBehind: () => boolean): void {
  const handlers = app.server.listeners('request');
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isBehind() && isRefusable(request)) return refuseNow(response, log);
    for (const handle of handlers) Reflect.apply(handle, app.server, [request, response]);
  });
}

function isRefusable({ method = '', url = '' }: IncomingMessage): boolean {
  return !neverShed.has(url.split('?', 1)[0] ?? '') && !isKeptAnswer(method, url);
}

function refuseNow(response: ServerResponse, log: Deps['log']): void {
  const requestId = randomUUID();
  const status = statusOf.busy;
  log.error({ reqId: requestId, status, code: 'busy' }, 'request failed');
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': String(retryAfterSeconds),
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  });
  response.end(JSON.stringify({ message, code: 'busy', requestId } satisfies ErrorBody));
}
