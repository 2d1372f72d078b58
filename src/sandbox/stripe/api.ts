import { setTimeout as sleep } from 'node:timers/promises';
import { StripeApiError } from './api-error.ts';
import type { Context } from './context.ts';
import { apiVersion } from './emit.ts';
import { expand } from './expand.ts';
import type { Fault, RecordedRequest } from './faults.ts';
import { effectiveKey, findSaved, hashParams, keyInUse } from './idempotency.ts';
import { ParamReader } from './params.ts';
import { findRoute } from './routes.ts';

export type ApiResponse = {
  status: number;
  /** JSON text. */
  body: string;
  /** If this response repeats the response to an earlier request, the ID of that request. */
  originalRequest?: string;
  /** Whether the client must not retry, because the response would be the same. */
  isFinal?: boolean;
};

/** The outcome of a request: a response, or a fault on the connection. */
export type Outcome =
  | { kind: 'response'; response: ApiResponse }
  | { kind: 'truncate'; response: ApiResponse; as: 'aborted' | 'invalid_json' }
  | { kind: 'reset' }
  | { kind: 'hang' };

type Credentials = { authorization: string | undefined; contentType: string | undefined };

function checkCredentials({ authorization }: Credentials): void {
  if (/^Bearer sk_test_\w+$/.test(authorization ?? '')) return;
  throw new StripeApiError(401, 'Invalid API Key provided. The sandbox accepts only sk_test_ keys.');
}

function checkHeaders(request: RecordedRequest, { contentType }: Credentials): void {
  if (request.apiVersion !== undefined && request.apiVersion !== apiVersion) {
    throw new StripeApiError(
      400,
      `Invalid Stripe API version: ${request.apiVersion.slice(0, 40)}. The sandbox supports only ${apiVersion}.`,
    );
  }
  const expected = request.path === '/v1/files' ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const isForm = (contentType ?? '').startsWith(expected);
  if (request.method === 'POST' && Object.keys(request.params).length > 0 && !isForm) {
    throw new StripeApiError(400, `Invalid request (check that your POST content type is ${expected}).`);
  }
}

const faultBodies: Record<number, { type: string; code?: string; message: string }> = {
  409: {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: 'There is currently another in-progress request using this idempotency key.',
  },
  429: { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded.' },
};

function faultResponse(fault: Extract<Fault, { kind: 'status' }>): ApiResponse {
  const error = faultBodies[fault.status] ?? {
    type: 'api_error',
    message: 'Sorry, there was an error processing your request.',
  };
  return {
    status: fault.status,
    body: JSON.stringify({ error: { ...error, ...(fault.code && { code: fault.code }) } }),
  };
}

function errorResponse(error: StripeApiError): ApiResponse {
  return { status: error.status, body: JSON.stringify(error.body, null, 2) };
}

/** Serves API requests without HTTP: checks credentials, injects faults, applies idempotency keys, runs endpoints. */
export class StripeApi {
  readonly #context: Context;
  readonly #inFlight = new Set<string>();

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Serves one request. Errors that Stripe would report are returned as responses. Rejects only if the sandbox itself
   * has a defect.
   */
  async serve(
    request: RecordedRequest,
    credentials: Credentials,
    disconnected: AbortSignal,
  ): Promise<Outcome> {
    try {
      checkCredentials(credentials);
      checkHeaders(request, credentials);
      const key = effectiveKey(request);
      if (key !== undefined && this.#inFlight.has(key)) throw keyInUse(key);
      if (key !== undefined) this.#inFlight.add(key);
      try {
        return await this.#withFaults(request, key, disconnected);
      } finally {
        if (key !== undefined) this.#inFlight.delete(key);
      }
    } catch (error) {
      if (error instanceof StripeApiError) return { kind: 'response', response: errorResponse(error) };
      throw error;
    }
  }

  async #withFaults(
    request: RecordedRequest,
    key: string | undefined,
    disconnected: AbortSignal,
  ): Promise<Outcome> {
    const fault = this.#context.faults.onRequest?.(request);
    if (fault?.kind === 'delay') await sleep(fault.ms);
    // A status, hang or reset occurs before the endpoint runs, unless its `when` is `after`.
    const isEarly = fault !== undefined && !('when' in fault && fault.when === 'after');
    if (fault?.kind === 'hang' && isEarly) {
      if (!disconnected.aborted)
        await new Promise((resolve) => disconnected.addEventListener('abort', resolve));
      return { kind: 'hang' };
    }
    if (fault?.kind === 'reset' && isEarly) return { kind: 'reset' };
    if (fault?.kind === 'status' && isEarly) {
      const response = faultResponse(fault);
      if (key !== undefined && fault.saved) this.#save(request, key, response);
      return { kind: 'response', response };
    }
    const response = this.#execute(request, key, fault);
    if (fault?.kind === 'hang' || fault?.kind === 'reset') return { kind: fault.kind };
    if (fault?.kind === 'truncate') return { kind: 'truncate', response, as: fault.as ?? 'aborted' };
    return { kind: 'response', response };
  }

  /**
   * If the key has a saved response, returns that response. Otherwise runs the endpoint in a transaction, which also
   * saves the response if there is a key. A thrown error rolls the transaction back; the error's response is saved
   * afterwards if `isSaved`.
   */
  #execute(request: RecordedRequest, key: string | undefined, fault: Fault | undefined): ApiResponse {
    const { store, now } = this.#context;
    const saved = key === undefined ? undefined : findSaved(store, key, request, now());
    if (saved) {
      request.replayed = true;
      return {
        status: saved.status,
        body: saved.body,
        originalRequest: saved.requestId,
        isFinal: saved.status >= 500,
      };
    }
    try {
      return store.transaction(() => {
        const { handler, ids } = findRoute(request.method, request.path);
        const context = { ...this.#context, request };
        const params = new ParamReader(request.params);
        const paths = params.texts('expand');
        const result = handler(context, params, ids);
        const served =
          result instanceof StripeApiError
            ? errorResponse(result)
            : { status: 200, body: JSON.stringify(expand(store, result, paths), null, 2) };
        const response = fault?.kind === 'status' ? faultResponse(fault) : served;
        const isSaved = fault?.kind !== 'status' || fault.saved !== false;
        if (key !== undefined && isSaved) this.#save(request, key, response);
        return response;
      });
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error;
      const response = errorResponse(error);
      if (key !== undefined && error.isSaved) this.#save(request, key, response);
      return response;
    }
  }

  #save(request: RecordedRequest, key: string, response: ApiResponse): void {
    const { store, now } = this.#context;
    store.transaction(() =>
      store.put('idempotencyKeys', key, {
        key,
        endpoint: `${request.method} ${request.path}`,
        paramsHash: hashParams(request.params),
        status: response.status,
        body: response.body,
        requestId: request.id,
        createdAt: now(),
      }),
    );
  }
}
