import type { PurchaseListInput } from '../../../shared/list-pages.ts';
import type { AdminPurchase } from '../../../shared/payments/payments.ts';
import type {
  PurchaseFilterInput,
  PurchasePage,
  SearchPurchasesInput,
} from '../../../shared/payments/purchase-list.ts';
import { requireRecentAuthentication } from '../../access/recent-authentication.ts';
import type { AdminActor, Origin } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { type CsvFile, openCsvFile } from '../../platform/db/csv-file.ts';
import { pageOf, readCursor } from '../../platform/db/paging.ts';
import {
  countPurchases,
  findPurchasePage,
  findWordHits,
  purchaseExport,
  type WordHits,
} from './purchase-list.queries.ts';
import { presentAdminPurchase } from './purchases.present.ts';

const pageSize = 50;
const fewPurchases = 5_000;

/** The filtered purchases, newest first, 50 per page, with the totals of the filter. */
export async function searchPurchases(
  deps: Deps,
  _actor: AdminActor,
  { cursor, ...filter }: SearchPurchasesInput,
): Promise<PurchasePage> {
  const hits = await findWordHits(deps.db, filter.q);
  const totals = await totalsOf(deps, filter, hits);
  const rows = await findPurchasePage(deps.db, filter, hits, {
    afterId: readCursor.uuid(cursor),
    limit: pageSize + 1,
    isFew: totals.count <= fewPurchases,
  });
  const page = pageOf(rows, pageSize, (last) => last.id);
  return { ...page, items: page.items.map(presentAdminPurchase), totals };
}

/** Totals for one user or a search are always counted, not cached: they are small, and differ between searches. */
async function totalsOf(
  deps: Deps,
  filter: PurchaseFilterInput,
  hits: readonly WordHits[],
): Promise<PurchasePage['totals']> {
  const { q, userId, status, type, from, to } = filter;
  const count = () => countPurchases(deps.db, filter, hits);
  if (q !== '' || userId !== undefined) return count();
  return deps.figures.get(`purchases ${JSON.stringify([status, type, from, to])}`, count);
}

/** One numbered page; `total` counts all rows that match the filter. */
export async function findPurchasePart(
  deps: Deps,
  _actor: AdminActor,
  { page, limit, sort, ...filter }: PurchaseListInput,
): Promise<{ items: AdminPurchase[]; total: number }> {
  const hits = await findWordHits(deps.db, filter.q);
  const { count } = await totalsOf(deps, filter, hits);
  const rows = await findPurchasePage(deps.db, filter, hits, {
    limit,
    offset: (page - 1) * limit,
    oldestFirst: sort === 'oldest',
    isFew: count <= fewPurchases,
  });
  return { items: rows.map(presentAdminPurchase), total: count };
}

/**
 * The filtered purchases as CSV. Destroy the body when the client disconnects.
 * @throws DomainError step_up_required, busy
 */
export async function exportPurchases(
  deps: Deps,
  actor: AdminActor,
  filter: PurchaseFilterInput,
  origin: Origin,
): Promise<CsvFile> {
  requireRecentAuthentication(deps, actor);
  const file = await openCsvFile(
    deps,
    purchaseExport(deps.db, filter, await findWordHits(deps.db, filter.q)),
    'purchases-export',
  );
  try {
    await recordAudit(deps.db, {
      actorId: actor.userId,
      action: 'purchases.exported',
      subjectType: 'purchases',
      // The search text may be a name, which must not be logged.
      subjectId: filter.userId ?? 'all',
      origin,
      details: { format: 'csv', from: filter.from ?? null, to: filter.to ?? null, type: filter.status },
    });
  } catch (error) {
    file.body.destroy();
    throw error;
  }
  return file;
}
