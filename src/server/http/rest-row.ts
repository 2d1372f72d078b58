import type { Caller } from '../router.ts';

/** What one request says, before anything checks it. */
export type RestInput = {
  params: Record<string, string>;
  query: Record<string, string | undefined>;
  /** The parsed JSON body; the procedure's schema decides what it must be. */
  body: unknown;
};

export type RestRow = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** The procedure behind it, for the list that the tests hold. */
  procedure: string;
  call: (caller: Caller, input: RestInput) => Promise<unknown>;
  /** Success status; 200 unless stated. 204 sends no body. */
  status?: 201 | 204;
};

/**
 * What a body is to a procedure: its own schema checks everything, so the table only has to let it through. One
 * assertion instead of a second set of schemas.
 */
export function bodyOf<Input>(input: RestInput, more: Record<string, unknown> = {}): Input {
  const body =
    typeof input.body === 'object' && input.body !== null && !Array.isArray(input.body) ? input.body : {};
  return { ...body, ...more } as Input;
}

/** The same of the texts in the address. */
export function queryOf<Input>(input: RestInput): Input {
  return bodyOf({ ...input, body: input.query });
}
