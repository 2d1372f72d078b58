import type { FastifyInstance, FastifyRequest } from 'fastify';
import { safeNextPath } from '../../../shared/next-path.ts';
import type { Deps } from '../../deps.ts';
import { createCaller } from '../../router.ts';
import { createContext } from '../context.ts';
import { matchesEtag } from '../etag.ts';
import { hasSessionCookie } from '../session-cookie.ts';
import { accountCalls } from './account-calls.ts';
import { adminCalls } from './admin-calls.ts';
import type { DocumentedCall, RestCall, RestInput } from './documented-call.ts';
import { pageOfList } from './list-pages.ts';
import { shopCalls } from './shop-calls.ts';

export const documentedCalls: readonly (DocumentedCall | RestCall)[] = [
  ...accountCalls,
  ...shopCalls,
  ...adminCalls,
];

/** Documented calls that run a procedure. The other documented calls have routes of their own. */
export const restCalls: readonly RestCall[] = documentedCalls.filter((call) => 'procedure' in call);

const documentedPaths = [...new Set(documentedCalls.map(({ path }) => path))].map((path) => ({
  path,
  pattern: new URLPattern({ pathname: path }),
}));

/** The methods that a documented path below /api has; empty if the path is not documented. */
export function methodsOf(app: FastifyInstance, pathname: string): string[] {
  if (!pathname.startsWith('/api/')) return [];
  const paths = documentedPaths.filter(({ pattern }) => pattern.test({ pathname }));
  return app.supportedMethods.filter((method) =>
    paths.some(({ path: url }) => app.hasRoute({ method, url })),
  );
}

function inputOf(request: FastifyRequest): RestInput {
  const query: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) {
    // A repeated parameter arrives as an array, whose first value counts.
    const first = Array.isArray(value) ? value[0] : value;
    query[name] = typeof first === 'string' ? first : undefined;
  }
  return { params: request.params as Record<string, string>, query, body: request.body };
}

/**
 * Whether the request has neither a query string nor a session cookie. The cookie has different names over HTTP and
 * HTTPS.
 */
function isPlainVisit(request: FastifyRequest): boolean {
  const hasSession = hasSessionCookie(request, true) || hasSessionCookie(request, false);
  return !request.url.includes('?') && !hasSession;
}

export function registerRest(app: FastifyInstance, deps: Deps): void {
  for (const restCall of restCalls) {
    app.route({
      method: restCall.method,
      url: restCall.path,
      handler: async (request, reply) => {
        if (restCall.forVisitors && isPlainVisit(request)) {
          const { json, etag } = await restCall.forVisitors(deps);
          reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'cookie' });
          if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
          return reply.type('application/json; charset=utf-8').send(json);
        }
        const caller = createCaller(await createContext(deps, request));
        const input = inputOf(request);
        const { body, total } = pageOfList(await restCall.call(caller, input), input.query);
        reply.header('cache-control', 'private, no-store');
        if (total !== undefined) reply.header('x-total-count', total);
        reply.status(restCall.status ?? 200);
        return restCall.status === 204 ? reply.send() : reply.send(body);
      },
    });
  }
  app.get('/api/login', async (request, reply) => {
    const { actor } = await createContext(deps, request);
    return reply.redirect(loginTarget(request, deps.appUrl(), actor !== null), 302);
  });
}

/**
 * The path to which GET /api/login redirects: the login form or, if the user is logged in, the page to return to. It is
 * never on another site.
 */
function loginTarget(request: FastifyRequest, appUrl: string, isSignedIn: boolean): string {
  const requested = inputOf(request).query.next;
  const next = safeNextPath(requested) ?? refererPath(request.headers.referer, appUrl) ?? '/coaching';
  return isSignedIn ? next : `/auth?next=${encodeURIComponent(next)}`;
}

function refererPath(referer: string | undefined, appUrl: string): string | undefined {
  if (referer === undefined || !URL.canParse(referer)) return undefined;
  const url = new URL(referer);
  return url.origin === new URL(appUrl).origin && !url.pathname.startsWith('/auth')
    ? safeNextPath(url.pathname + url.search)
    : undefined;
}
