import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { userExportInput } from '../../shared/admin/admin-users.ts';
import { auditFilter } from '../../shared/admin/audit.ts';
import { paymentFilterInput } from '../../shared/payments/payment-list.ts';
import { purchaseFilterInput } from '../../shared/payments/purchase-list.ts';
import { type AdminActor, type RequestMetadata, requireAdmin } from '../actor.ts';
import { exportAudit } from '../admin/audit-export.operations.ts';
import { exportUsers } from '../admin/user-exports.operations.ts';
import { exportUserList } from '../admin/user-list-export.operations.ts';
import type { Deps } from '../deps.ts';
import { exportPayments } from '../payments/ledger/payment-list.operations.ts';
import { exportPurchases } from '../payments/ledger/purchase-list.operations.ts';
import { createContext } from './context.ts';
import { closeWithResponse } from './stream-file.ts';

const exportTimeoutMs = 15 * 60_000;

type Export = (
  deps: Deps,
  actor: AdminActor,
  query: Record<string, unknown>,
  metadata: RequestMetadata,
) => Promise<{ filename: string; contentType: string; body: Readable }>;

/**
 * Exports of the admin area's tables. The query string contains the filters of the list on the screen. The exports are
 * routes, because a procedure cannot return a stream.
 */
const exports: Record<string, Export> = {
  '/api/admin/export-users': (deps, actor, _query, metadata) => exportUsers(deps, actor, 'json', metadata),
  '/api/admin/export-users-csv': (deps, actor, _query, metadata) => exportUsers(deps, actor, 'csv', metadata),
  '/api/admin/export-purchases-csv': (deps, actor, query, metadata) =>
    exportPurchases(deps, actor, purchaseFilterInput.parse(query), metadata),
  '/api/admin/export-payments-csv': (deps, actor, query, metadata) =>
    exportPayments(deps, actor, paymentFilterInput.parse(query), metadata),
  '/api/admin/export-user-list-csv': (deps, actor, query, metadata) =>
    exportUserList(deps, actor, userExportInput.parse(query), metadata),
  '/api/admin/export-audit-csv': (deps, actor, query, metadata) =>
    exportAudit(deps, actor, auditFilter.parse(query), metadata),
};

export function registerTableExports(app: FastifyInstance, deps: Deps): void {
  for (const [path, open] of Object.entries(exports)) {
    // Without HEAD, because it would run the export.
    app.get(path, { handlerTimeout: exportTimeoutMs, exposeHeadRoute: false }, async (request, reply) => {
      const { actor, metadata } = await createContext(deps, request);
      const file = await open(deps, requireAdmin(actor), queryOf(request), metadata);
      // If the client disconnects, this ends the query.
      closeWithResponse(reply, file.body);
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="${file.filename}"`)
        .type(file.contentType)
        .send(file.body);
    });
  }
}

/** The query string without its empty fields, so that empty fields do not filter. */
function queryOf(request: FastifyRequest): Record<string, unknown> {
  const query = Object.entries(request.query as Record<string, unknown>);
  return Object.fromEntries(query.filter(([, value]) => value !== ''));
}
