import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { receiveEvent } from '../payments/webhooks/webhook.operations.ts';
import { createLimiter } from '../platform/limiter.ts';

/** Much larger than any of Stripe's events. */
const bodyLimit = 512 * 1024;
/**
 * The maximum number of events that this server processes concurrently. Further events wait, so that enough database
 * connections remain free for users.
 */
const maxConcurrent = 6;

/** Registers the route without parsers, because Stripe signs the raw body. */
export async function registerWebhooks(app: FastifyInstance, deps: Deps): Promise<void> {
  const limiter = createLimiter(maxConcurrent);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    );

    scope.post('/api/stripe/webhook', { bodyLimit, handlerTimeout: 30_000 }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const { status } = await limiter.run(() =>
        receiveEvent(deps, body, request.headers['stripe-signature']),
      );
      return reply.status(200).send({ received: true, status });
    });
  });
}
