import { type ErrorBody, type ErrorCode, errorCodes } from '../../../shared/error-codes.ts';
import { statusOf } from '../../errors.ts';
import { exampleIds } from '../rest/documented-call.ts';
import type { ResponseObject } from './named-schemas.ts';

/** The error code of a status if the description names no code. */
const usualCodes: Record<number, ErrorCode> = {
  400: 'invalid_input',
  401: 'not_signed_in',
  402: 'payment_declined',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  410: 'gone',
  413: 'too_large',
  415: 'unsupported_type',
  429: 'too_many_attempts',
  502: 'document_unreachable',
  503: 'busy',
  507: 'storage_full',
};

const retryAfter = {
  'Retry-After': { description: 'The number of seconds to wait.', schema: { type: 'integer' } },
};

/**
 * An error response with an example. The example has the first code that the description names, or the usual code of
 * the status.
 */
export function errorResponse(status: number, description: string): ResponseObject {
  const named = [...description.matchAll(/`(\w+)`/g)].flatMap(([, word]) =>
    errorCodes.filter((code) => code === word && statusOf[code] === status),
  );
  const example = {
    message: 'What happened, and how to correct it.',
    code: named[0] ?? usualCodes[status] ?? 'internal',
    requestId: exampleIds.request,
  } satisfies ErrorBody;
  return {
    description,
    ...((status === 429 || status === 503) && { headers: retryAfter }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } },
  };
}
