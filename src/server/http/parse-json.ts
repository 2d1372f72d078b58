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
