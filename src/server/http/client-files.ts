import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isClientPath } from '../../shared/client-paths.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { openPages } from './pages.ts';
import { methodsOf } from './rest/rest.ts';
import { sendError } from './send-error.ts';
import { openVisitCounter } from './visits.ts';

const clientFolder = fileURLToPath(new URL('../../../dist/client', import.meta.url));
/** Paths in these folders, and dotfiles. An unknown path of this kind gets an error in JSON, not the 404 page. */
const programPaths = /^\/(api|trpc|objects|uploads|assets)(\/|$)|\/\./;

function noSuchUrl(pathname: string): DomainError {
  const isApi = pathname === '/api' || pathname.startsWith('/api/');
  const hint = isApi ? '. /api/docs describes the URLs of the API.' : '';
  return new DomainError('not_found', `There is no such URL${hint}`);
}

function noSuchMethod(): DomainError {
  return new DomainError('method_not_allowed', 'This URL does not support this method');
}

/** The web app manifest, into which the server writes the academy's name. */
const manifestFile = 'manifest.webmanifest';

/** Relative paths of the files to serve; compressed variants are sent in place of the plain files. */
async function filesToServe(): Promise<string[]> {
  const found = await readdir(clientFolder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name) && !entry.name.startsWith('.'))
    .map((entry) => path.relative(clientFolder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join('/'));
}

async function registerManifest(app: FastifyInstance, deps: Deps): Promise<void> {
  const manifest: unknown = JSON.parse(await readFile(path.join(clientFolder, manifestFile), 'utf8'));
  app.get(`/${manifestFile}`, async (_request, reply) => {
    const { academyName: name } = await getSettings(deps);
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(JSON.stringify({ ...Object(manifest), name, short_name: name }));
  });
}

/**
 * Serves the built client: hashed assets are immutable and compressed according to the Accept-Encoding header,
 * `index.html` is always revalidated. An unknown path returns the 404 page, or an error in JSON if the path matches
 * `programPaths` or ends in a file extension. A documented path returns 405 for a method that it does not support.
 */
export async function registerClientFiles(app: FastifyInstance, deps: Deps): Promise<void> {
  const isBuilt = existsSync(path.join(clientFolder, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: clientFolder,
      index: false,
      // Routes for the files are added below, because the plugin would look for the files with `glob`, which slows the
      // startup.
      serve: false,
      preCompressed: true,
      setHeaders(reply, file) {
        const isHashed = file.includes(`${path.sep}assets${path.sep}`);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    await registerManifest(app, deps);
    for (const file of await filesToServe()) {
      if (file === manifestFile) continue;
      app.route({
        method: ['HEAD', 'GET'],
        url: `/${file}`,
        handler: (_request, reply) => reply.sendFile(file),
      });
    }
  }

  const pages = isBuilt ? await openPages(deps, clientFolder) : undefined;
  const countVisit = openVisitCounter(app, deps);

  const sendPage = async (url: string, request: FastifyRequest, reply: FastifyReply) => {
    const [pathname = '/', query] = url.split('?');
    const trimmed = pathname === '/' ? pathname : pathname.replace(/\/$/, '');
    const isKnown = isClientPath(trimmed);
    // These URLs can contain a checkout session's id or a token, which must not reach other sites.
    if (/^\/(payment-|reset-password|verify-email|undo-deletion|h\/)/.test(pathname))
      reply.header('referrer-policy', 'no-referrer');
    reply.status(isKnown ? 200 : 404).header('cache-control', 'no-cache');
    if (isKnown) countVisit(request);
    if (!pages) return reply.sendFile('index.html');
    try {
      await pages.send(trimmed, new URLSearchParams(query), request, reply);
      return reply;
    } catch (error) {
      // The browser renders the page from `index.html`, and shows what failed.
      request.log.error({ err: error }, 'a page could not be rendered');
      return reply.sendFile('index.html');
    }
  };

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const pathname = request.url.split('?')[0] ?? '/';
    const methods = methodsOf(app, pathname);
    if (methods.length > 0) {
      reply.header('allow', methods.join(', '));
      return sendError(noSuchMethod(), request, reply);
    }
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isBuilt || !wantsPage || programPaths.test(pathname) || /\.[a-z0-9]{1,8}$/i.test(pathname)) {
      return sendError(noSuchUrl(pathname), request, reply);
    }
    return sendPage(request.url, request, reply);
  });
}
