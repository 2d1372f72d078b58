import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Deps } from './deps.ts';
import { registerClientFiles } from './http/client-files.ts';
import { registerDailyForm } from './http/daily-form.ts';
import { registerDeckLinks } from './http/deck-links.ts';
import { announcesBody, keepConnectionForRestOfBody, limitBodyTime } from './http/early-responses.ts';
import { fileTimeoutMs, registerDiskUploads, registerFiles } from './http/files.ts';
import { registerHealth } from './http/health.ts';
import { noSchemas } from './http/no-schemas.ts';
import { registerApiDocs } from './http/openapi/register-api-docs.ts';
import { registerOutboxPage } from './http/outbox-page.ts';
import { parseJsonBody } from './http/parse-json.ts';
import { registerRest } from './http/rest/rest.ts';
import { registerSearchEngineFiles } from './http/search-engines.ts';
import {
  registerSecurityHeaders,
  rejectCompressedBody,
  rejectCrossSiteWrite,
  rejectOddTransferCoding,
} from './http/security.ts';
import { sendError } from './http/send-error.ts';
import { registerSessionCookie } from './http/session-cookie.ts';
import { shedLoad } from './http/shed-load.ts';
import { registerTableExports } from './http/table-exports.ts';
import { registerTrpcCalls } from './http/trpc-calls.ts';
import { rejectUnreadableRequest } from './http/unreadable-request.ts';
import { registerUnsubscribePage } from './http/unsubscribe-page.ts';
import { watchRequests } from './http/watch-requests.ts';
import { registerWebhooks } from './http/webhooks.ts';
import type { DiskStorage } from './platform/storage/disk-storage.ts';
import { untrustedForwarder } from './platform/untrusted-proxy.ts';

const mebibyte = 1024 * 1024;

export type AppOptions = {
  deps: Deps;
  sessionSecrets: readonly string[];
  /** Present if files are stored locally. */
  disk: DiskStorage | undefined;
};

export async function buildApp({ deps, sessionSecrets, disk }: AppOptions): Promise<FastifyInstance> {
  let stopping = false;
  let securityHeaders: Record<string, string> = {};
  const app = Fastify({
    loggerInstance: deps.log,
    schemaController: noSchemas,
    genReqId: () => randomUUID(),
    // Only trusted proxies may set the client's IP address.
    trustProxy: deps.config.http.trustedProxies.length > 0 ? [...deps.config.http.trustedProxies] : false,
    bodyLimit: mebibyte,
    // For uploads of up to 100 MB over slow connections; cutOffSlowBodies limits the other routes.
    requestTimeout: fileTimeoutMs,
    connectionTimeout: 0,
    handlerTimeout: 20_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Requests that arrive while the server stops are processed, because a proxy would not retry them elsewhere.
    return503OnClosing: false,
    // A tRPC batch lists every call in its path.
    routerOptions: { maxParamLength: 5_000 },
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: rejectUnreadableRequest,
    // A URL that cannot be decoded or has a parameter that is too long matches no route, so no hook runs for it.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...securityHeaders, 'x-request-id': request.id });
      sendError(error, request, reply);
    },
  });
  app.server.headersTimeout = 15_000;
  app.server.maxConnections = 10_000;
  // Limits pipelined requests, which all start concurrently. Browsers do not pipeline.
  app.server.maxRequestsPerSocket = 1_000;

  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  watchRequests(app, deps);
  parseJsonOnly(app);
  cutOffSlowBodies(app);
  keepConnectionForRestOfBody(app);
  // Registered before the hook that rejects requests, so that rejections have these headers too.
  securityHeaders = await registerSecurityHeaders(app, deps);
  // Callbacks instead of promises for the hooks of every request, because each promise costs a microtask.
  app.addHook('onRequest', (request, reply, done) => {
    rejectOddTransferCoding(request, reply);
    const forwarder = deps.config.production ? untrustedForwarder(request) : undefined;
    if (forwarder !== undefined) deps.untrustedProxy.note(forwarder);
    // Stripe's webhook is exempt, because its calls are signed.
    if (request.routeOptions.url !== '/api/stripe/webhook') rejectCrossSiteWrite(request, deps.appUrl());
    done();
  });

  await shedLoad(app, deps);
  await app.register(cookie);
  await registerSessionCookie(app, {
    secrets: sessionSecrets,
    secure: deps.appUrl().startsWith('https:'),
    days: deps.config.session.maxDays,
  });
  registerHealth(app, deps, () => stopping);
  await registerTrpcCalls(app, deps);
  await registerWebhooks(app, deps);
  registerRest(app, deps);
  registerTableExports(app, deps);
  registerUnsubscribePage(app, deps);
  registerDailyForm(app, deps);
  await registerApiDocs(app);
  registerFiles(app, deps);
  registerDeckLinks(app, deps);
  registerSearchEngineFiles(app, deps);
  if (disk) await registerDiskUploads(app, disk);
  if (deps.config.development) registerOutboxPage(app, deps);
  await registerClientFiles(app, deps);
  return app;
}

/**
 * Accepts only JSON bodies that are not compressed, except on routes that add their own parser. An empty body counts as
 * absent.
 */
function parseJsonOnly(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      rejectCompressedBody(request);
      done(null, body.length === 0 ? undefined : parseJsonBody(body));
    } catch (error) {
      done(error instanceof Error ? error : new Error('unreadable JSON'));
    }
  });
}

/**
 * Ends requests whose body takes more than 30 seconds, except uploads, so that slow clients cannot delay the shutdown.
 */
function cutOffSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.url !== '/uploads/*' && !request.raw.complete && announcesBody(request)) {
      limitBodyTime(request);
    }
    done();
  });
}
