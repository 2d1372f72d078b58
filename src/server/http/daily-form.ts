import type { FastifyInstance } from 'fastify';
import { dailyAnswerInput } from '../../shared/practice/daily.ts';
import { rejectWhileImpersonating } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { answerDaily } from '../practice/daily/daily.operations.ts';
import { createContext } from './context.ts';

/** Accepts the answer to the hand of the day from a form without JavaScript, then redirects to /daily. */
export function registerDailyForm(app: FastifyInstance, deps: Deps): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1_024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post('/daily', async (request, reply) => {
      const { actor, metadata } = await createContext(deps, request);
      rejectWhileImpersonating(actor);
      const input = dailyAnswerInput.safeParse(request.body);
      try {
        if (input.success) await answerDaily(deps, actor, input.data, metadata);
      } catch (error) {
        // Only `too_many_attempts` is reported. After any other rejection, /daily shows the hand of today.
        if (!(error instanceof DomainError) || error.code === 'too_many_attempts') throw error;
      }
      return reply.header('cache-control', 'no-store').redirect('/daily', 303);
    });
  });
}
