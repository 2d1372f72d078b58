import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import type { ErrorBody, ErrorCode } from '../../shared/error-codes.ts';
import { DomainError, statusOf } from '../errors.ts';
import { describeDatabaseError } from './db/errors.ts';
import { StorageError } from './storage/storage.ts';
import { setValidationMessages } from './validation-messages.ts';

setValidationMessages();

export type DescribedError = {
  status: number;
  code: ErrorCode;
  message: string;
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
};

/** The body of a response with this error. */
export function errorBodyOf({ message, code, fields }: DescribedError, requestId: string): ErrorBody {
  return { message, code, requestId, ...(fields && { fields }) };
}

const unexpected =
  'Something went wrong on our side. Please try again; if it happens again, tell us the request id.';

/**
 * What clients may learn about an error: our errors unchanged, invalid input by field, known errors of the database,
 * the file store, tRPC and Fastify in general terms, everything else as "something went wrong".
 */
export function describeError(error: unknown): DescribedError {
  if (error instanceof TRPCError) return describeTrpcError(error);
  if (error instanceof DomainError) {
    return {
      status: statusOf[error.code],
      code: error.code,
      message: error.message,
      ...(error.fields && { fields: error.fields }),
      ...(error.retryAfterSeconds && { retryAfterSeconds: error.retryAfterSeconds }),
    };
  }
  if (error instanceof ZodError) return describeZodError(error);
  if (error instanceof StorageError) return describeStorageError(error);
  const database = describeDatabaseError(error);
  if (database) return described(database.code, database.message);
  return describeFrameworkError(error) ?? described('internal', unexpected);
}

function described(code: ErrorCode, message: string): DescribedError {
  const status = statusOf[code];
  return { status, code, message, ...(status === 503 && { retryAfterSeconds: 2 }) };
}

function describeTrpcError(error: TRPCError): DescribedError {
  // A response of this server does not match its schema. Invalid input has the code BAD_REQUEST instead.
  if (error.code === 'INTERNAL_SERVER_ERROR' && error.cause instanceof ZodError) {
    return described('internal', unexpected);
  }
  // Errors thrown in a procedure arrive wrapped; the cause is what we threw.
  if (error.cause !== undefined && error.cause !== error) {
    const cause = describeError(error.cause);
    if (cause.code !== 'internal' || error.code === 'INTERNAL_SERVER_ERROR') return cause;
  }
  switch (error.code) {
    case 'BAD_REQUEST':
    case 'PARSE_ERROR':
      return described('invalid_input', 'The request could not be read');
    case 'NOT_FOUND':
    case 'METHOD_NOT_SUPPORTED':
      return described('not_found', 'There is no such call');
    case 'PAYLOAD_TOO_LARGE':
      return described('too_large', 'The request is too large');
    case 'UNSUPPORTED_MEDIA_TYPE':
      return described('unsupported_type', 'Send JSON with the content type application/json');
    default:
      return described('internal', unexpected);
  }
}

function describeZodError(error: ZodError): DescribedError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const name = issue.path.join('.') || 'body';
    fields[name] ??= issue.message;
  }
  const first = Object.values(fields)[0] ?? 'The request could not be read';
  return { status: 400, code: 'invalid_input', message: first, fields };
}

function describeStorageError(error: StorageError): DescribedError {
  if (error.code === 'full') return described('storage_full', 'There is no room for this file right now');
  if (error.code === 'too_large') return described('too_large', 'This file is too large');
  if (error.code === 'invalid_key') return described('not_found', 'File was not found');
  // Retrying does not repair a damaged object.
  if (error.code === 'damaged') return described('internal', unexpected);
  return described('storage_unavailable', 'Files cannot be reached right now, please try again in a moment');
}

/** Errors of Fastify and its plugins, such as an invalid body, carry an HTTP status. */
function describeFrameworkError(error: unknown): DescribedError | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number')
    return undefined;
  switch (error.statusCode) {
    case 400:
      return described('invalid_input', 'The request could not be read');
    case 404:
      return described('not_found', 'There is no such URL');
    case 413:
      return described('too_large', 'The request is too large');
    case 415:
      return described('unsupported_type', 'Send JSON with the content type application/json');
    case 429:
      return described('too_many_attempts', 'Too many requests, please wait a moment');
    case 503:
      return described('busy', 'The academy is busy, please try again');
    default:
      return error.statusCode >= 400 && error.statusCode < 500
        ? described('invalid_input', 'The request could not be read')
        : undefined;
  }
}
