import { isUtf8 } from 'node:buffer';
import { parse } from 'secure-json-parse';
import { DomainError } from '../errors.ts';

/** @throws DomainError invalid_input for malformed JSON and for keys that would reach an object's prototype */
export function parseJson(text: string): unknown {
  try {
    return parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch (cause) {
    throw new DomainError('invalid_input', 'The request is not readable JSON', { cause });
  }
}

/**
 * Parses the body of a REST call. In tRPC calls, the adapter has already decoded the body as UTF-8 and replaced invalid
 * bytes.
 * @throws DomainError invalid_input for the same reasons as `parseJson`, and for an encoding other than UTF-8
 */
export function parseJsonBody(body: string | Buffer): unknown {
  if (typeof body !== 'string' && !isUtf8(body)) {
    throw new DomainError('invalid_input', 'The request is not readable JSON: encode it as UTF-8');
  }
  return parseJson(body.toString());
}
