import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    lateAnswer: NodeJS.Timeout | undefined;
  }
}

const patienceMs = 20_000;

/**
 * A call that takes longer than twenty seconds is answered 503. Routes with a time of their own leave it to Fastify's
 * `handlerTimeout`, which costs each request a signal that nobody listens to: a twentieth of a small answer.
 */
export function answerInTime(app: FastifyInstance): void {
  app.decorateRequest('lateAnswer', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.handlerTimeout) {
      request.lateAnswer = setTimeout(() => {
        if (reply.sent) return;
        reply.send(
          new DomainError('busy', 'The academy is busy, please try again', { retryAfterSeconds: 2 }),
        );
      }, patienceMs);
    }
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    clearTimeout(request.lateAnswer);
    done();
  });
}
