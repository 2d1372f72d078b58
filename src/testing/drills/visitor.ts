/** An HTTP response. `body` is parsed if it is JSON, otherwise text. */
export type HttpResponse = { status: number; body: unknown; headers: Headers };

type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  timeoutMs?: number;
};

/** An HTTP client with the cookies of one browser, which it sends to all servers. */
export type Visitor = {
  /** @throws if no complete response arrives */
  call(serverUrl: string, call: Call): Promise<HttpResponse>;
  cookie(): string;
  /** A separate client with a copy of the cookies, like a thief or another window. */
  copy(): Visitor;
};

/** @param from - an IP address for X-Forwarded-For, so that each visitor has separate rate limits */
export function openVisitor(from?: string, cookies: ReadonlyMap<string, string> = new Map()): Visitor {
  const jar = new Map(cookies);
  const cookie = () => [...jar.values()].join('; ');
  return {
    cookie,
    copy: () => openVisitor(from, jar),
    async call(serverUrl, { method, path, body, headers, timeoutMs = 30_000 }) {
      const response = await fetch(serverUrl + path, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(jar.size > 0 && { cookie: cookie() }),
          ...(from !== undefined && { 'x-forwarded-for': from }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      for (const line of response.headers.getSetCookie()) {
        const pair = line.split(';')[0] ?? '';
        const name = pair.slice(0, pair.indexOf('='));
        if (pair.endsWith('=')) jar.delete(name);
        else jar.set(name, pair);
      }
      return { status: response.status, body: parsed(text), headers: response.headers };
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A nested value of a response body, by property names. @throws if it does not exist */
export function valueAt(value: unknown, ...names: string[]): unknown {
  let found = value;
  for (const name of names) {
    if (typeof found !== 'object' || found === null || !(name in found)) {
      throw new Error(`no ${names.join('.')} in ${JSON.stringify(value).slice(0, 300)}`);
    }
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

export function textAt(value: unknown, ...names: string[]): string {
  const found = valueAt(value, ...names);
  if (typeof found !== 'string') throw new Error(`${names.join('.')} is not text`);
  return found;
}

/** @throws Error with the response unless it has this status */
export function requireStatus(response: HttpResponse, status: number, what: string): HttpResponse {
  if (response.status === status) return response;
  throw new Error(`${what} returned ${response.status}: ${JSON.stringify(response.body).slice(0, 300)}`);
}
