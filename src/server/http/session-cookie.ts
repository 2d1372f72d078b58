import { createHash } from 'node:crypto';
import secureSession from '@fastify/secure-session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sessionLifetime } from '../auth/sessions.operations.ts';
import type { SessionCookie } from '../trpc/context.ts';

declare module '@fastify/secure-session' {
  interface SessionData {
    /** Id of the row in `sessions`. */
    sid: string;
    /** A visitor's upload ticket. */
    ticket: string;
  }
}

/** The sealing box wants exactly 32 bytes, whatever the owner's secret looks like (ACC-9). */
function sealingKey(secret: string): Buffer {
  return createHash('sha256').update(`session-cookie:${secret}`).digest();
}

/**
 * The sealed cookie. It carries only the session's id and the upload ticket; the session itself lives in the database,
 * where it can be ended (LIB-4).
 * @param secrets newest first; older ones still open cookies that were sealed with them.
 */
export async function registerSessionCookie(
  app: FastifyInstance,
  options: { secrets: readonly string[]; secure: boolean },
): Promise<void> {
  const seconds = sessionLifetime.absolute / 1000;
  await app.register(secureSession, {
    key: options.secrets.map(sealingKey),
    // `__Host-` binds the cookie to this origin; browsers take it over https only.
    cookieName: options.secure ? '__Host-session' : 'session',
    expiry: seconds,
    cookie: { path: '/', httpOnly: true, secure: options.secure, sameSite: 'lax', maxAge: seconds },
  });
}

export function sessionCookieOf(request: FastifyRequest): SessionCookie {
  return {
    begin(sid) {
      // Uploads that the visitor sent before signing in stay theirs.
      request.session.regenerate(['ticket']);
      request.session.set('sid', sid);
    },
    sid: () => request.session.get('sid') ?? null,
    clear: () => request.session.delete(),
    ticket: () => request.session.get('ticket') ?? null,
    setTicket: (ticket) => request.session.set('ticket', ticket),
  };
}
