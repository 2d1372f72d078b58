import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import type { Caller } from '../../router.ts';

/** A documented call, with what its schemas do not express. */
export type DocumentedCall = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In Fastify's syntax, with `:name` and `*`. */
  path: string;
  tag: Tag;
  /** `signed-in` returns 401 to visitors; `admin` also returns 403 to other users. */
  access: 'anyone' | 'signed-in' | 'admin';
  summary: string;
  description?: string;
  /** Errors in addition to the common ones, which `openapi/document.ts` adds. */
  errors?: Partial<Record<400 | 401 | 402 | 403 | 404 | 409 | 410 | 413 | 415 | 429 | 502 | 507, string>>;
  /** Values of the path and query parameters, and the JSON body. */
  example?: {
    path?: Record<string, string | number>;
    query?: Record<string, string>;
    body?: Record<string, unknown>;
  };
  /** Accepted from all sites, because the request is signed. */
  isSigned?: true;
  /** For calls without a procedure. */
  response?: {
    status: 200 | 302;
    description: string;
    /** Media types of the response; empty if the response has no body. */
    contentTypes: readonly string[];
    /** The headers that the call accepts: `If-None-Match`, or `If-None-Match` and `Range`. */
    conditions?: 'etag' | 'etag and range';
  };
  /** Query parameters that no schema contains. */
  query?: Record<string, string>;
};

/** The unvalidated parts of a request. */
export type RestInput = {
  params: Record<string, string>;
  query: Record<string, string | undefined>;
  /** The parsed JSON body; the schema of the procedure validates it. */
  body: unknown;
};

/** A call that runs a procedure. */
export type RestCall = DocumentedCall & {
  procedure: string;
  call: (caller: Caller, input: RestInput) => Promise<unknown>;
  /** Success status; 200 by default. 204 sends no body. */
  status?: 201 | 204;
  /**
   * The response to a visitor's request without a query string. It is cached, has an ETag, and is the same for all
   * visitors.
   */
  forVisitors?: (deps: Deps) => Promise<{ json: Buffer; etag: string }>;
};

/**
 * The body as the input of a procedure, whose schema validates it. The type assertion avoids a second set of schemas.
 * @throws DomainError invalid_input for JSON that is not an object
 */
export function bodyOf<Input>(input: RestInput, more: Record<string, unknown> = {}): Input {
  const body = input.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw new DomainError('invalid_input', 'Send a JSON object');
  }
  return { ...body, ...more } as Input;
}

export function queryOf<Input>(input: RestInput): Input {
  return bodyOf({ ...input, body: input.query });
}

export const tags = {
  Accounts: 'Registration, login, logout and the user’s name.',
  'Identity review': 'Documents and applications of students.',
  Products: 'The products of the shop.',
  Learning: 'The user’s sessions, coaching plans and progress, and the hand of the day.',
  Goals: 'One entry a day: study, hands, result, mood.',
  Payments: 'Purchases of single products. Amounts are US cents.',
  Subscriptions: 'Monthly memberships.',
  Files: 'Downloads and pictures. Every download is authorized, range requests included.',
  Administration:
    'For admins. Sensitive calls require a login within the last 15 minutes: after `step_up_required`, log in again. All calls return 403 until the admin has set up a second factor (code `two_factor_setup_required`) or changed the password (code `password_change_required`), if the academy requires it.',
  Service: 'Webhooks, unsubscribe links and this documentation.',
} as const;
type Tag = keyof typeof tags;

/** Ids for the examples; real ids differ. */
export const exampleIds = {
  request: 'a91f4c07-3d52-4e8b-9b60-5c7d8e9f0a1b',
  user: '7f0c1a52-3f63-4a0e-9a54-0d6e3b5c9c11',
  application: '2b8de1c4-90a7-4f21-8a35-6c1f7be0d2a3',
  frontSide: '/objects/5d3a8c1e-6b7f-4a29-9c80-1e2f3a4b5c6d',
  backSide: '/objects/8e4b9d2f-7c80-4b3a-8d91-2f3a4b5c6d7e',
  uploadUrl:
    'http://localhost:3000/uploads/quarantine/5d3a8c1e-6b7f-4a29-9c80-1e2f3a4b5c6d?signature=example',
  product: 7001,
  session: 3001,
  plan: 2,
  fileVersion: 'c47d2b90-5e1a-4f83-a6d7-0b9c8d7e6f5a',
  picture: 'd58e3ca1-6f2b-4a94-b7e8-1cad9e8f7a6b',
  checkoutSession: 'cs_test_a1B2c3D4e5F6g7H8',
  planCheckoutSession: 'cs_test_h8G7f6E5d4C3b2A1',
  day: '2026-11-21',
  dataExport: '91c5e0a6-4d38-4b57-b1f2-7a8b9c0d1e2f',
  unsubscribeToken: 'example-token',
} as const;
