import type { FastifyRequest } from 'fastify';
import { englishCountryName } from '../../shared/countries.ts';
import { resumeSession } from '../auth/sessions.operations.ts';
import type { Deps } from '../deps.ts';
import { withoutPort } from '../platform/network-address.ts';
import { isForwardedByTrustedProxy } from '../platform/untrusted-proxy.ts';
import type { Context } from '../trpc/context.ts';
import { sessionCookieOf } from './session-cookie.ts';

/** The user, the session cookie and the metadata of a request. */
export async function createContext(deps: Deps, request: FastifyRequest): Promise<Context> {
  const cookie = sessionCookieOf(request, deps.appUrl().startsWith('https:'));
  const sid = cookie.sid();
  const actor = sid === null ? null : await resumeSession(deps, sid);
  if (actor) request.requester = actor.userId;
  return {
    deps,
    actor,
    cookie,
    metadata: {
      ip: withoutPort(request.ip),
      requestId: request.id,
      userAgent: request.headers['user-agent'] ?? null,
      country: countryOf(request, deps.config.http.countryHeader),
    },
  };
}

/** The code of the country that a trusted proxy names. Any other sender of the header could have forged it. */
function countryOf(request: FastifyRequest, header: string | undefined): string | undefined {
  if (header === undefined || !isForwardedByTrustedProxy(request)) return undefined;
  const code = String(request.headers[header] ?? '').toUpperCase();
  return englishCountryName(code) === undefined ? undefined : code;
}
