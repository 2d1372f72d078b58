import type { FastifyInstance } from 'fastify';
import { requireAdmin } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { openProductFile } from '../shop/product-versions.operations.ts';
import { createContext } from './context.ts';
import { inertFileHeaders } from './stream-file.ts';

/** Large files over slow lines. */
const fileTimeoutMs = 60 * 60_000;

/** Earlier files of a product, for admins. A stream is no procedure; the check before it is the same. */
export function registerProductFiles(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/api/admin/products/:productId/files/:versionId',
    // HEAD would open the file and record a download.
    { handlerTimeout: fileTimeoutMs, exposeHeadRoute: false },
    async (request, reply) => {
      const { actor, origin } = await createContext(deps, request);
      const { productId, versionId } = request.params as { productId: string; versionId: string };
      const file = await openProductFile(deps, requireAdmin(actor), { productId, versionId }, origin);
      // The reader may leave: the store's stream is closed with the answer.
      reply.raw.once('close', () => file.body.destroy());
      if (reply.raw.destroyed) file.body.destroy();
      return reply
        .headers(inertFileHeaders(file.info.contentType, 'attachment', file.filename))
        .header('content-length', file.info.sizeBytes)
        .send(file.body);
    },
  );
}
