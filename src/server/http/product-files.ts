import type { FastifyInstance } from 'fastify';
import { requireAdmin } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { openProductFile } from '../shop/product-versions.operations.ts';
import { createContext } from './context.ts';
import { inertFileHeaders } from './stream-file.ts';

/** For large files over slow connections. */
const fileTimeoutMs = 60 * 60_000;

/** Serves earlier files of a product to admins. A stream cannot be a procedure; the access check is the same. */
export function registerProductFiles(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/api/admin/products/:productId/files/:versionId',
    // HEAD would open the file and record a download.
    { handlerTimeout: fileTimeoutMs, exposeHeadRoute: false },
    async (request, reply) => {
      const { actor, origin } = await createContext(deps, request);
      const { productId, versionId } = request.params as { productId: string; versionId: string };
      const file = await openProductFile(deps, requireAdmin(actor), { productId, versionId }, origin);
      // When the client disconnects, the store's stream is closed with the response.
      reply.raw.once('close', () => file.body.destroy());
      if (reply.raw.destroyed) file.body.destroy();
      return reply
        .headers(inertFileHeaders(file.info.contentType, 'attachment', file.filename))
        .header('content-length', file.info.sizeBytes)
        .send(file.body);
    },
  );
}
