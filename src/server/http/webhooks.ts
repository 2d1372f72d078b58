import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { receiveEvent } from '../payments/webhooks/webhook.operations.ts';
import { createLimiter } from '../platform/limiter.ts';

/** Stripe's events are small; 512 KiB is generous. */
const bodyLimit = 512 * 1024;
/**
 * How many events this server processes concurrently. More events wait, so that a burst leaves database connections for
 * users.
 */
const maxConcurrent = 6;

/** Stripe signs the raw body, so this scope parses nothing. */
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
