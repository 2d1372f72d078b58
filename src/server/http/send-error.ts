import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../errors.ts';
import { describeError, errorBodyOf } from '../platform/describe-error.ts';

/** Sends any error as an `ErrorBody`, and logs an error whose status is 500 or above. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const described = describeError(error);
  const { status, code } = described;
  // Logged without the stack: under overload, writing the stack would cost more than the rejection itself.
  if (error instanceof DomainError && code === 'busy') request.log.error({ status, code }, 'request failed');
  else if (status >= 500) request.log.error({ err: error, status }, 'request failed');
  if (described.retryAfterSeconds) reply.header('retry-after', described.retryAfterSeconds);
  reply.header('cache-control', 'no-store');
  reply.status(status).send(errorBodyOf(described, request.id));
}
