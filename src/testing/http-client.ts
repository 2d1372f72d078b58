import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { documentImage, type TestApp, type TestUser, testPassword } from './test-app.ts';

/** A client with a cookie jar on top of `inject`, like curl with `-b jar -c jar`. */
export type HttpClient = {
  cookie(): string | undefined;
  /** Replaces all cookies. */
  setCookie(cookie: string | undefined): void;
  request(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
};

export function httpClient(app: FastifyInstance): HttpClient {
  const jar = new Map<string, string>();
  const put = (pair: string) => {
    const name = pair.slice(0, pair.indexOf('='));
    if (pair.endsWith('=')) jar.delete(name);
    else jar.set(name, pair);
  };
  const cookie = () => (jar.size === 0 ? undefined : [...jar.values()].join('; '));
  return {
    cookie,
    setCookie(pairs) {
      jar.clear();
      for (const pair of pairs?.split('; ') ?? []) put(pair);
    },
    async request(method, url, body, headers = {}) {
      const response = await app.inject({
        method,
        url,
        headers: { ...(jar.size > 0 && { cookie: cookie() }), ...headers },
        ...(body !== undefined && { payload: body as object }),
      });
      // Stored as received: a parsed value is decoded and would differ when sent back.
      for (const header of [response.headers['set-cookie'] ?? []].flat()) put(header.split(';')[0] ?? '');
      return response;
    },
  };
}

/** Logs in a user whose password is `testPassword`. */
export async function signIn(app: FastifyInstance, { email }: { email: string }): Promise<HttpClient> {
  const client = httpClient(app);
  const response = await client.request('POST', '/api/login', { email, password: testPassword });
  if (response.statusCode !== 200) throw new Error(`the login failed: ${response.body}`);
  return client;
}

/** Creates a user and logs them in. */
export async function signedIn(
  test: TestApp,
  role: 'user' | 'admin' = 'user',
): Promise<{ user: TestUser; client: HttpClient }> {
  const user = await test.createUser({ role, password: testPassword });
  return { user, client: await signIn(test.app, user) };
}

/** Uploads an image of a document over REST. @returns its upload URL */
export async function sendDocument(test: TestApp, client: HttpClient): Promise<string> {
  const bytes = await documentImage();
  const request = { contentType: 'image/jpeg', size: bytes.length };
  const { uploadURL, headers } = (await client.request('POST', '/api/objects/upload', request)).json();
  const status = await test.put(uploadURL, bytes, headers);
  if (status !== 200) throw new Error(`the upload failed with ${status}`);
  return uploadURL;
}

/** The fields of the sign-up form with valid values, without documents. `overrides` replaces or adds fields. */
export function registration(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    email: `new-${Math.random().toString(36).slice(2)}@example.test`,
    password: 'correct horse battery',
    firstName: 'Dana',
    lastName: 'Whitfield',
    documentType: 'passport',
    documentNumber: 'X1234567',
    dateOfBirth: '1990-01-31',
    phoneNumber: '+1 555 010 0199',
    address: '1 Main Street',
    city: 'Trenton',
    state: 'New Jersey',
    country: 'United States',
    postalCode: '08601',
    ...overrides,
  };
}
