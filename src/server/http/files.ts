import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { productIdSchema } from '../../shared/shop/products.ts';
import { authorizeFile, headFile, readFile, recordAccess } from '../access/file-access.operations.ts';
import { type Actor, requireAdmin } from '../actor.ts';
import { openClip } from '../coaching/voice-clips.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import type { HandPicture } from '../hands/hand-picture.ts';
import { openSharedPicture } from '../hands/hand-shares.operations.ts';
import { openDocument } from '../kyc/documents.operations.ts';
import { getFirstPage } from '../learning/reading.operations.ts';
import type { DiskStorage } from '../platform/storage/disk-storage.ts';
import type { ObjectInfo } from '../platform/storage/storage.ts';
import { openDailyPicture } from '../practice/daily/daily.operations.ts';
import { openExport } from '../profile/privacy/data-export.operations.ts';
import { getLogoImage } from '../settings/logo/logo.operations.ts';
import { openProductFile } from '../shop/product-versions.operations.ts';
import { getPreview } from '../shop/shop.operations.ts';
import { copyForUser } from '../shop/stamping.operations.ts';
import { openPicture } from '../uploads/pictures.operations.ts';
import { createContext } from './context.ts';
import { matchesEtag } from './etag.ts';
import { closeWithResponse, dropIfSlow, inertFileHeaders, streamFile } from './stream-file.ts';

/** Long enough for large files over slow connections. An upload that stalls is ended earlier, by the disk store. */
export const fileTimeoutMs = 60 * 60_000;

type OpenFile = { info: ObjectInfo; body: Readable; filename: string };

function sendFile(
  reply: FastifyReply,
  file: OpenFile,
  disposition: 'inline' | 'attachment',
  headers: Record<string, string> = {},
): FastifyReply {
  closeWithResponse(reply, file.body);
  return reply
    .headers({ ...inertFileHeaders(file.info.contentType, disposition, file.filename), ...headers })
    .header('content-length', file.info.sizeBytes)
    .send(file.body);
}

/**
 * Limits the number of files whose complete content is in memory. A file is counted until it has been loaded and its
 * response is closed, even if the client stops reading.
 */
function limitInMemory({ perUser, total = Number.POSITIVE_INFINITY }: { perUser: number; total?: number }) {
  /** For each file in memory, the id of the user who receives it. */
  const inMemory: string[] = [];

  /** @throws DomainError too_many_attempts, busy, and the errors of `load` */
  return async <File>(actor: Actor | null, reply: FastifyReply, load: () => Promise<File>): Promise<File> => {
    // `load` itself rejects visitors.
    if (!actor) return load();
    const { userId } = actor;
    if (inMemory.filter((id) => id === userId).length >= perUser) {
      throw new DomainError('too_many_attempts', 'Wait until the files that you are loading have arrived.', {
        retryAfterSeconds: 10,
      });
    }
    if (inMemory.length >= total) {
      const message = 'Too many files are being downloaded right now, please try again in a minute';
      throw new DomainError('busy', message, { retryAfterSeconds: 60 });
    }
    inMemory.push(userId);
    const closed = reply.raw.destroyed ? undefined : once(reply.raw, 'close');
    const loading = load();
    void Promise.allSettled([loading, closed]).then(() => inMemory.splice(inMemory.indexOf(userId), 1));
    return loading;
  };
}

/** Identity documents and voice clips, of up to 10 MB. */
const loadSmallFile = limitInMemory({ perUser: 8 });
/** Data exports, of up to 64 MB. */
const loadExport = limitInMemory({ perUser: 2, total: 4 });

/** An image of a page of a PDF. */
function sendPageImage(reply: FastifyReply, image: Buffer, filename: string): FastifyReply {
  return reply
    .headers(inertFileHeaders('image/webp', 'inline', filename))
    .header('cache-control', 'private, max-age=86400')
    .send(image);
}

/**
 * The browser must revalidate the picture each time, so that it stops showing the picture after the link has been
 * revoked.
 */
function sendHandPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { png, etag }: HandPicture,
): FastifyReply {
  reply
    .headers(inertFileHeaders('image/png', 'inline', 'hand.png'))
    .headers({ 'cache-control': 'no-cache', etag });
  return matchesEtag(request.headers['if-none-match'], etag) ? reply.status(304).send() : reply.send(png);
}

function wildcard(request: FastifyRequest): string {
  return (request.params as Record<string, string>)['*'] ?? '';
}

/** Files that are sold, included in a membership or streamed; one access check guards all of them. */
const guardedFiles = [
  { path: '/api/products/:id/download', kind: 'product', parameter: 'id', disposition: 'attachment' },
  {
    path: '/api/coaching-pdfs/:number/download',
    kind: 'plan',
    parameter: 'number',
    disposition: 'attachment',
  },
  { path: '/api/coaching/sessions/:id/video', kind: 'session_video', parameter: 'id', disposition: 'inline' },
  { path: '/api/coaching/sessions/:id/captions', kind: 'captions', parameter: 'id', disposition: 'inline' },
] as const;

/** These routes reject HEAD requests, which would run the handler and record that the file was opened. */
const recorded = { handlerTimeout: fileTimeoutMs, exposeHeadRoute: false };

/** Serves files and pictures. These are routes instead of procedures, because the responses are not JSON. */
export function registerFiles(app: FastifyInstance, deps: Deps): void {
  app.get('/objects/*', recorded, async (request, reply) => {
    const { actor, metadata } = await createContext(deps, request);
    const isDownload = (request.query as Record<string, unknown>).download !== undefined;
    const file = await loadSmallFile(actor, reply, () =>
      openDocument(deps, actor, wildcard(request), metadata, isDownload ? 'download' : 'view'),
    );
    return sendFile(reply, file, isDownload ? 'attachment' : 'inline');
  });

  app.get('/api/admin/products/:productId/files/:versionId', recorded, async (request, reply) => {
    const { actor, metadata } = await createContext(deps, request);
    const { productId, versionId } = request.params as { productId: string; versionId: string };
    const file = await openProductFile(deps, requireAdmin(actor), { productId, versionId }, metadata);
    return sendFile(reply, file, 'attachment');
  });

  app.get('/api/privacy/exports/:id', recorded, async (request, reply) => {
    const { actor, metadata } = await createContext(deps, request);
    const file = await loadExport(actor, reply, () =>
      openExport(deps, actor, (request.params as { id: string }).id, metadata),
    );
    dropIfSlow(reply, file.info.sizeBytes);
    return sendFile(reply, file, 'attachment');
  });

  app.get('/api/products/:id/preview', async (request, reply) => {
    const { actor } = await createContext(deps, request);
    const id = productIdSchema.safeParse((request.params as { id: string }).id);
    if (!id.success) throw notFound('Product');
    const picture = await getPreview(deps, actor, id.data);
    return sendPageImage(reply, picture, 'preview.webp');
  });

  app.get('/api/reading/:kind/:id/first-page', async (request, reply) => {
    const { actor } = await createContext(deps, request);
    const { kind, id } = request.params as { kind: string; id: string };
    if (kind !== 'product' && kind !== 'plan') throw notFound('PDF');
    const picture = await getFirstPage(deps, actor, { kind, idText: id });
    return sendPageImage(reply, picture, 'first-page.webp');
  });

  app.get('/api/pictures/:id', async (request, reply) => {
    const file = await openPicture(deps, (request.params as { id: string }).id);
    const cacheHeaders = { 'cache-control': 'public, max-age=31536000, immutable' };
    return sendFile(reply, { ...file, filename: 'picture.webp' }, 'inline', cacheHeaders);
  });

  app.get('/api/hands/shared/:token/picture', async (request, reply) => {
    const picture = await openSharedPicture(deps, (request.params as { token: string }).token);
    return sendHandPicture(request, reply.header('x-robots-tag', 'noindex'), picture);
  });

  app.get('/api/daily/:day/picture', async (request, reply) => {
    return sendHandPicture(
      request,
      reply,
      await openDailyPicture(deps, (request.params as { day: string }).day),
    );
  });

  app.get('/api/logo/:hash', async (request, reply) => {
    const image = await getLogoImage(deps, (request.params as { hash: string }).hash);
    return (
      reply
        .headers(inertFileHeaders('image/png', 'inline', 'logo.png'))
        // The URL contains a hash of the content.
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(image)
    );
  });

  // Supports range requests, because some browsers do not play a clip without them.
  app.get('/api/questions/clips/:id', async (request, reply) => {
    const { actor } = await createContext(deps, request);
    const { info, bytes } = await loadSmallFile(actor, reply, () =>
      openClip(deps, actor, (request.params as { id: string }).id),
    );
    return streamFile(request, reply, {
      info,
      filename: 'voice-clip',
      disposition: 'inline',
      open: async (range) =>
        Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]),
    });
  });

  for (const { path, kind, parameter, disposition } of guardedFiles) {
    app.get(path, { handlerTimeout: fileTimeoutMs }, async (request, reply) => {
      const { actor, metadata } = await createContext(deps, request);
      const idText = (request.params as Record<string, string>)[parameter] ?? '';
      const file = await copyForUser(deps, actor, await authorizeFile(deps, actor, { kind, idText }));
      return streamFile(request, reply, {
        info: await headFile(deps, file),
        filename: file.filename,
        disposition,
        open: (range) => readFile(deps, file, range),
        onOpen: async (isPart) => {
          if (actor) await recordAccess(deps, actor, file, metadata, isPart);
        },
      });
    });
  }
}

/** Receives files at the disk store's signed URLs; with S3, browsers send them to the bucket. */
export async function registerDiskUploads(app: FastifyInstance, disk: DiskStorage): Promise<void> {
  await app.register(async (scope) => {
    // The bytes are counted and stored as they arrive, and never parsed.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));

    scope.put('/uploads/*', { handlerTimeout: fileTimeoutMs }, async (request, reply) => {
      const result = await disk.acceptPut({
        key: wildcard(request),
        query: request.query as Record<string, unknown>,
        headers: request.headers,
        body: request.raw,
      });
      reply.header('cache-control', 'no-store');
      if ('etag' in result) return reply.status(200).header('etag', `"${result.etag}"`).send();
      if (result.cause) request.log.error({ err: result.cause }, 'upload failed');
      if (result.code === 'stalled') reply.header('connection', 'close');
      return reply
        .status(result.status)
        .send({ code: result.code, message: result.message, requestId: request.id });
    });
  });
}
