import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

/** A cookie jar over `inject`: what curl with `-b jar -c jar` would do. */
export type HttpClient = {
  cookie(): string | undefined;
  useCookie(cookie: string | undefined): void;
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
    useCookie(pairs) {
      jar.clear();
      for (const pair of pairs?.split('; ') ?? []) put(pair);
    },
    async request(method, url, body, headers = {}) {
      const answer = await app.inject({
        method,
        url,
        headers: { ...(jar.size > 0 && { cookie: cookie() }), ...headers },
        ...(body !== undefined && { payload: body as object }),
      });
      // The pair as it was sent: the parsed value is decoded and would not go back unharmed.
      for (const header of [answer.headers['set-cookie'] ?? []].flat()) put(header.split(';')[0] ?? '');
      return answer;
    },
  };
}

/** Every field of Sign Up, valid; `overrides` change single ones. */
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
