import { createHash } from 'node:crypto';
import secureSession from '@fastify/secure-session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { dayMs } from '../../shared/durations.ts';
import { retention } from '../../shared/profile/retention.ts';
import type { SessionCookie } from '../trpc/context.ts';

declare module '@fastify/secure-session' {
  interface SessionData {
    /** The session id. The row in `sessions` has only its hash. */
    sid: string;
    /** A visitor's upload ticket. */
    ticket: string;
    /** A login for which the second factor has not been entered yet. */
    challenge: string;
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the response changes in the browser besides the session cookie. */
    browserChanges: { device?: string; isSignedOut?: boolean } | null;
  }
}

const secondsPerDay = dayMs / 1_000;

/** Secretbox requires exactly 32 bytes; the configured secret may have any length. */
function sealingKey(secret: string): Buffer {
  return createHash('sha256').update(`session-cookie:${secret}`).digest();
}

/**
 * Registers the encrypted cookie with the fields of `SessionData`. The session itself is stored in the database, so
 * that the server can end it.
 * @param options.secrets - newest first; cookies that are encrypted with an older secret stay valid
 * @param options.secure - whether the site is served over https; the cookie is then sent over https only
 * @param options.days - how long the browser stores the cookie
 */
export async function registerSessionCookie(
  app: FastifyInstance,
  options: { secrets: readonly string[]; secure: boolean; days: number },
): Promise<void> {
  const seconds = options.days * secondsPerDay;
  await app.register(secureSession, {
    key: options.secrets.map(sealingKey),
    // `__Host-` binds the cookie to this origin; browsers accept it over https only.
    cookieName: cookieName(options.secure),
    expiry: seconds,
    cookie: { path: '/', httpOnly: true, secure: options.secure, sameSite: 'lax', maxAge: seconds },
  });
  app.decorateRequest('browserChanges', null);
  app.addHook('onSend', (request, reply, payload, done) => {
    const { device, isSignedOut } = request.browserChanges ?? {};
    if (device !== undefined) {
      reply.setCookie(deviceCookie(options.secure), device, {
        path: '/',
        httpOnly: true,
        secure: options.secure,
        sameSite: 'lax',
        maxAge: retention.deviceDays * secondsPerDay,
      });
    }
    // Leaves out "cookies": `clear` deletes the session cookie, and the known-device cookie must remain.
    if (isSignedOut) reply.header('clear-site-data', '"cache", "storage"');
    done(null, payload);
  });
}

function cookieName(secure: boolean): string {
  return secure ? '__Host-session' : 'session';
}

/**
 * Whether the browser sent a session cookie, valid or not. A request without this cookie is a visitor's.
 * @param secure - as in `registerSessionCookie`
 */
export function hasSessionCookie({ cookies }: FastifyRequest, secure: boolean): boolean {
  return cookies[cookieName(secure)] !== undefined;
}

function deviceCookie(secure: boolean): string {
  return secure ? '__Host-device' : 'device';
}

/** @param secure - as in `registerSessionCookie` */
export function sessionCookieOf(request: FastifyRequest, secure: boolean): SessionCookie {
  const change = (more: { device?: string; isSignedOut?: boolean }) => {
    request.browserChanges = { ...request.browserChanges, ...more };
  };
  return {
    begin(sid) {
      // The ticket stays, so that the user keeps uploads made before logging in.
      request.session.regenerate(['ticket']);
      request.session.set('sid', sid);
    },
    sid: () => request.session.get('sid') ?? null,
    clear() {
      request.session.delete();
      change({ isSignedOut: true });
    },
    ticket: () => request.session.get('ticket') ?? null,
    setTicket: (ticket) => request.session.set('ticket', ticket),
    challenge: () => request.session.get('challenge') ?? null,
    setChallenge: (token) => request.session.set('challenge', token),
    device: () => request.cookies[deviceCookie(secure)] ?? null,
    rememberDevice: (device) => change({ device }),
  };
}
