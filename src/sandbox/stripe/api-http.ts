import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiResponse, StripeApi } from './api.ts';
import { StripeApiError } from './api-error.ts';
import { apiVersion } from './emit.ts';
import type { RecordedRequest } from './faults.ts';
import { parseForm, type RawParams } from './form-encoding.ts';
import { newId } from './ids.ts';
import { parseMultipart } from './multipart.ts';
import { readBody } from './read-body.ts';

const maxBodyBytes = 1024 * 1024;
/** Request size limit for files; Stripe's maximum for evidence is 5 MB. */
const maxUploadBytes = 6 * 1024 * 1024;
/** Maximum number of recorded requests. When it is reached, the older half is dropped. */
const maxRecorded = 10_000;

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function headersOf(request: RecordedRequest, apiResponse: ApiResponse): Record<string, string> {
  return {
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'request-id': request.id,
    'stripe-version': apiVersion,
    ...(request.idempotencyKey !== undefined && { 'idempotency-key': request.idempotencyKey }),
    ...(apiResponse.originalRequest !== undefined && {
      'idempotent-replayed': 'true',
      'original-request': apiResponse.originalRequest,
    }),
    ...(apiResponse.isFinal && { 'stripe-should-retry': 'false' }),
  };
}

function send(
  response: ServerResponse,
  request: RecordedRequest,
  apiResponse: ApiResponse,
  cut?: 'aborted' | 'invalid_json',
): void {
  const body = Buffer.from(apiResponse.body);
  const sent = cut ? body.subarray(0, Math.floor(body.length / 2)) : body;
  const length = cut === 'aborted' ? body.length : sent.length;
  response.writeHead(apiResponse.status, { ...headersOf(request, apiResponse), 'content-length': length });
  if (cut === 'aborted') response.write(sent, () => response.destroy());
  else response.end(sent);
}

/** Reads an API request, records it if it is readable, and sends the response, with any injected fault. */
export async function serveApiRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  { api, requests }: { api: StripeApi; requests: RecordedRequest[] },
): Promise<void> {
  const url = incoming.url ?? '/';
  const queryStart = url.indexOf('?');
  const path = queryStart < 0 ? url : url.slice(0, queryStart);
  const isUpload = single(incoming.headers['content-type'])?.startsWith('multipart/form-data') ?? false;
  const body = await readBody(incoming, isUpload ? maxUploadBytes : maxBodyBytes);
  const base = {
    id: newId.request(),
    method: incoming.method ?? 'GET',
    path,
    idempotencyKey: single(incoming.headers['idempotency-key']),
    apiVersion: single(incoming.headers['stripe-version']),
  };
  const query = queryStart < 0 ? '' : url.slice(queryStart + 1);
  let request: RecordedRequest;
  try {
    if (body === undefined) throw new StripeApiError(413, 'The request body is too large.');
    const params: RawParams = isUpload
      ? parseMultipart(body, incoming.headers['content-type'] ?? '')
      : parseForm([query, body.toString('utf8')].filter(Boolean).join('&'));
    request = { ...base, params };
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    return send(
      response,
      { ...base, params: {} },
      { status: error.status, body: JSON.stringify(error.body) },
    );
  }
  if (requests.length >= maxRecorded) requests.splice(0, maxRecorded / 2);
  requests.push(request);
  const disconnected = new AbortController();
  response.on('close', () => disconnected.abort());
  const credentials = {
    authorization: incoming.headers.authorization,
    contentType: incoming.headers['content-type'],
  };
  const outcome = await api.serve(request, credentials, disconnected.signal);
  if (outcome.kind === 'hang') return;
  if (outcome.kind === 'reset') {
    incoming.socket.resetAndDestroy();
    return;
  }
  request.status = outcome.response.status;
  send(response, request, outcome.response, outcome.kind === 'truncate' ? outcome.as : undefined);
}
