import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../shared/error-codes.ts';
import type { Deps } from '../deps.ts';
import { DomainError, statusOf } from '../errors.ts';
import { signInsBusy } from '../platform/crypto/hash-limiter.ts';
import { isKeptAnswer } from './kept-answers.ts';
import { createWorkInHand, type WorkInHand } from './work-in-hand.ts';

/** Answered however busy the server is: health, and Stripe, which would send again anyway. */
const neverShed = new Set(['/healthz', '/readyz', '/api/stripe/webhook']);
/** What begins with a password hash; how many may wait for one is a rule of its own. */
const hashing = new Set(['/api/login', '/api/register', '/trpc/auth.login', '/trpc/auth.register']);
/** How many calls may be in hand for each connection to the database, when all is slow and when all is quick. */
const perConnection = { fewest: 2, most: 15 };
const retryAfterSeconds = 3;
const message = 'The academy is busy, please try again in a moment';
/** Above this share of its time the event loop has no room for more. */
const fullLoop = 0.9;

/** Refuses new work early when the event loop or the database falls behind, instead of answering everybody late. */
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
  const isLoopFull = watchLoop();
  const hand = createWorkInHand({
    fewest: pool.options.max * perConnection.fewest,
    most: pool.options.max * perConnection.most,
    // The rest is for what the measure does not see, and for the one in a hundred that takes twice as long.
    patienceMs: config.shedLoadAfterMs * 0.3,
    isSaturated: () => pool.waitingCount > 0 || isLoopFull(),
  });
  app.addHook('onRequest', (request, _reply, done) => {
    if (pool.waitingCount > hand.limit()) refuse(request);
    done();
  });
  const isBehind = () => pool.waitingCount > hand.limit() || app.isUnderPressure();
  refuseAtTheDoor(app, deps, hand, isBehind);
}

/** @returns whether the loop was busy all through the last tenth of a second that was looked at */
function watchLoop(): () => boolean {
  let since = performance.eventLoopUtilization();
  let lookedAt = performance.now();
  let isFull = false;
  return () => {
    if (performance.now() - lookedAt < 100) return isFull;
    const current = performance.eventLoopUtilization();
    isFull = performance.eventLoopUtilization(current, since).utilization > fullLoop;
    since = current;
    lookedAt = performance.now();
    return isFull;
  };
}

/**
 * The same before Fastify begins with a request, and before its body is read. At ten times the load nine of ten are
 * refused, and each refusal that passes the hooks costs a fifth of an answer: then there is no time left for the tenth.
 */
function refuseAtTheDoor(app: FastifyInstance, deps: Deps, hand: WorkInHand, isBehind: () => boolean): void {
  const handlers = app.server.listeners('request');
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '' } = request;
    const path = url.split('?', 1)[0] ?? '';
    if (!neverShed.has(path) && !isKeptAnswer(method, url)) {
      if (isBehind()) return refuseNow(request, response, deps, message);
      if (method === 'POST' && hashing.has(path)) {
        if (deps.passwords.isFull()) return refuseNow(request, response, deps, signInsBusy);
      } else if (!path.startsWith('/assets/')) {
        if (hand.isTooMuch()) return refuseNow(request, response, deps, message);
        response.once('close', hand.begin());
      }
    }
    for (const handle of handlers) Reflect.apply(handle, app.server, [request, response]);
  });
}

function refuseNow(request: IncomingMessage, response: ServerResponse, deps: Deps, message: string): void {
  const requestId = randomUUID();
  const status = statusOf.busy;
  deps.log.error({ reqId: requestId, status, code: 'busy' }, 'request failed');
  deps.metrics.requestAnswered({ method: request.method ?? '', route: 'refused', status, seconds: 0 });
  const body = JSON.stringify({ message, code: 'busy', requestId } satisfies ErrorBody);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'retry-after': String(retryAfterSeconds),
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  });
  response.end(body);
}
