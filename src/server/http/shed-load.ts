import { performance } from 'node:perf_hooks';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../shared/error-codes.ts';
import type { Deps } from '../deps.ts';
import { DomainError, statusOf } from '../errors.ts';
import { signInsBusy } from '../platform/crypto/hash-limiter.ts';
import { createInFlightLimiter } from './in-flight-limiter.ts';
import { maxCallsPerBatch } from './trpc-calls.ts';

/**
 * Requests that are served under any load: health checks, and events from Stripe. Rejecting an event would only delay
 * it, because Stripe would send it again.
 */
const neverShed = new Set(['/healthz', '/readyz', '/api/stripe/webhook']);
/** Requests whose first step is to compute a password hash. Password hashes have a limiter of their own. */
const hashing = new Set(['/api/login', '/api/register', '/trpc/auth.login', '/trpc/auth.register']);
/**
 * Limits per database connection: of calls in flight (`min`, `max`), and of waiting queries (`maxWaiting`). A call
 * sends up to ten queries concurrently.
 */
const perConnection = { min: 2, max: 15, maxWaiting: 150 };
const retryAfterSeconds = 3;
/** The utilization above which the event loop counts as saturated. */
const fullLoop = 0.9;

const busy = 'The academy is busy, please try again in a moment';

/** Sends the same response as `DomainError('busy')`, without the cost of creating and logging an error. */
function reject(reply: FastifyReply, message = busy): void {
  const body: ErrorBody = { message, code: 'busy', requestId: reply.request.id };
  reply
    .status(statusOf.busy)
    .headers({ 'retry-after': retryAfterSeconds, 'cache-control': 'no-store' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** Rejects new requests when the event loop or the database falls behind, instead of serving all of them late. */
export async function shedLoad(app: FastifyInstance, deps: Deps): Promise<void> {
  const { config, pool } = deps;
  const isExempt = (request: FastifyRequest) => neverShed.has(request.routeOptions.url ?? '');
  await app.register(underPressure, {
    maxEventLoopDelay: config.shedLoadAfterMs,
    // The plugin treats an interval without a sample as an infinite delay. An interval shorter than the limit would
    // therefore reject requests too early.
    sampleInterval: Math.max(500, config.shedLoadAfterMs),
    pressureHandler: (request) => {
      if (!isExempt(request)) throw new DomainError('busy', busy, { retryAfterSeconds });
    },
  });
  const isLoopFull = watchLoop();
  const limiter = createInFlightLimiter({
    min: pool.options.max * perConnection.min,
    max: pool.options.max * perConnection.max,
    // The remaining 70% is a reserve for work that the limiter does not see, and for requests slower than the average.
    timeoutMs: config.shedLoadAfterMs * 0.3,
    isSaturated: () => pool.waitingCount > 0 || isLoopFull(),
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (isExempt(request)) return done();
    if (pool.waitingCount > pool.options.max * perConnection.maxWaiting) return reject(reply);
    const path = request.url.split('?', 1)[0] ?? '';
    if (request.method === 'POST' && hashing.has(path)) {
      return deps.passwords.isFull() ? reject(reply, signInsBusy) : done();
    }
    if (!path.startsWith('/assets/')) {
      const calls = countCalls(path);
      if (limiter.isFull(calls)) return reject(reply);
      reply.raw.once('close', limiter.begin(calls));
    }
    done();
  });
}

/** The client's pages send batches of up to this many calls. Such a batch counts as one call. */
const maxCallsOfPage = 5;

/** How many calls a request counts as. The path of a batch separates its calls by commas. */
function countCalls(path: string): number {
  if (!path.startsWith('/trpc/')) return 1;
  const calls = path.split(/,|%2c/i).length;
  return calls > maxCallsOfPage ? Math.min(maxCallsPerBatch, calls) : 1;
}

/**
 * @returns a function that tells whether the event loop was saturated between the last two measurements, which are at
 * least 0.1 seconds apart
 */
function watchLoop(): () => boolean {
  let since = performance.eventLoopUtilization();
  let checkedAt = performance.now();
  let isFull = false;
  return () => {
    if (performance.now() - checkedAt < 100) return isFull;
    const current = performance.eventLoopUtilization();
    isFull = performance.eventLoopUtilization(current, since).utilization > fullLoop;
    since = current;
    checkedAt = performance.now();
    return isFull;
  };
}
