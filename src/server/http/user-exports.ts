import type { FastifyInstance } from 'fastify';
import { requireAdmin } from '../actor.ts';
import { exportUsers } from '../admin/user-exports.operations.ts';
import type { Deps } from '../deps.ts';
import { createContext } from './context.ts';

const exportTimeoutMs = 15 * 60_000;

/** The documented exports, as streams; procedures return complete values, so these are routes. */
const exportRoutes = [
  { path: '/api/admin/export-users', format: 'json' },
  { path: '/api/admin/export-users-csv', format: 'csv' },
] as const;

export function registerUserExports(app: FastifyInstance, deps: Deps): void {
  for (const { path, format } of exportRoutes) {
    // HEAD would run the export.
    app.get(path, { handlerTimeout: exportTimeoutMs, exposeHeadRoute: false }, async (request, reply) => {
      const { actor, origin } = await createContext(deps, request);
      const file = await exportUsers(deps, requireAdmin(actor), format, origin);
      // A client that disconnects also ends the query.
      reply.raw.once('close', () => file.body.destroy());
      if (reply.raw.destroyed) file.body.destroy();
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="${file.filename}"`)
        .type(file.contentType)
        .send(file.body);
    });
  }
}
