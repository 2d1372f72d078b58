import { setTimeout } from 'node:timers/promises';
import { type HttpClient, httpClient } from '../http-client.ts';
import type { TestApp } from '../test-app.ts';

type CallError = { status: number; code: string; message?: string; fields?: Record<string, string> };
type Entry = { result?: { data: unknown }; error?: unknown };
type Sent = { method: string; url: URL; body: BodyInit | null; headers: Headers };
/** Forwards the request to the next rule, or to the server if there is none. */
type Next = () => Promise<Response>;
type Rule = (request: Sent, next: Next) => Promise<Response>;
type Restore = () => void;

/**
 * The network between the page and the server, with a browser's cookie jar and simulated faults. A call is identified
 * by its name in the router (`shop.listLibrary`), any other URL by its prefix (`/uploads/`) or a pattern. In a batch
 * of several calls, `fail` and `changeResponse` change only the named one; `drop` and `hold` affect the whole request.
 */
export type Network = {
  /**
   * Makes a procedure fail, in the server's error format. A request with only this procedure does not reach the server.
   */
  fail(procedure: string, error: CallError): Restore;
  /** Replaces the data of the server's response with the result of `change`. */
  changeResponse(procedure: string, change: (data: never) => unknown): Restore;
  /** Returns a response for a URL that is not a procedure. The request does not reach the server. */
  fulfill(url: string | RegExp, response: () => Response): Restore;
  /** Makes requests fail without a response, as if the connection broke. */
  drop(what: string | RegExp): Restore;
  /** Delays requests until the rule is removed. */
  hold(what: string | RegExp): Restore;
  /**
   * Method and path of all requests to the academy so far, including those to which a rule responded. A batch is one
   * request: `GET /trpc/auth.me,shop.listLibrary`.
   */
  sent: string[];
};

export type ScreenNetwork = Network & {
  client: HttpClient;
  /** Waits until no request is in progress and no further one follows. */
  settle(): Promise<void>;
  send(url: string, init?: RequestInit): Promise<Response>;
};

/** Node's `fetch`, before a page replaces it. */
const nodeFetch = globalThis.fetch;

export function openNetwork(test: TestApp): ScreenNetwork {
  const client = httpClient(test.app);
  const rules = new Set<Rule>();
  const sent: string[] = [];
  const pending = new Set<Promise<unknown>>();

  const add = (rule: Rule): Restore => {
    rules.add(rule);
    return () => void rules.delete(rule);
  };

  async function reachServer({ method, url, body, headers }: Sent): Promise<Response> {
    const response = await client.request(
      method as 'GET',
      url.pathname + url.search,
      body === null ? undefined : await bytesOf(body),
      { ...Object.fromEntries(headers), origin: url.origin, 'sec-fetch-site': 'same-origin' },
    );
    const received = new Headers();
    for (const [name, value] of Object.entries(response.headers))
      for (const one of [value ?? []].flat()) received.append(name, String(one));
    const isEmpty = [204, 205, 304].includes(response.statusCode);
    return new Response(isEmpty ? null : new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers: received,
    });
  }

  return {
    client,
    sent,
    fail(procedure, { status, code, message = 'Rejected', fields }) {
      const data = { message, code, httpStatus: status, requestId: 'request-of-a-test', fields };
      const failure: Entry = { error: { message, code: -32_600, data } };
      return add(async (request, next) => {
        const names = namesOf(request.url);
        if (!names.includes(procedure)) return next();
        if (names.length === 1) return Response.json([failure], { status });
        return changeEntries(await next(), names, (name, entry) => (name === procedure ? failure : entry));
      });
    },
    changeResponse(procedure, change) {
      return add(async (request, next) => {
        const names = namesOf(request.url);
        if (!names.includes(procedure)) return next();
        return changeEntries(await next(), names, (name, entry) =>
          name === procedure && entry.result
            ? { result: { data: change(entry.result.data as never) } }
            : entry,
        );
      });
    },
    fulfill: (url, response) =>
      add((request, next) => (isAbout(request, url) ? Promise.resolve(response()) : next())),
    drop: (what) =>
      add((request, next) =>
        isAbout(request, what) ? Promise.reject(new TypeError('Failed to fetch')) : next(),
      ),
    hold(what) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const end = add(async (request, next) => {
        if (isAbout(request, what)) await promise;
        return next();
      });
      return () => {
        end();
        resolve();
      };
    },
    async send(target, init = {}) {
      const url = new URL(target, test.deps.appUrl());
      if (url.origin !== new URL(test.deps.appUrl()).origin) return nodeFetch(url, init);
      const method = (init.method ?? 'GET').toUpperCase();
      sent.push(`${method} ${decodeURIComponent(url.pathname)}`);
      const request = { method, url, body: init.body ?? null, headers: new Headers(init.headers) };
      // The newest rule is applied first.
      let send: Next = () => reachServer(request);
      for (const rule of rules) {
        const next = send;
        send = () => rule(request, next);
      }
      const response = abortable(send(), init.signal);
      const done = response.catch(() => undefined).finally(() => pending.delete(done));
      pending.add(done);
      return response;
    },
    async settle() {
      let before: number;
      do {
        before = sent.length;
        await Promise.all(pending);
        // Code that waited for the response needs time to render and to send further requests. On a busy machine, one
        // turn may not be enough.
        for (let turn = 0; turn < 5; turn += 1) await setTimeout(10);
      } while (sent.length > before || pending.size > 0);
    },
  };
}

/** The bytes of a request body. Node's `Response` does not accept a File of the page's window. */
async function bytesOf(body: BodyInit): Promise<Buffer> {
  const readable = body instanceof window.Blob ? body : new Response(body);
  return Buffer.from(await readable.arrayBuffer());
}

/** The procedures of one batched request, in order; empty for other URLs. */
function namesOf({ pathname }: URL): string[] {
  return pathname.startsWith('/trpc/') ? decodeURIComponent(pathname.slice('/trpc/'.length)).split(',') : [];
}

function isAbout({ url }: Sent, what: string | RegExp): boolean {
  const pathAndQuery = url.pathname + url.search;
  if (what instanceof RegExp) return what.test(pathAndQuery);
  return what.startsWith('/') ? pathAndQuery.startsWith(what) : namesOf(url).includes(what);
}

async function changeEntries(
  response: Response,
  names: string[],
  change: (name: string, entry: Entry) => Entry,
): Promise<Response> {
  const entries = (await response.json()) as Entry[];
  return Response.json(
    entries.map((entry, index) => change(names[index] ?? '', entry)),
    { status: 207 },
  );
}

async function abortable<T>(response: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  signal?.throwIfAborted();
  if (!signal) return response;
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  return Promise.race([response, promise]).finally(() => signal.removeEventListener('abort', abort));
}
