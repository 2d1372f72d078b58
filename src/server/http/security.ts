import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { noSchemas } from './no-schemas.ts';

/** Sets the security headers of every response. @returns the headers that are the same on every response */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'appUrl' | 'storage'>,
): Promise<Record<string, string>> {
  const uploadOrigin = deps.config.s3 ? [await bucketOrigin(deps.storage)] : [];
  const isHttps = deps.appUrl().startsWith('https:');
  const headers = await fixedHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Client libraries position floating panels with style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...uploadOrigin],
        // For the tutorial video and the videos of sessions. They load after the user has pressed Play.
        frameSrc: ["'self'", 'https://www.youtube-nocookie.com', 'https://player.vimeo.com'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  headers['permissions-policy'] = 'camera=(), microphone=(self), geolocation=(), payment=()';
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    reply.header('x-request-id', request.id);
    done();
  });
  return headers;
}

/** The origin to which the browser uploads files. It is taken from a signed URL, which needs no request to S3. */
async function bucketOrigin(storage: Storage): Promise<string> {
  const { url } = await storage.signPut('quarantine/origin', { maxBytes: 1, expiresInSeconds: 60 });
  return new URL(url).origin;
}

/** The headers of Helmet, computed only once. Computing them for each request took a third of the time of a request. */
async function fixedHeaders(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const helmetApp = Fastify({ schemaController: noSchemas });
  await helmetApp.register(helmet, options);
  helmetApp.get('/', (_request, reply) => reply.send());
  const bareApp = Fastify({ schemaController: noSchemas });
  bareApp.get('/', (_request, reply) => reply.send());
  const [withHelmet, withoutHelmet] = await Promise.all([helmetApp.inject('/'), bareApp.inject('/')]);
  await Promise.all([helmetApp.close(), bareApp.close()]);
  return Object.fromEntries(
    Object.entries(withHelmet.headers)
      .filter(([name]) => !(name in withoutHelmet.headers))
      .map(([name, value]) => [name, String(value)]),
  );
}

/**
 * Rejects a body that a proxy in front of the server could delimit differently. A transfer coding is unambiguous only
 * if it is exactly `chunked` (RFC 9112 §11.2).
 * @throws DomainError invalid_input
 */
export function rejectOddTransferCoding({ headers }: FastifyRequest, reply: FastifyReply): void {
  const coding = headers['transfer-encoding'];
  if (coding === undefined || coding.toLowerCase() === 'chunked') return;
  // The bytes that follow on this connection may belong to the rejected body.
  reply.header('connection', 'close');
  throw new DomainError('invalid_input', 'This way of sending a body is not supported');
}

/** @throws DomainError unsupported_type */
export function rejectCompressedBody({ headers }: FastifyRequest): void {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity') return;
  throw new DomainError('unsupported_type', 'Send the body without compression');
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects writes that another site's page sent with this user's cookie. Clients other than browsers usually send
 * neither `Sec-Fetch-Site` nor `Origin`, and pass.
 * @throws DomainError cross_site
 */
export function rejectCrossSiteWrite(request: FastifyRequest, appUrl: string): void {
  if (safeMethods.has(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  const isForeignOrigin =
    origin !== undefined && origin !== new URL(appUrl).origin && !isOwnHost(request, origin);
  if (isForeignSite || isForeignOrigin)
    throw new DomainError('cross_site', 'This call must come from the academy itself');
}

/** Whether the origin is this server under a local name, which in development may differ from the host in `appUrl`. */
function isOwnHost(request: FastifyRequest, origin: string): boolean {
  try {
    const { hostname, host } = new URL(origin);
    return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) && host === request.headers.host;
  } catch {
    return false;
  }
}
